/** Samples made elsewhere as runs: dropped, judged, held against their file, by windows of dates, and two runs side by side. */
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';

const problem = (id: string, title: string, date?: string) => ({
  ...{
    id,
    title,
    mode: 'stdin',
    prompt: `${title}.`,
    public_tests: 1,
    ...(date === undefined ? {} : { meta: { date } }),
  },
  tests: [
    { input: '2\n', output: '4\n' },
    { input: '5\n', output: '10\n' },
  ],
});
const PROBLEMS = [
  problem('own/double', 'Double it', '2024-09-15'),
  problem('own/twice', 'Twice as much', '2024-03-01'),
  problem('own/again', 'Once again'),
]
  .map((row) => JSON.stringify(row))
  .join('\n');
const RIGHT = 'print(2 * int(input()))';
const SQUARE = 'n = int(input())\nprint(4 if n == 2 else n * n)';
const ANSWER = `<think>\nTwice.\n</think>\nSo:\n\`\`\`python\n${RIGHT}\n\`\`\``;

const rows = (values: readonly object[]): string => values.map((row) => JSON.stringify(row)).join('\n');

async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([called, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content!], called!));
      return transfer;
    },
    [name, text],
  );
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: data });
}

/** On the page of runs, with three problems of our own. */
async function openRuns(page: Page): Promise<void> {
  await page.goto('#/runs');
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
  await drop(page, 'own.jsonl', PROBLEMS);
  await expect(page.getByText(/3 problems added/)).toBeVisible();
  await page.getByRole('button', { name: 'Close the report' }).click();
}

async function runSamples(
  page: Page,
  name: string,
  samples: readonly object[],
  judged: string,
): Promise<void> {
  await drop(page, name, rows(samples));
  await expect(page).toHaveURL(/new=samples/);
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByText(judged, { exact: true })).toBeVisible({ timeout: 120_000 });
}

