/** Earlier submissions: kept, compared, put back, deleted; and the author behind a mark in the list. */
import { expect, test, type Page } from '@playwright/test';
import { LOWEST_BARREL, openPlayground, PlaygroundPage } from './playground-page.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'History' });
const rowsOf = (page: Page) =>
  dialogOf(page).getByRole('list', { name: 'Judged submissions, the newest first' }).getByRole('button');

/** Text that the browser's highlight of this name covers. */
const highlighted = (page: Page, name: string) =>
  page.evaluate((colour) => {
    const texts: string[] = [];
    for (const range of CSS.highlights.get(colour) ?? []) {
      const { startContainer, startOffset, endOffset } = range as StaticRange;
      if (startContainer.isConnected) texts.push((startContainer as Text).data.slice(startOffset, endOffset));
    }
    return texts;
  }, name);

async function submit(playground: PlaygroundPage, program: string): Promise<void> {
  await playground.submit(program, /^Wrong answer/, 'Reward 0.0');
  await playground.expectEnd();
}

test('each tab has its own verdict, all are kept, compared by line, put back and deleted with undo', async ({
  page,
}) => {
  await page.setViewportSize(WIDE);
  const playground = await openPlayground(page, LOWEST_BARREL);
  await playground.ask();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  // A model's answer is not the user's own: the list distinguishes them.
  const row = page.getByRole('link', { name: /The Lowest Barrel/ });
  await expect(row).toContainText('an example solves it');
  await expect(row).not.toContainText('by you');
  await expect.poll(() => highlighted(page, 'code-keyword')).toContain('import');
  await submit(playground, 'import sys\nprint("the first")\n');
  await submit(playground, 'import sys\nprint("the second")\n');
  await expect(row).toContainText('tried by you, not solved; an example solves it');
  await page.getByRole('tab', { name: 'Answer' }).click();
  await playground.expectVerdict('Accepted', 'Reward 1.0');
  await page.getByRole('tab', { name: 'Program' }).click();
  await playground.expectVerdict(/^Wrong answer/, 'Reward 0.0');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'History' }).focus();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(rowsOf(page).last()).toHaveText(/AC\s*Accepted.*Example: correct answer/s);
  await expect(rowsOf(page).first()).toHaveText(/WA\s*Wrong answer.*reward 0\.0.*Your program/s);
  await rowsOf(page).first().press('Enter');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('group', { name: 'The program' })).toContainText('the second');
  await expect.poll(() => highlighted(page, 'code-string')).toContain('"the second"');
  await expect(dialog.getByLabel('Compare with').getByRole('option').last()).toHaveText(
    /^Accepted \d+\/\d+: Example: correct answer/,
  );
  await dialog.getByLabel('Compare with').selectOption({ index: 1 });
  await expect(dialog.getByText('1 line removed, 1 line added.')).toBeVisible();
  const difference = dialog.getByRole('group', { name: 'The difference, line by line' });
  await expect(difference).toContainText('only in the earlier one: print("the first")');
  await expect(difference).toContainText('only in the later one: print("the second")');
  // The address has the pair.
  const link = page.url();
  expect(link).toMatch(/history=\d+\*\d+/);
  await page.reload();
  await expect(difference).toContainText('print("the first")');

  // The last written program is not lost to the one that is put back.
  await page.keyboard.press('Escape');
  await expect(rowsOf(page).first()).toBeFocused();
  await rowsOf(page).nth(1).click();
  await dialog.getByRole('button', { name: 'Load into the editor' }).click();
  await expect(dialog).toBeHidden();
  await expect(playground.editor).toContainText('the first');
  await expect(playground.editor).toBeFocused();
  await page.getByRole('button', { name: 'Restore mine' }).click();
  await expect(playground.editor).toContainText('the second');

  await page.getByRole('button', { name: 'History' }).click();
  await dialog.getByRole('button', { name: 'Clear all' }).click();
  await expect(dialog.getByText('3 entries deleted.')).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowsOf(page)).toHaveCount(3);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(3);
});

test('the history on a narrow window: one thing at a time', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize(NARROW);
  const playground = await openPlayground(page, LOWEST_BARREL);
  await submit(playground, 'print(1)');
  await submit(playground, 'print(2)');
  await page.getByRole('button', { name: 'Tests' }).click();
  await page.getByRole('button', { name: 'History' }).click();
  await rowsOf(page).first().click();
  await expect(rowsOf(page)).toHaveCount(0);
  const dialog = dialogOf(page);
  await dialog.getByLabel('Compare with').selectOption({ index: 1 });
  await expect(dialog.getByText('1 line removed, 1 line added.')).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBe(0);
  await dialog.getByRole('button', { name: 'Back to the list' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await rowsOf(page).first().click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
});

test('two tabs that submit at once lose nothing', { tag: '@long' }, async ({ context }) => {
  const tabs = [new PlaygroundPage(await context.newPage()), new PlaygroundPage(await context.newPage())];
  for (const tab of tabs) await tab.open(LOWEST_BARREL);
  for (const tab of tabs) await tab.write('print(0)');
  await Promise.all(tabs.map(({ page }) => page.getByRole('button', { name: 'Submit' }).click()));
  for (const tab of tabs) {
    await tab.expectVerdict(/^Wrong answer/, 'Reward 0.0');
    await tab.expectEnd();
  }
  const { page } = tabs[0]!;
  await page.getByRole('button', { name: 'History' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
});
