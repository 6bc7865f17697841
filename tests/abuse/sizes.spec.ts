/** Files and texts of sizes that are rare and right: shown, searched and judged without a stall. */
import { writeFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { PlaygroundPage } from '../e2e/playground-page.ts';
import { longestTask, LONGEST_TASK_MS } from './stall.ts';

interface Row {
  readonly id: string;
  readonly mode: 'stdin' | 'call';
  readonly tests: readonly { readonly input: unknown; readonly output: unknown }[];
  readonly [field: string]: unknown;
}

async function addFile(page: Page, path: string, rows: readonly Row[]): Promise<void> {
  writeFileSync(path, rows.map((row) => JSON.stringify({ prompt: 'p', ...row })).join('\n'));
  await page.locator('input[type=file][accept*=jsonl]').setInputFiles(path);
  await expect(page.getByText(/problems? added from/)).toBeVisible({ timeout: 120_000 });
}

async function noStall(page: Page, name: string, work: () => Promise<void>): Promise<void> {
  const stall = await longestTask(page, work);
  console.log(`${String(stall).padStart(5)} ms  ${name}`);
  expect.soft(stall, name).toBeLessThanOrEqual(LONGEST_TASK_MS);
}

const open = (page: Page, id: string) =>
  page.evaluate((name) => (location.hash = `#/problem/${encodeURIComponent(name)}`), id);

for (const count of [5_000, 100_000]) {
  test(`${count} problems in one file`, { tag: '@long' }, async ({ page }, info) => {
    const rows = Array.from({ length: count }, (_, at): Row => ({
      id: `p${at}`,
      title: `Problem ${at}`,
      mode: 'stdin',
      tests: [{ input: String(at), output: '1' }],
    }));
    await page.goto('./');
    await expect(page.getByRole('article')).toBeVisible();
    await noStall(page, `${count} problems: import`, () =>
      addFile(page, info.outputPath('many.jsonl'), rows),
    );
    await noStall(page, `${count} problems: show the set`, async () => {
      await page.getByRole('button', { name: 'Show the set' }).click();
      await expect(page.getByRole('link', { name: /^Problem 7\b/ })).toBeVisible();
    });
    await noStall(page, `${count} problems: search`, async () => {
      await page.getByRole('searchbox').pressSequentially('Problem 777');
      await expect(page.getByRole('link', { name: /^Problem 777\b/ })).toBeVisible();
      await page.getByRole('searchbox').fill('');
      await page.waitForTimeout(500);
    });
    await noStall(page, `${count} problems: open one`, async () => {
      await open(page, `p${count - 1}`);
      await expect(page.getByRole('heading', { level: 1, name: `Problem ${count - 1}` })).toBeVisible();
    });
    await noStall(page, `${count} problems: the commands`, async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('Problem 49');
      await page.waitForTimeout(500);
      await page.keyboard.press('Escape');
    });
    await noStall(page, `${count} problems: another visit`, async () => {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: `Problem ${count - 1}` })).toBeVisible();
      await page.waitForTimeout(1000);
    });
  });
}

const NUMBERS = '123456789 '.repeat(9).trim();
const TEN_MB = `${NUMBERS}\n`.repeat(110_000);
const LINE = 'x'.repeat(10_000_000);

/** Text of ten million characters, as input, as expected output and as what is printed. */
const BIG: Readonly<Record<string, { readonly row: Row; readonly code: string; readonly right: boolean }>> = {
  'ten megabytes in lines': {
    row: { id: 'lines', mode: 'stdin', tests: [{ input: TEN_MB, output: TEN_MB }], public_tests: 1 },
    code: 'import sys\nsys.stdout.write(sys.stdin.read())',
    right: true,
  },
  'ten megabytes in lines, the last of them wrong': {
    row: { id: 'wrong', mode: 'stdin', tests: [{ input: TEN_MB, output: TEN_MB }] },
    code: 'import sys\nsys.stdout.write(sys.stdin.read()[:-5] + "x")',
    right: false,
  },
  'ten megabytes in lines, each of them wrong': {
    row: { id: 'all-wrong', mode: 'stdin', tests: [{ input: TEN_MB, output: TEN_MB }] },
    code: 'import sys\nsys.stdout.write(sys.stdin.read().replace("1", "7"))',
    right: false,
  },
  // Equal as numbers and not as text, in one line: the slowest to compare, by far.
  'ten megabytes in numbers': {
    row: { id: 'numbers', mode: 'stdin', tests: [{ input: '', output: '1.0 2.50 '.repeat(1_100_000) }] },
    code: 'import sys\nsys.stdout.write("1 2.500 " * 1_100_000)',
    right: true,
  },
  'ten megabytes in one line': {
    row: { id: 'line', mode: 'stdin', tests: [{ input: LINE, output: LINE }], public_tests: 1 },
    code: 'import sys\nsys.stdout.write(sys.stdin.read())',
    right: true,
  },
  'a list of a million numbers': {
    row: {
      id: 'long-list',
      mode: 'call',
      fn_name: 'f',
      tests: [{ input: [Array(1_000_000).fill(1_234_567)], output: Array(1_000_000).fill(1_234_567) }],
    },
    code: 'def f(x):\n    return x',
    right: true,
  },
  'a list of 200,000 numbers': {
    row: {
      id: 'list',
      mode: 'call',
      fn_name: 'f',
      tests: [{ input: [Array(200_000).fill(1_234_567)], output: Array(200_000).fill(1_234_567) }],
      public_tests: 1,
    },
    code: 'def f(x):\n    return x',
    right: true,
  },
};

for (const [name, { row, code, right }] of Object.entries(BIG)) {
  test(name, { tag: '@long' }, async ({ page }, info) => {
    const playground = new PlaygroundPage(page);
    await playground.open();
    await noStall(page, `${name}: import`, () =>
      addFile(page, info.outputPath(`${row.id}.jsonl`), [{ time_limit_s: 60, ...row }]),
    );
    await noStall(page, `${name}: open`, async () => {
      await open(page, row.id);
      await expect(page.getByRole('heading', { level: 1, name: row.id })).toBeVisible();
      await page.waitForTimeout(500);
    });
    await playground.write(code);
    await noStall(page, `${name}: judge`, async () => {
      await page.keyboard.press('ControlOrMeta+Enter');
      if (right) await playground.expectVerdict('Accepted', 'Reward 1.0');
      else await playground.expectVerdict(/^Wrong answer/, 'Reward 0.0');
    });
    await noStall(page, `${name}: detail`, async () => {
      await page.evaluate(() => (location.hash = location.hash.replace(/&?test=\d+/, '') + '&test=1'));
      await expect(page.getByRole('button', { name: 'Close test 1' })).toBeVisible();
      await page.waitForTimeout(500);
    });
    await noStall(page, `${name}: another visit`, async () => {
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: row.id })).toBeVisible();
      await page.waitForTimeout(1500);
    });
  });
}

test('ten thousand public samples', async ({ page }, info) => {
  const tests = Array.from({ length: 10_000 }, (_, at) => ({ input: String(at), output: String(at) }));
  await page.goto('./');
  await expect(page.getByRole('article')).toBeVisible();
  await addFile(page, info.outputPath('samples.jsonl'), [
    { id: 'samples', mode: 'stdin', tests, public_tests: 10_000 },
  ]);
  await noStall(page, 'ten thousand public samples', async () => {
    await open(page, 'samples');
    await expect(page.getByRole('heading', { level: 1, name: 'samples' })).toBeVisible();
    await page.waitForTimeout(500);
  });
});
