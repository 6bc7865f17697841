/** Parts of the page that throw while they are drawn: each says so in its place, and the rest works. */
import { expect, test, type Page } from '@playwright/test';
import { PlaygroundPage } from '../e2e/playground-page.ts';
import { withoutPython } from '../e2e/without-python.ts';

test.beforeEach(({ context }) => withoutPython(context));

const BROKEN = 'This part of the page could not be shown';

/** Lets the component of a chunk throw the first few times that it is drawn. */
async function breakPart(page: Page, chunk: string, times: number): Promise<void> {
  await page.route(new RegExp(`/assets/${chunk}-[^/?]*\\.js$`), (route) => {
    const whole = JSON.stringify(`${new URL(route.request().url()).pathname}?whole`);
    return route.fulfill({
      contentType: 'text/javascript',
      body: `import whole from ${whole};
        let left = ${times};
        export default (...all) => {
          if (left-- > 0) throw new Error('broken <b>on purpose</b>');
          return whole(...all);
        };`,
    });
  });
}

test('a page that throws says so, and another page works', async ({ page }) => {
  await breakPart(page, 'ModelsPage', 2);
  await page.goto('./');
  await page.getByRole('link', { name: 'Models' }).click();
  const trouble = page.getByRole('alert');
  await expect(trouble).toContainText(BROKEN);
  await expect(trouble).toContainText('broken <b>on purpose</b>');
  await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeFocused();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(trouble).toContainText('Trying again did not help');
  await page.getByRole('link', { name: 'Playground' }).click();
  await expect(page.locator('.cm-editor, article').first()).toBeVisible();
  await expect(trouble).toHaveCount(0);
  await page.getByRole('link', { name: 'Models' }).click();
  await expect(page.getByRole('tab', { name: 'On this machine' })).toBeVisible();
});

test('a dialog that throws is a dialog that says so, and closes', async ({ page }) => {
  await breakPart(page, 'EndpointDialog', 1);
  await new PlaygroundPage(page).open();
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Connection');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Connection' });
  await expect(dialog.getByRole('alert')).toContainText(BROKEN);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByLabel('Base URL')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

const LINES = ['good', 'bad']
  .map((id) =>
    JSON.stringify({
      id,
      mode: 'stdin',
      prompt: id,
      tests: [{ input: `${id}!`, output: '2' }],
      public_tests: 1,
    }),
  )
  .join('\n');

test('a problem that cannot be drawn: its statement says so, the list leads on, and it stays stored', async ({
  page,
}) => {
  await page.goto('./');
  await page
    .locator('input[type=file][accept*=jsonl]')
    .setInputFiles({ name: 'own.jsonl', mimeType: 'text/plain', buffer: Buffer.from(LINES) });
  await expect(page.getByText('2 problems added')).toBeVisible();
  await page.evaluate(() => {
    const whole = Object.getOwnPropertyDescriptor(String.prototype, 'replace')!.value as () => string;
    String.prototype.replace = function (this: string, ...all: []) {
      if (this.startsWith('bad!')) throw new Error('this text cannot be shown');
      return whole.apply(this, all);
    };
  });
  await page.evaluate(() => (location.hash = '#/problem/bad'));
  const trouble = page.getByRole('group', { name: 'Statement' }).getByRole('alert');
  await expect(trouble).toContainText(BROKEN);
  await expect(page.getByRole('alert')).toHaveCount(1);
  await page.getByRole('navigation', { name: 'Problems' }).getByRole('link', { name: 'good' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'good' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goBack();
  await expect(trouble).toContainText(BROKEN);
  await trouble.getByRole('button', { name: 'Reload the page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'bad' })).toBeVisible();
  await expect(page.getByText('bad!')).toBeVisible();
});
