/** A problem that is written in the page. */
import { expect, test } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { dropFiles, savedBy } from './files.ts';

test('a problem is written, checked, saved to a set and exported', async ({ page }) => {
  await page.goto('./#/problems');
  await page.getByRole('link', { name: 'Write a problem' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Write a problem' })).toBeFocused();
  const status = page.getByRole('main');
  await expect(status.getByText('Enter a title.').first()).toBeVisible();
  await page.getByLabel('Title').fill('Two Lamps');
  await page.getByRole('textbox', { name: /^Statement/ }).fill('Add $a$ and $b$.');
  await page.getByLabel('Input of test 1').fill('1 2\n');
  await page.getByLabel('Expected output of test 1').fill('4\n');
  const editor = page.getByRole('textbox', { name: 'Accepted program' });
  await editor.click();
  await page.keyboard.insertText('print(sum(map(int, input().split())))');
  await expect(page.getByText('The program passes 0 of 1 test.')).toBeVisible();
  await page.getByRole('button', { name: 'Use the outputs of the program' }).click();
  await expect(page.getByText('The program passes 1 test.')).toBeVisible();
  await page.getByRole('button', { name: 'Save to the set' }).click();
  await expect(page.getByText('1 problem added from my-problems.jsonl.')).toBeVisible();
  // A second problem joins the set.
  await page.getByLabel('Title').fill('Three Lamps');
  await page.getByRole('button', { name: 'Save to the set' }).click();
  await expect(page.getByText('2 problems added from my-problems.jsonl.')).toBeVisible();
  const file = await savedBy(page, 'Export problems.jsonl');
  expect(JSON.parse(file.text)).toMatchObject({
    id: 'own/three-lamps',
    mode: 'stdin',
    public_tests: 1,
    tests: [{ input: '1 2\n', output: '3\n' }],
    solutions: ['print(sum(map(int, input().split())))'],
  });

  await page.goto('./#/problems?problem=own%2Ftwo-lamps');
  await page.getByRole('button', { name: 'Link for students…' }).click();
  await expect(page.getByText(/^\d[\d,]* characters$/)).toBeVisible();
  await expectClean(page, 'a link for students');
  const shared = await savedBy(page, 'Save as a file');
  expect(shared.text).toContain('own/two-lamps');
  expect(shared.text).not.toContain('print(');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Two Lamps');
  await expect(editor).toContainText('print(sum');
  await page.getByLabel('Title').fill('Four Lamps');
  await page.getByRole('button', { name: 'Save to the set' }).click();
  await expect(page.getByText('2 problems added from my-problems.jsonl.')).toBeVisible();
  await page.goto('./#/problems?problem=own%2Ftwo-lamps');
  await expect(page.getByRole('heading', { name: 'No such problem' })).toBeVisible();
  await page.goto('./#/problems?problem=own%2Ffour-lamps');
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('1 problem added from my-problems.jsonl.')).toBeVisible();

  // Dropped anywhere, the file opens its only problem, without models.
  await page.goto('./#/runs');
  await dropFiles(page, { 'allpass-class.json': shared.text });
  await expect(page.getByRole('heading', { level: 1, name: 'Two Lamps' })).toBeVisible();
  await expect(page).toHaveURL(/solo=1/);
});

test('a half-written problem is there after a reload, until it is discarded', async ({ page }) => {
  await page.goto('./#/problems/write');
  await expect(page.getByRole('button', { name: 'Discard the draft' })).toHaveCount(0);
  await page.getByLabel('Title').fill('Half a lamp');
  await page.getByRole('button', { name: 'Add a test' }).click();
  await page.getByLabel('Input of test 2').fill('7\n');
  const editor = page.getByRole('textbox', { name: 'Accepted program' });
  await editor.click();
  await page.keyboard.insertText('print(7)');
  await expect(page.getByText('The draft is stored in this browser.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The draft of an earlier visit is restored.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Half a lamp');
  await expect(page.getByLabel('Input of test 2')).toHaveValue('7\n');
  await expect(editor).toContainText('print(7)');
  await expectClean(page, 'a restored draft');
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Restore the draft' })).toBeFocused();
  await page.getByRole('button', { name: 'Restore the draft' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a lamp');
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Discard the draft' })).toHaveCount(0);
});
