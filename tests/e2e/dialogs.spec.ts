/** The handling of typed text by dialogs. */
import { expect, test } from '@playwright/test';
import { openPlayground, PlaygroundPage } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

test.beforeEach(({ context }) => withoutPython(context));

test(
  'Sampling says what may be in a field, and keeps the last that was',
  { tag: '@long' },
  async ({ page }) => {
    await openPlayground(page, '#/problem/allpass%2Flowest-barrel?tab=answer');
    await new PlaygroundPage(page).command('Sampling');
    const dialog = page.getByRole('dialog', { name: 'Sampling' });
    const temperature = dialog.getByLabel('Temperature');
    await expect(temperature).toBeFocused();
    for (const [label, wrong, says] of [
      ['Temperature', 'abc', 'Enter a number from 0 to 5. Until then it stays 0.6.'],
      ['Temperature', '1,700', 'Enter a number from 0 to 5. Until then it stays 0.6.'],
      ['Top-p', '7', 'Enter a number from 0.001 to 1. Until then it stays 0.95.'],
      ['Seed', 'x', 'Enter a whole number from 0, or nothing. Until then it stays empty.'],
      ['Max tokens', '-5', 'Enter a whole number from 0, or nothing. Until then it stays empty.'],
    ] as const) {
      const field = dialog.getByLabel(label);
      await field.fill(wrong);
      await field.press('Tab');
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(new RegExp(says));
    }
    await temperature.fill('0,7');
    await temperature.press('Tab');
    await expect(temperature).toHaveAttribute('aria-invalid', 'false');
    await expect(temperature).toHaveValue('0.7');
    await expect(temperature).toHaveAccessibleDescription('');
    await page.keyboard.press('Escape');
    await new PlaygroundPage(page).command('Sampling');
    await expect(temperature).toHaveValue('0.7');
    await expect(dialog.getByLabel('Top-p')).toHaveValue('0.95');
  },
);

test('a pasted answer outlasts Escape, and goes with its problem', { tag: '@long' }, async ({ page }) => {
  const playground = await openPlayground(page, '#/problem/allpass%2Flowest-barrel?tab=answer');
  const open = page.getByRole('button', { name: 'Paste an answer' });
  const answer = page.getByRole('dialog', { name: 'Paste an answer' }).getByLabel('Answer', { exact: true });
  await open.first().click();
  await expect(answer).toBeFocused();
  await page.keyboard.insertText('a long answer');
  await page.keyboard.press('Escape');
  await expect(answer).toHaveCount(0);
  await open.first().click();
  await expect(answer).toHaveValue('a long answer');
  await page.keyboard.press('Escape');
  await playground.open('#/problem/allpass%2Fbell-gates?tab=answer');
  await open.first().click();
  await expect(answer).toHaveValue('');
});

test(
  'Escape closes a dialog also where another problem comes in the same breath',
  { tag: '@long' },
  async ({ page }) => {
    await openPlayground(page, '#/problem/allpass%2Flowest-barrel?tab=answer');
    const open = page.getByRole('button', { name: 'Paste an answer' }).first();
    const dialog = page.getByRole('dialog', { name: 'Paste an answer' });
    await open.click();
    // The browser tells that a dialog was closed in a task of its own: here the way to the other problem comes first.
    await dialog.evaluate((element) =>
      element.addEventListener('cancel', () =>
        queueMicrotask(() => {
          history.pushState(null, '', '#/problem/allpass%2Fbell-gates?tab=answer');
          dispatchEvent(new PopStateEvent('popstate'));
        }),
      ),
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1, name: 'Bells and Gates' })).toBeVisible();
    await open.click();
    await expect(dialog).toBeVisible();
  },
);

test('Connection begins in its first field', { tag: '@long' }, async ({ page }) => {
  await openPlayground(page, '#/problem/allpass%2Flowest-barrel?tab=answer');
  await new PlaygroundPage(page).command('Connection');
  await expect(page.getByRole('dialog').getByLabel('Server', { exact: true })).toBeFocused();
});
