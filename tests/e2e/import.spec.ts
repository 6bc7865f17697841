/** Problems of one's own: dropped on the page, kept, reported on. */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { expect, test, type Page } from '@playwright/test';
import { expectClean } from './expect-clean.ts';
import { dropFiles, giveFile, pickerOf, savedBy } from './files.ts';
import { SIZES } from './looks.ts';
import { openPlayground } from './playground-page.ts';
import { withoutPython } from './without-python.ts';

const LINES = [
  '{"id":"own/double","title":"Double it","mode":"call","fn_name":"double","prompt":"Return $2x$.","tests":[{"input":[2],"output":4},{"input":[36893488147419103232],"output":73786976294838206464}],"public_tests":1}',
  '{"id":"own/broken"',
  '{"id":"own/no-mode","prompt":"","tests":[]}',
].join('\n');

for (const { width, height, tag } of SIZES) {
  test(
    `a dropped problems.jsonl: the good lines are kept, the others named, all of it survives a reload, ${width} px`,
    { tag },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const playground = await openPlayground(page);
      await dropFiles(page, { 'mine.jsonl': LINES });
      await expect(page.getByText(/1 problem added.*2 lines skipped/)).toBeVisible();
      await page.getByText('Details').first().click();
      await expect(page.getByText(/[Ll]ine 3/).first()).toBeVisible();
      // The first of them opens, and stands first in the list.
      await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
      if (width < 1100) await page.getByRole('button', { name: 'Problems' }).click();
      await expect(
        page.getByRole('navigation', { name: 'Problems' }).getByRole('link').first(),
      ).toContainText('Double it');
      if (width < 1100) await page.keyboard.press('Escape');
      await playground.submit(
        'class Solution:\n    def double(self, x):\n        return x + x',
        'Accepted',
        'Reward 1.0',
      );
      await expect(page).toHaveTitle('Accepted · Double it · Allpass');
      // A call of one's own, or its arguments alone.
      await page.getByRole('button', { name: 'Own input' }).click();
      // Its code may still be on the way.
      await expect(page.getByRole('textbox', { name: 'Own input' })).toBeFocused();
      await page.keyboard.type('double(x)');
      await page.keyboard.press("ControlOrMeta+'");
      await expect(
        page.getByText(/^Line 1, character 8: a value is missing\. Write the call as in the samples/),
      ).toBeVisible();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('double(36893488147419103232)');
      await page.keyboard.press("ControlOrMeta+'");
      await expect(page.getByLabel('Output on own input')).toHaveText('73786976294838206464');
      // More or fewer than the function takes are not even tried.
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('1');
      await page.keyboard.press('Enter');
      await page.keyboard.type('2');
      await page.keyboard.press("ControlOrMeta+'");
      await expect(page.getByText('double takes 1 argument, and 2 are given.')).toBeVisible();
      // The output is shown beside the return value.
      await playground.write(
        'class Solution:\n    def double(self, x):\n        print("asked for", x)\n        return x + x',
      );
      await page.getByRole('textbox', { name: 'Own input' }).fill('4');
      await page.keyboard.press("ControlOrMeta+'");
      await expect(page.getByLabel('Printed on own input')).toHaveText('asked for 4\n');
      await expect(page.getByLabel('Output on own input')).toHaveText('8');
      // The tests show it, too.
      await page.keyboard.press('ControlOrMeta+Enter');
      await playground.expectVerdict('Accepted', 'Reward 1.0');
      if (width < 800) await page.getByRole('tab', { name: 'Verdict' }).click();
      await playground.verdict.getByRole('button', { name: /^Test 1, public/ }).click();
      await expect(playground.verdict.getByLabel('Printed by test 1')).toContainText('asked for');
    },
  );
}