test(
  'samples made elsewhere: dropped on the runs, judged and kept, held against their file, by a window of dates',
  { tag: '@long' },
  async ({ page }) => {
    await openRuns(page);
    await page.getByRole('button', { name: 'New run…' }).click();
    await page.getByRole('link', { name: 'Samples of a file' }).click();
    await expect(page.getByRole('button', { name: 'Start the run' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expectClean(page, 'a run of samples, none chosen');
    const samples = [
      { problem_id: 'own/double', id: 0, response: ANSWER, passed: true },
      { problem_id: 'own/double', id: 1, code: SQUARE, passed: true },
      { problem_id: 'own/twice', id: 0, code: RIGHT, passed: false },
      { problem_id: 'own/again', id: 0, response: 'No idea.' },
      { problem_id: 'own/agian', id: 0, code: RIGHT },
    ];
    await drop(page, 'theirs.jsonl', `${rows(samples)}\n{"problem_id":`);
    await expect(page.getByText('4 samples of 3 problems, at most 2 of each')).toBeVisible();
    await expect(page.getByText('The file says of 3 whether they passed.')).toBeVisible();
    await expect(
      page.getByText(/^1 sample of the file is of problems that are not here \(“own\/agian”\)/),
    ).toBeVisible();
    await expect(page.getByText('1 line of the file holds no sample.')).toBeVisible();
    await expectClean(page, 'a run of samples');
    await page.getByLabel('Name of the run').fill('Theirs');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Theirs' })).toBeVisible();
    await expect(page.getByText('4 of 4 judged', { exact: true })).toBeVisible({ timeout: 120_000 });

    // Kept, and held against the file.
    await page.reload();
    await expect(page.getByText('4 of 4 judged', { exact: true })).toBeVisible();
    await expect(page.getByText('1 of 3 the same (33.3 %)', { exact: false })).toBeVisible();
    await expect(page.getByText(/^1 sample of the file is of problems/)).toBeVisible();
    await expectClean(page, 'a run of samples and its file');
    await page.getByRole('link', { name: /passed in the file only/ }).click();
    await expect(page).toHaveURL(/part=samples&verdict=only-there/);
    await expect(page.getByText('1 sample', { exact: true })).toBeVisible();
    const row = page.getByRole('link', { name: /Double it.*Wrong answer.*Passed in the file only/ });
    await row.click();
    await expect(page).toHaveURL(/sample=2$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Double it' })).toBeFocused();
    await expect(page.getByText('in its file: passed')).toBeVisible();
    await page.getByRole('button', { name: 'Run it again to see what came out' }).click();
    await expect(
      page.getByRole('heading', { level: 3, name: 'Test 2, the first that failed' }),
    ).toBeFocused();
    await expect(page.getByRole('group', { name: 'Expected output of test 2' })).toContainText('10');
    await expect(page.getByRole('group', { name: 'Output of test 2', exact: true })).toContainText('25');
    await expectClean(page, 'the test that a sample failed');
    await page.goBack();
    await expect(row).toBeFocused();

    // LiveCodeBench reports by windows.
    await page.getByRole('tab', { name: 'Figures' }).click();
    await page.getByLabel('Problems from').fill('2024-08-01');
    await expect(page).toHaveURL(/from=2024-08-01/);
    await expect(
      page.getByText('1 of 3 problems came out then; 1 has no date and is left out.'),
    ).toBeVisible();
    await expect(page.getByText('0 of 0', { exact: false })).toHaveCount(0);
    await expect(page.getByText('1 of 2 the same (50.0 %)', { exact: false })).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 of 2 the same (50.0 %)', { exact: false })).toBeVisible();
    await expectClean(page, 'the figures of a window');
    await page.getByRole('button', { name: 'All dates' }).click();
    await expect(page.getByLabel('Problems from')).toBeFocused();

    await page.getByRole('tab', { name: 'Settings' }).click();
    const download = page.waitForEvent('download');
    await page.getByLabel('As', { exact: true }).selectOption('csv');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const csv = readFileSync(await (await download).path(), 'utf8').split('\r\n');
    expect(csv[0]).toBe('problem_id,sample_id,profile,verdict,reward,flags,tests_passed,tests_total,tokens');
    expect(csv).toContainEqual(expect.stringMatching(/^own\/double,1,standard,wrong-answer,0,.*,1,2,\d+$/));

    // The same file twice is one run.
    const saved = page.waitForEvent('download');
    await page.getByLabel('As', { exact: true }).selectOption('run');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const file = await (await saved).path();
    await page.goto('#/runs');
    await page.getByLabel('Open a run…').setInputFiles(file);
    await expect(page.getByText(/is here already, as Theirs\.$/)).toBeVisible();
    await page.getByRole('link', { name: 'All runs' }).click();
    await expect(page.getByRole('link', { name: /^Theirs/ })).toHaveCount(1);
  },
);

test(
  'two runs of samples on a phone: a problem that flipped, with the answers of both one over the other',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await openRuns(page);
    const two = (first: string, second: string) => [
      { problem_id: 'own/double', id: 0, code: first },
      { problem_id: 'own/double', id: 1, code: RIGHT },
      { problem_id: 'own/twice', id: 0, code: second },
      { problem_id: 'own/twice', id: 1, code: second },
    ];
    await runSamples(page, 'ones.jsonl', two(RIGHT, SQUARE), '4 of 4 judged');
    // From the playground it is a press.
    await page.goto('#/problem/own%2Fdouble');
    await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
    await drop(page, 'others.jsonl', rows(two(RIGHT, RIGHT)));
    const dialog = page.getByRole('dialog', { name: 'Samples' });
    await expect(dialog.getByText('4 of 4 judged', { exact: true }).first()).toBeVisible({
      timeout: 120_000,
    });
    await dialog.getByRole('button', { name: 'Make it a run' }).click();
    await expect(page).toHaveURL(/#\/runs\?new=samples/);
    await page.getByRole('button', { name: 'Start the run' }).click();
    await expect(page.getByText('4 of 4 judged', { exact: true })).toBeVisible({ timeout: 120_000 });

    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Run', { exact: true }).selectOption('ones');
    await page.getByRole('button', { name: 'Compare' }).click();
    await expectClean(page, 'two runs compared, narrow and dark');
    const flip = page.getByRole('link', { name: /^Twice as much/ });
    await flip.click();
    await expect(page).toHaveURL(/problem=own%2Ftwice.*sample=1$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Twice as much' })).toBeFocused();
    const one = page.getByRole('region', { name: 'others', exact: true });
    const other = page.getByRole('region', { name: 'ones', exact: true });
    await expect(one).toContainText('Accepted');
    await expect(other).toContainText(/Wrong answer.*the first that failed is 2/s);
    await expect(other.getByRole('group', { name: /^Program of B/ })).toContainText('n * n');
    await other.getByRole('button', { name: /^Run it again/ }).click();
    await expect(other.getByRole('group', { name: /^Output of test 2/ })).toContainText('25');
    const [above, below] = [await one.boundingBox(), await other.boundingBox()];
    expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
    await expectClean(page, 'the answers of two runs, narrow and dark');
    await page.getByRole('link', { name: 'sample 2' }).click();
    await expect(page).toHaveURL(/sample=2$/);
    await page.setViewportSize({ width: 1440, height: 900 });
    const [left, right] = [await one.boundingBox(), await other.boundingBox()];
    expect(right!.x).toBeGreaterThanOrEqual(left!.x + left!.width);
    await expectClean(page, 'the answers of two runs, wide and dark');
    await page.getByRole('link', { name: 'The comparison' }).click();
    await expect(flip).toBeFocused();
  },
);
