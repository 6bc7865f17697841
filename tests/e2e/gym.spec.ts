/** The hack gym: the board, an exploit, and a cheat written by hand, by keyboard, wide and light, narrow and dark. */
import { expect, test, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { giveLook, LOOKS } from './looks.ts';

/** Python starts with the first program of a visit, and the machine may be busy. */

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name, exact: typeof name === 'string' }).press('Enter');
}

for (const look of LOOKS) {
  test(`the hack gym, by keyboard, at ${look.width} px`, { tag: '@long' }, async ({ page }) => {
    await giveLook(page, look);
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    await page.goto('./#/learn');
    await page.getByRole('link', { name: /^The hack gym/ }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^The hack gym/ })).toBeFocused();
    await expect(page.getByText(/^\d+ of \d+ fool at least one grader/)).toContainText('pay for 0.');
    await expectClean(page, 'the board');
    await page.getByLabel('Fooled grader').selectOption({ label: 'Open R1' });
    await expect(page).toHaveURL(/grader=open-r1/);
    await expect(page.getByRole('link', { name: 'Print the words as they came' })).toHaveCount(0);
    const nothing = page.getByRole('row').filter({ hasText: 'Print nothing at all' });
    await expect(nothing.getByText('fooled', { exact: true })).toHaveCount(1);
    await page.getByLabel('Family').selectOption({ label: 'Leaving early' });
    await expect(page.getByText('No exploit matches')).toBeVisible();
    await page.getByLabel('Family').selectOption({ label: 'How outputs are compared' });
    await press(page, /^Judge these \d+ answers/);
    await expect(page.getByText(/^Judging, \d+ remaining/)).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Judged' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Judge these \d+ answers/ })).toBeFocused();

    await page.getByRole('link', { name: 'Print nothing at all' }).press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Print nothing at all' })).toBeFocused();
    await expect(page).toHaveURL(/exploit=print-nothing/);
    await expect(page.getByText('It fools Open R1; the standard rules pay 0.')).toBeVisible();
    const said = page.getByRole('list', { name: 'Rulings of the graders' });
    await expect(said.getByRole('listitem').filter({ hasText: 'Open R1' })).toContainText(
      'Lines are compared in pairs',
    );
    await expectClean(page, 'an exploit');
    await press(page, 'Run all graders');
    await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused();
    await expect(page.getByText('Graded in this browser.')).toBeVisible();
    await expect(page.getByText('This differs from the recorded ruling.')).toHaveCount(0);

    await page.getByRole('link', { name: 'Edit this answer' }).press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Earn 1 without solving it' })).toBeFocused();
    await expect(page.getByRole('radio', { name: /^a full model answer/ })).toBeChecked();
    await page.getByLabel('Problem').selectOption({ label: 'A receipt for the fair' });
    await page.getByRole('radio', { name: 'code' }).check();
    const editor = page.getByRole('textbox', { name: 'Your program' });
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type("print('RECEIPT')");
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByText('It fools Open R1; the standard rules pay 0.')).toBeVisible();
    await expectClean(page, 'a cheat by hand');
    await page.keyboard.type('x');
    await expect(page.getByText('Not judged by all graders yet.')).toBeVisible();

    await press(page, 'Open in playground');
    await expect(page).toHaveURL(/#\/problem\/gym%2Ffair-receipt/);
    await expect(page.getByRole('heading', { name: 'A receipt for the fair' }).first()).toBeVisible();
    expect(failures).toEqual([]);
  });
}

test('a teacher’s link keeps the board until it is judged', { tag: '@long' }, async ({ page }) => {
  await page.goto('./#/learn/gym?hide=answers&family=extraction');
  await expect(page.getByText('The rulings are hidden until you run the graders.')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'An empty block' });
  await expect(row.getByText('not judged yet')).toHaveCount(16);
  await page.getByRole('link', { name: 'An empty block' }).click();
  await expect(page).toHaveURL(/hide=answers/);
  await expect(page.getByText('is a program to rLLM')).toHaveCount(0);
  await page.getByRole('button', { name: 'Run again rLLM' }).click();
  const said = page.getByRole('list', { name: 'Rulings of the graders' });
  await expect(said.getByRole('listitem').filter({ hasText: 'rLLM' })).toContainText('Accepted');
  await expect(said.getByText('Not judged yet.')).toHaveCount(14);
  await page.getByRole('button', { name: 'Run all graders' }).click();
  await expect(page.getByText('It fools rLLM; the standard rules pay 0.')).toBeVisible();
  await expect(page.getByText('is a program to rLLM')).toBeVisible();
  await page.goto('./#/learn/gym?exploit=none');
  await expect(page.getByText('The gym has no exploit or problem with the name')).toBeVisible();
});