test(
  'data sets of other tools, packed or not, are read in their own formats',
  { tag: '@long' },
  async ({ page }) => {
    const playground = await openPlayground(page);
    const add = (name: string, content: string | Buffer) => giveFile(page, name, content);
    const taco = (output: unknown) => {
      const input_output = JSON.stringify({ fn_name: 'f', inputs: [[2]], outputs: output });
      return JSON.stringify({ question: 'Double it.', name: 'Doubled', raw_tags: '[]', input_output });
    };
    await add('taco.jsonl.gz', gzipSync(`${taco([[4]])}\n${taco([])}\n`));
    await expect(page.getByText('1 problem added from taco.jsonl.gz, 1 line skipped.')).toBeVisible();
    await page.getByText('Details').first().click();
    await expect(page.getByText(/^Line 2, tests: has no test/)).toBeVisible();
    await page.goto('#/problem/taco%2F0?tab=program');
    await expect(page.getByRole('heading', { level: 1, name: 'Doubled' })).toBeVisible();
    await playground.submit('def f(x):\n    return x + x', 'Accepted', 'Reward 1.0');

    // Packed in two pieces, one behind the other.
    await add('two.jsonl.gz', Buffer.concat([gzipSync(`${taco([[4]])}\n`), gzipSync(`${taco([[4]])}\n`)]));
    await expect(page.getByText('2 problems added from two.jsonl.gz.')).toBeVisible();
    // A package of a contest.
    const files = {
      'sums/problem.yaml': 'name: Sums\n',
      'sums/problem_statement/problem.tex': 'Add $a$ and $b$.',
      'sums/data/secret/1.in': '1 2',
      'sums/data/secret/1.ans': '3',
    };
    const entries = Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]);
    await add('contest.zip', Buffer.from(zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>)));
    await expect(page.getByText('1 problem added from contest.zip.')).toBeVisible();
    // A fault of many lines is reported once.
    await add('same.jsonl', Array(7).fill('{"id":"a","prompt":"","mode":"stdin","tests":[]}').join('\n'));
    await expect(page.getByText(/^7 lines \(1, 2, 3, 4, 5, …\), tests: /)).toBeVisible();

    const apps = { problem_id: 7, question: 'Say 1.', input_output: '{"inputs":["1"],"outputs":["1"]}' };
    await add('apps.json', `[${JSON.stringify(apps)}]`);
    await expect(page.getByText('1 problem added from apps.json.')).toBeVisible();
    await add('cut.parquet', 'PAR1 and no more');
    await expect(page.getByText('The import failed: cut.parquet is no whole parquet file')).toBeVisible();
    // Where nothing was read, the reasons are not folded away, and each names all that a line lacks.
    await add('none.jsonl', '{"prompt":""}\n');
    await expect(page.getByText('0 problems added from none.jsonl, 1 line skipped.')).toBeVisible();
    await expect(
      page.getByText('Line 1, id: is missing, and so are "mode" and "tests"', { exact: true }),
    ).toBeVisible();
  },
);

/** Rows of some kilobytes each: a reading of a moment or two. */
const MANY = Array.from({ length: 40_000 }, (_, at) =>
  JSON.stringify({
    id: `p${at}`,
    mode: 'stdin',
    prompt: 'x'.repeat(500),
    tests: [{ input: '', output: '1' }],
  }),
).join('\n');

/** Ids of the problems that are stored in this browser. None as long as the page has made no store: nor does this make one. */
function storedIds(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    () =>
      new Promise<readonly string[]>((resolve, reject) => {
        const opening = indexedDB.open('allpass');
        opening.onupgradeneeded = () => opening.transaction!.abort();
        opening.onerror = () => {
          if (opening.error!.name === 'AbortError') resolve([]);
          else reject(new Error('not opened'));
        };
        opening.onsuccess = () => {
          const keys = opening.result.transaction('problems').objectStore('problems').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            resolve(keys.result.map((key) => (key as string[])[1]!));
          };
        };
      }),
  );
}

test(
  'an import that is stopped, or whose page goes, leaves what was there; one that ends accounts for its rows',
  { tag: '@long' },
  async ({ page }, info) => {
    await openPlayground(page);
    const picker = pickerOf(page);
    const path = info.outputPath('many.jsonl');
    const problems = () => storedIds(page);
    writeFileSync(path, LINES);
    await picker.setInputFiles(path);
    await expect(page.getByText(/1 problem added.*2 lines skipped/)).toBeVisible();
    await expect(page.getByText(/ 3\s+rows read\./)).toBeVisible();
    await page.getByText('Details').first().click();
    const report = await savedBy(page, 'Download the full report');
    expect(JSON.parse(report.text)).toMatchObject({
      read: 3,
      kept: 1,
      dropped: 2,
      rows: [{ line: 2 }, { line: 3 }],
    });

    writeFileSync(path, MANY);
    await picker.setInputFiles(path);
    const line = page.getByRole('complementary', { name: 'Import', exact: true });
    await expect(line.getByText(/rows read, [1-9][\d,]* problems, .* MB of 2\d MB/)).toBeVisible();
    await line.getByRole('button', { name: 'Stop the import' }).click();
    await expect(line).toHaveCount(0);
    const unfinished = page.getByRole('complementary', { name: 'Unfinished import of many.jsonl' });
    await expect(unfinished.getByRole('button', { name: 'Continue' })).toBeVisible();
    await unfinished.getByRole('button', { name: /^Discard/ }).click();
    await expect.poll(problems).toEqual(['own/double']);

    await picker.setInputFiles(path);
    await expect.poll(async () => (await problems()).length).toBeGreaterThan(1000);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
    // The remains of a broken import stay until the file is given again; another file of the same name is not the same.
    await giveFile(page, 'many.jsonl', LINES);
    await expect(page.getByText(/1 problem added from many.jsonl/)).toBeVisible();
    await expect(page.getByText('An earlier import of this set was interrupted.')).toBeVisible();
    await expect.poll(problems).toEqual(['own/double']);
  },
);

