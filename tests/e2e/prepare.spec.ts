/** Preparing sets on the page: the funnel, its switches, the solutions judged here, and the bytes of the command line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { inTemporaryFolder } from '../builders/files.ts';
import { allpass } from '../node/command-line.ts';
import { expectClean } from './expect-clean.ts';
import { fileOf, giveFile, savedBy } from './files.ts';
import { withoutPython } from './without-python.ts';

const words = (name: string) => Array.from({ length: 40 }, (_, at) => `${name}${at}`).join(' ');
const problem = (id: string, change: object = {}) => ({
  id,
  mode: 'stdin',
  prompt: words(id),
  source: 'own',
  meta: { contest_date: '2024-05-31', rating: 1500.0, url: `https://${id}.example` },
  tests: Array.from({ length: 8 }, (_, at) => ({
    input: `${id}${'1'.repeat(at + 1)}\n`,
    output: `${id}${'1'.repeat(at + 1)}\n`,
  })),
  ...change,
});
const lines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

// Not in the order of their ids, in which a browser stores them.
const PROBLEMS = [
  ...['h', 'b', 'g', 'a', 'f', 'c', 'e', 'd'].map((id) => problem(id)),
  problem('few', { tests: [{ input: '1', output: '1' }] }),
  problem('again', { prompt: words('b').toUpperCase() }),
  problem('nearly', { prompt: `${words('g')} and that is all` }),
  problem('any', { prompt: `${words('any')} Print any valid answer.` }),
  problem('seen', { prompt: words('seen') }),
];
const TESTS = [problem('t', { prompt: words('seen') })];
const RIGHT = 'print(input())';
const SOLUTIONS = [
  ...['a', 'b', 'c', 'd', 'e', 'g', 'h'].flatMap((problem_id) => [
    { problem_id, id: 0, code: problem_id === 'c' ? 'print(0)' : RIGHT },
    { problem_id, id: 1, code: problem_id === 'c' ? '1 / 0' : 'print(1)' },
  ]),
];

async function add(page: Page, name: string, rows: readonly object[]): Promise<void> {
  await giveFile(page, name, lines(rows));
  await expect(page.getByText(new RegExp(`problems? added from ${name}`))).toBeVisible();
}

function byCommand(args: readonly string[]): { readonly train: string; readonly test: string } {
  return inTemporaryFolder((folder) => {
    const path = (name: string) => join(folder, name);
    writeFileSync(path('p.jsonl'), lines(PROBLEMS));
    writeFileSync(path('t.jsonl'), lines(TESTS));
    const outputs = ['-o', path('train'), '--test-output', path('test')];
    const end = allpass(['prepare', 'p.jsonl', ...args, ...outputs], folder);
    expect([end.stderr, end.code]).toEqual([expect.any(String), 0]);
    return { train: readFileSync(path('train'), 'utf8'), test: readFileSync(path('test'), 'utf8') };
  });
}

const left = (page: Page, step: string) =>
  page.getByRole('list', { name: 'Steps' }).getByRole('listitem').filter({ hasText: step });

test(
  'steps are switched, counted, and what is left is what the command line writes',
  { tag: '@long' },
  async ({ page, context }) => {
    await withoutPython(context);
    await page.goto('./#/problems');
    await add(page, 'p.jsonl', PROBLEMS);
    await add(page, 't.jsonl', TESTS);
    await page.getByRole('button', { name: 'Close the report' }).click();
    // The report of each file can be opened again.
    await page.getByRole('button', { name: 'Show report p.jsonl' }).click();
    await expect(page.getByText(/problems added from p\.jsonl/)).toBeVisible();
    await page.getByRole('button', { name: 'Close the report' }).click();
    await page.getByRole('link', { name: 'Prepare sets…' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Prepare sets' })).toBeFocused();
    await expect(page).toHaveTitle('Prepare sets · Allpass');
    const main = page.getByRole('main');
    await page.getByRole('switch', { name: 'Decontaminate against test sets' }).check();
    await expect(main.getByRole('status').first()).toHaveText('13 problems → 8 problems left');
    await expect(left(page, 'Remove unjudgeable problems')).toContainText('12 left');
    await expect(left(page, 'Remove problems with few tests')).toContainText('11 left');
    await expect(left(page, 'Remove duplicates')).toContainText('10 left');
    await left(page, 'Remove duplicates').getByText('Show removed problems').click();
    await expect(left(page, 'Remove duplicates').getByRole('listitem')).toHaveText(/has the statement of/);
    await expect(left(page, 'Remove near-duplicates')).toContainText('9 left');
    await expect(left(page, 'Decontaminate against test sets')).toContainText('8 left');

    // By keyboard, and each in the address.
    await page.getByRole('switch', { name: 'Remove unjudgeable problems' }).focus();
    await page.keyboard.press('Space');
    await expect(main.getByRole('status').first()).toHaveText('13 problems → 9 problems left');
    await page.getByRole('switch', { name: 'Keep the longest tests' }).check();
    await page.getByLabel('Most tests').fill('3');
    await page.getByRole('switch', { name: 'Sample size' }).check();
    await page.getByLabel('Problems for training').fill('4');
    await page.getByLabel('Problems for testing').fill('2');
    await page.getByLabel('Seed').fill('9');
    await page.keyboard.press('Tab');
    await expect(page).toHaveURL(
      /prepare\?sets=p.jsonl&against=t.jsonl&flagged=off&most-tests=3&train-size=4&test-size=2&seed=9$/,
    );
    await page.getByLabel('Seed').fill('many');
    await page.keyboard.press('Tab');
    await expect(
      main.getByText('Enter a whole number from 0 to 4,294,967,295. Until then it stays 9.'),
    ).toBeVisible();
    await page.reload();
    await expect(left(page, 'Sample size')).toContainText('6 left');
    await expect(page.getByLabel('Seed')).toHaveValue('9');

    const args = '--against t.jsonl --keep-flagged --most-tests 3 --train-size 4 --test-size 2 --seed 9';
    await expect(
      main.getByText(`allpass prepare p.jsonl ${args} -o train.jsonl --test-output test.jsonl`),
    ).toBeVisible();
    const expected = byCommand(args.split(' '));
    for (const name of ['train', 'test'] as const) {
      expect((await savedBy(page, `Download ${name}.jsonl`)).text).toBe(expected[name]);
    }
    expect(expected.train.split('\n')).toHaveLength(5);
    const report = await savedBy(page, 'Download the report');
    expect(JSON.parse(report.text)).toMatchObject({ train: 4, test: 2, shortened: 6 });

    await main.getByRole('button', { name: 'Save as a new set' }).click();
    await expect(page.getByText('2 problems added from p-prepared-test.jsonl.')).toBeVisible();
    await page.getByRole('button', { name: 'Show the set' }).click();
    await expect(main.getByText('2 of 44 problems')).toBeVisible();
  },
);

test(
  'the official solutions are judged here, and go on after a reload',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('./#/problems');
    await add(page, 'p.jsonl', PROBLEMS);
    await page.getByRole('button', { name: 'Prepare the set…' }).click();
    await page.getByRole('switch', { name: 'Verify official solutions' }).check();
    const step = left(page, 'Verify official solutions');
    await expect(step).toContainText('This step needs a file');
    // One that takes its time: it can be stopped, and what was judged before it stays.
    const slow = SOLUTIONS.map((row) =>
      row.problem_id === 'd' ? { ...row, code: `while True: pass` } : row,
    );
    await step.getByLabel('File of solutions').setInputFiles(fileOf('s.jsonl', lines(slow)));
    // Those that an earlier step drops are not asked for.
    await expect(step).toContainText('7 problems not verified yet');
    await expect(step).toContainText('0 left');
    await step.getByRole('button', { name: 'Verify solutions' }).click();
    await expect(step.getByText('6 of 7 problems')).toBeVisible();
    // A reload interrupts the judging, and the next visit continues it by itself.
    await page.reload();
    // Only the program that never ends is left.
    await expect
      .poll(async () => {
        const [, judged, all] = /(\d+) of (\d+) problem/.exec((await step.textContent()) ?? '') ?? [];
        return Number(all) - Number(judged);
      })
      .toBe(1);
    await step.getByRole('button', { name: 'Stop judging' }).click();
    await expect(step).toContainText('1 problem not verified yet');
    await expect(step).toContainText('5 left');
    await page.reload();
    await expect(step).toContainText('1 problem not verified yet');
    await expect(step).toContainText('5 left');
    await expect(step).toContainText('s.jsonl');
    // Another file: only what has changed is judged.
    await step.getByLabel('File of solutions').setInputFiles(fileOf('other.jsonl', lines(SOLUTIONS)));
    await expect(step).toContainText('1 problem not verified yet');
    await step.getByRole('button', { name: 'Verify solutions' }).click();
    await expect(step).toContainText('All solutions are judged.');
    await expect(step).toContainText('6 left');
    await expect(page.getByText('6 for training')).toBeVisible();
  },
);

for (const { width, height, scheme, tag } of [
  { width: 1440, height: 900, scheme: 'light', tag: [] },
  { width: 1440, height: 900, scheme: 'dark', tag: ['@long'] },
  { width: 390, height: 844, scheme: 'dark', tag: ['@long'] },
  { width: 390, height: 844, scheme: 'light', tag: ['@long'] },
] as const) {
  test(
    `every step of a preparation is clean, ${width} px, ${scheme}`,
    { tag: [...tag] },
    async ({ page, context }) => {
      await withoutPython(context);
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto('./#/problems');
      await add(page, 'p.jsonl', PROBLEMS);
      await add(page, 't.jsonl', TESTS);
      await page.getByRole('button', { name: 'Close the report' }).click();
      await page.goto(
        './#/problems/prepare?sets=p.jsonl&against=t.jsonl&verify=on&filter=0+%3C+avg&most-tests=3&test-from=2024-08-01&train-size=2&test-size=1',
      );
      await expect(left(page, 'Split by date')).toContainText('left');
      await page
        .getByLabel('File of rewards')
        .setInputFiles(fileOf('runs.jsonl', lines([{ problem_id: 'a', reward: 1 }])));
      await expect(left(page, 'Filter by pass rate')).toContainText('1 left');
      await expectClean(page, `prepare, ${width} px, ${scheme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
      if (process.env['SHOTS'])
        await page.screenshot({ path: `${process.env['SHOTS']}/prepare-${width}-${scheme}.png` });
    },
  );
}
