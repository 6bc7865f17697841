/** Files and texts of sizes that are rare and right: shown, searched and judged without a stall. */
import { writeFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { INLINE_CHARACTERS } from '../../src/judge/off-thread-comparer.ts';
import { PlaygroundPage } from '../e2e/playground-page.ts';
import { rowsOf, watchStall, whileMeasured } from './stall.ts';

interface Row {
  readonly id: string;
  readonly mode: 'stdin' | 'call';
  readonly tests: readonly { readonly input: unknown; readonly output: unknown }[];
  readonly [field: string]: unknown;
}

/** Opens with its file: opening the others is measured for itself. */
const PLAIN: Row = { id: 'plain', mode: 'stdin', tests: [{ input: '', output: '1' }] };

async function addFile(page: Page, path: string, rows: readonly Row[]): Promise<void> {
  writeFileSync(path, [PLAIN, ...rows].map((row) => JSON.stringify({ prompt: 'p', ...row })).join('\n'));
  await page.locator('input[type=file][accept*=jsonl]').setInputFiles(path);
  await page.getByText(/problems? added from/).waitFor();
}

const open = (page: Page, id: string) =>
  page.evaluate((name) => (location.hash = `#/problem/${encodeURIComponent(name)}`), id);

const MANY = { '5,000 problems': 5_000, '100,000 problems': 100_000 };

for (const [name, count] of rowsOf(MANY, ['100,000 problems'])) {
  test(`${name} in one file`, { tag: '@long' }, async ({ page }, info) => {
    const rows = Array.from({ length: count }, (_, at): Row => ({
      id: `p${at}`,
      title: `Problem ${at}`,
      mode: 'stdin',
      tests: [{ input: String(at), output: '1' }],
    }));
    await page.goto('./');
    await expect(page.getByRole('article')).toBeVisible();
    await watchStall(page, `${name}: import`, () => addFile(page, info.outputPath('many.jsonl'), rows));
    await watchStall(page, `${name}: show the set`, async () => {
      await page.getByRole('button', { name: 'Show the set' }).click();
      await page.getByRole('link', { name: /^Problem 7\b/ }).waitFor();
    });
    await watchStall(page, `${name}: search`, async () => {
      await page.getByRole('searchbox').pressSequentially('Problem 777');
      await page.getByRole('link', { name: /^Problem 777\b/ }).waitFor();
      await page.getByRole('searchbox').fill('');
      await whileMeasured(500);
    });
    await watchStall(page, `${name}: open one`, async () => {
      await open(page, `p${count - 1}`);
      await page.getByRole('heading', { level: 1, name: `Problem ${count - 1}` }).waitFor();
    });
    await watchStall(page, `${name}: the commands`, async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.keyboard.type('Problem 49');
      await whileMeasured(500);
      await page.keyboard.press('Escape');
    });
    await watchStall(page, `${name}: their page, its statements read`, async () => {
      await page.evaluate(() => (location.hash = '#/problems'));
      await page.getByText(`${(count + 25).toLocaleString('en')} problems`).waitFor();
      await page.getByText(/Reading the statements/).waitFor({ state: 'detached' });
    });
    await watchStall(page, `${name}: their page, a search, a facet, an order`, async () => {
      await page.getByRole('searchbox').pressSequentially('Problem 777');
      await page.getByRole('link', { name: /^Problem 777\b/ }).waitFor();
      await page.getByRole('searchbox').fill('');
      await page.getByRole('checkbox', { name: /^stdin/ }).check();
      await page.getByLabel('Order').selectOption('most tests first');
      await whileMeasured(500);
    });
    await watchStall(page, `${name}: their page, the wheel`, async () => {
      await page.getByRole('region', { name: 'Matching problems' }).hover();
      for (let turn = 0; turn < 40; turn++) await page.mouse.wheel(0, 2000);
      await whileMeasured(500);
    });
    await page.evaluate((id) => (location.hash = `#/problem/${id}`), `p${count - 1}`);
    await page.getByRole('heading', { level: 1, name: `Problem ${count - 1}` }).waitFor();
    await watchStall(page, `${name}: another visit`, async () => {
      await page.reload();
      await page.getByRole('heading', { level: 1, name: `Problem ${count - 1}` }).waitFor();
      await whileMeasured(1000);
    });
  });
}