test('an import that ends while one types leaves the program in view', async ({ page }) => {
  const playground = await openPlayground(page, '#/problem/allpass%2Flowest-barrel?tab=program');
  await playground.write('# mine\n');
  await giveFile(page, 'mine.jsonl', LINES);
  await expect(page.getByText(/1 problem added from mine.jsonl/)).toBeVisible();
  await page.keyboard.type('# more');
  await expect(playground.editor).toContainText('# more');
  await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Open the first' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
});

test(
  'an import goes on where its tab was closed: nothing twice, nothing missing',
  { tag: '@long' },
  async ({ page, context }, info) => {
    const path = info.outputPath('many.jsonl');
    writeFileSync(path, `${MANY}\n${LINES}`);
    await page.goto('./#/problems');
    await pickerOf(page).setInputFiles(path);
    await expect.poll(async () => (await storedIds(page)).length).toBeGreaterThan(5000);
    const next = await context.newPage();
    await page.close();
    await next.goto('./#/problems');
    const unfinished = next.getByRole('complementary', { name: 'Unfinished import of many.jsonl' });
    await expect(unfinished.getByRole('button', { name: 'Choose the file…' })).toBeVisible();
    const before = (await storedIds(next)).length;
    await expectClean(next, 'an unfinished import');
    await pickerOf(next).setInputFiles(path);
    await expect(next.getByText('40,001 problems added from many.jsonl, 2 lines skipped.')).toBeVisible();
    await expect(next.getByText('The import continued at the interruption.')).toBeVisible();
    await expect(unfinished).toHaveCount(0);
    expect(before).toBeLessThan(40_001);
    const ids = await storedIds(next);
    expect([ids.length, new Set(ids).size]).toEqual([40_001, 40_001]);
    await expect(next.getByRole('main').getByText('40,025 problems')).toBeVisible();
  },
);

test('HumanEval and HumanEval+ as two sets: a run takes the stronger tests, and says so', async ({
  context,
}) => {
  await withoutPython(context);
  const page = await context.newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#/problems');
  const row = (at: number, test: string) => {
    const prompt = `def f${at}(x):\n    """Add 1."""\n`;
    const names = { task_id: `HumanEval/${at}`, entry_point: `f${at}`, canonical_solution: '' };
    return JSON.stringify({ ...names, prompt, test });
  };
  const plain = 'def check(candidate):\n    assert candidate(1) == 2\n';
  const strong = `def assertion(out, exp, atol):
    assert out == exp

def check(candidate):
    inputs = [[1], [2], [3]]
    results = [2, 3, 4]
    for i, (inp, exp) in enumerate(zip(inputs, results)):
        assertion(candidate(*inp), exp, 0)
`;
  const add = (name: string, rows: readonly string[]) => giveFile(page, name, rows.join('\n'));
  await add('Plus.jsonl', [row(0, strong), row(1, strong)]);
  await expect(page.getByText('2 problems added from Plus.jsonl.')).toBeVisible();
  await expect(page.getByText(/the tests of/)).toHaveCount(0);
  await add(
    'Plain.jsonl',
    [0, 1, 2].map((at) => row(at, plain)),
  );
  await expect(page.getByText('3 problems added from Plain.jsonl.')).toBeVisible();
  const says = '2 problems are in Plain.jsonl and Plus.jsonl: the tests of Plus.jsonl are used.';
  await expect(page.getByText(says)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close the report' })).toBeInViewport({ ratio: 1 });
  await page.goto('./#/runs');
  await page.getByRole('button', { name: 'New run…' }).click();
  const summary = page.getByRole('status').filter({ hasText: 'in all.' });
  await expect(summary).toContainText(says);
  await expect(summary).not.toContainText('duplicate');
  await page.getByLabel('From').selectOption({ label: 'Plain.jsonl (3)' });
  await expect(summary).toHaveText('3 problems, 3 samples in all.');
});
