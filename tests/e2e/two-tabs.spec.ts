/** One problem in two tabs, and a program that is left in the middle of a word. */
import { expect, test, type BrowserContext } from '@playwright/test';
import { PlaygroundPage } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

test.beforeEach(({ context }) => withoutPython(context));

const LOWEST_BARREL = '#/problem/allpass%2Flowest-barrel?tab=program';

async function openTab(context: BrowserContext): Promise<PlaygroundPage> {
  const playground = new PlaygroundPage(await context.newPage());
  await playground.open(LOWEST_BARREL);
  // Before the editor has arrived, a plain field stands in its place.
  await expect(playground.page.locator('.cm-editor')).toBeVisible();
  return playground;
}

const presence = ({ page }: PlaygroundPage) => page.getByText('This problem is also open in another tab');
const question = ({ page }: PlaygroundPage) =>
  page.getByText('Another tab or an import has another version of this program.');

test('two tabs write one program: each is asked, and neither is lost', async ({ context }) => {
  const [one, other] = [await openTab(context), await openTab(context)];
  for (const tab of [one, other]) await expect(presence(tab)).toBeVisible();
  await one.write('# from the one\n');
  // It is in view: nothing changes there before the user says so.
  await expect(question(other)).toBeVisible();
  await expect(other.editor).not.toContainText('# from the one');
  await other.page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(other.editor).toContainText('# from the one');
  await other.write('# from the other\n');
  await expect(question(one)).toBeVisible();
  await expect(one.editor).toContainText('# from the one');
  await one.write('# on from the one\n');
  await one.page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(question(one)).toBeHidden();
  await expect(question(other)).toBeVisible();
  await expect(other.editor).toContainText('# from the other');
  await other.page.getByRole('button', { name: 'Take theirs' }).click();
  await expect(other.editor).toContainText('# on from the one');
  await expect(question(other)).toBeHidden();
  for (const { page, editor } of [one, other]) {
    await page.reload();
    await expect(editor).toContainText('# on from the one');
  }
});

test(
  'an unanswered question outlasts a reload, and each button goes on holding what it held',
  { tag: '@long' },
  async ({ context }) => {
    const [one, other] = [await openTab(context), await openTab(context)];
    await one.write('# from the one\n');
    await other.page.getByRole('button', { name: 'Take theirs' }).click();
    await expect(other.editor).toContainText('# from the one');
    await other.write('# from the other\n');
    await expect(question(one)).toBeVisible();
    for (const written of ['# from the one\n', '# on from the one\n']) {
      await one.write(written);
      await one.page.reload();
      await expect(one.editor).toContainText(written.trim());
      await expect(question(one)).toBeVisible();
    }
    await one.page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(question(one)).toBeHidden();
    await expect(one.editor).toContainText('# on from the one');
    await expect(question(other)).toBeVisible();
    await other.page.getByRole('button', { name: 'Take theirs' }).click();
    await expect(other.editor).toContainText('# on from the one');
  },
);

test('what another tab writes does not come between selecting all and typing', async ({ context }) => {
  const [one, other] = [await openTab(context), await openTab(context)];
  await other.editor.click();
  await other.page.keyboard.press('ControlOrMeta+a');
  await one.write('# from the one\n');
  await expect(question(other)).toBeVisible();
  await other.page.keyboard.insertText('# from the other');
  await expect(other.editor).toHaveText('# from the other');
  await expect(other.editor).toBeFocused();
});

test('a tab that leaves is not spoken of any more', async ({ context }) => {
  const [one, other, third] = [await openTab(context), await openTab(context), await openTab(context)];
  await other.page.close({ runBeforeUnload: true });
  await expect(presence(one)).toBeVisible();
  await third.open('#/problem/allpass%2Fbell-gates?tab=program');
  await expect(presence(one)).toBeHidden();
  await expect(presence(third)).toBeHidden();
});

test('what is typed right before a reload is there after it', async ({ context }) => {
  const playground = await openTab(context);
  for (const program of ['# the first\n', '# the second\n', '# the third\n']) {
    await playground.write(program);
    await playground.page.reload();
    await expect(playground.editor).toContainText(program.trim());
  }
});