const NUMBERS = '123456789 '.repeat(9).trim();
const TEN_MB = `${NUMBERS}\n`.repeat(110_000);
const LINE = 'x'.repeat(10_000_000);
/** The number of pairs, expected and printed, that the page compares at a stretch, and no more. */
const PAIRS = Math.floor(INLINE_CHARACTERS / '1.0 2.50 1 2.500 '.length);

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
  // Each of them on the page's own thread; many come with one message.
  '200 outputs that are just not large': {
    row: {
      id: 'middling',
      mode: 'stdin',
      tests: Array(200).fill({ input: '', output: '1.0 2.50 '.repeat(PAIRS) }),
    },
    code: `import sys\nsys.stdout.write("1 2.500 " * ${PAIRS})`,
    right: true,
  },
  '200 outputs that are just large': {
    row: {
      id: 'large',
      mode: 'stdin',
      tests: Array(200).fill({ input: '', output: '1.0 2.50 '.repeat(PAIRS + 1) }),
    },
    code: `import sys\nsys.stdout.write("1 2.500 " * ${PAIRS + 1})`,
    right: true,
  },
  '200 lists that are just not large': {
    row: {
      id: 'middling-lists',
      mode: 'call',
      fn_name: 'f',
      // A number takes 12 characters in the answer, and 4 in the file.
      tests: Array(200).fill({ input: [], output: Array(Math.floor(INLINE_CHARACTERS / 16)).fill(123) }),
    },
    code: `def f():\n    return [123] * ${Math.floor(INLINE_CHARACTERS / 16)}`,
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

/** One of each way to be large. */
const SHOWN = [
  'ten megabytes in lines, the last of them wrong',
  'ten megabytes in numbers',
  '200 outputs that are just large',
  'ten megabytes in one line',
  'a list of a million numbers',
];

for (const [name, { row, code, right }] of rowsOf(BIG, SHOWN)) {
  test(name, { tag: '@long' }, async ({ page }, info) => {
    const playground = new PlaygroundPage(page);
    await playground.open();
    await watchStall(page, `${name}: import`, () =>
      addFile(page, info.outputPath(`${row.id}.jsonl`), [{ time_limit_s: 60, ...row }]),
    );
    await watchStall(page, `${name}: open`, async () => {
      await open(page, row.id);
      await page.getByRole('heading', { level: 1, name: row.id }).waitFor();
      await whileMeasured(500);
    });
    await playground.write(code);
    await watchStall(page, `${name}: judge`, async () => {
      await page.keyboard.press('ControlOrMeta+Enter');
      await playground.verdict.getByText(/^Reward [01]/).waitFor();
    });
    if (right) await playground.expectVerdict('Accepted', 'Reward 1.0');
    else await playground.expectVerdict(/^Wrong answer/, 'Reward 0.0');
    await watchStall(page, `${name}: detail`, async () => {
      await page.evaluate(() => (location.hash = location.hash.replace(/&?test=\d+/, '') + '&test=1'));
      await page.getByRole('button', { name: 'Close test 1' }).waitFor();
      await whileMeasured(500);
    });
    await watchStall(page, `${name}: another visit`, async () => {
      await page.reload();
      await page.getByRole('heading', { level: 1, name: row.id }).waitFor();
      await whileMeasured(1500);
    });
  });
}

test('ten thousand public samples', { tag: '@long' }, async ({ page }, info) => {
  const tests = Array.from({ length: 10_000 }, (_, at) => ({ input: String(at), output: String(at) }));
  await page.goto('./');
  await expect(page.getByRole('article')).toBeVisible();
  await addFile(page, info.outputPath('samples.jsonl'), [
    { id: 'samples', mode: 'stdin', tests, public_tests: 10_000 },
  ]);
  await watchStall(page, 'ten thousand public samples', async () => {
    await open(page, 'samples');
    await page.getByRole('heading', { level: 1, name: 'samples' }).waitFor();
    await whileMeasured(500);
  });
});
