/**
 * Imported samples as runs: dropped, judged, compared with their file, by windows of dates, and two runs side by side.
 * Verdicts of the command line as a run.
 */
import { expect, test, type Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { grade } from '../node/command-line.ts';
import { expectClean } from './expect-clean.ts';
import { dropFiles, savedBy, type SavedFile } from './files.ts';

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

/** On the page of runs, with three problems of our own. */
async function openRuns(page: Page): Promise<void> {
  await page.goto('#/runs');
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
  await dropFiles(page, { 'own.jsonl': PROBLEMS });
  await expect(page.getByText(/3 problems added/)).toBeVisible();
  await page.getByRole('button', { name: 'Close the report' }).click();
}

async function runSamples(
  page: Page,
  name: string,
  samples: readonly object[],
  judged: string,
): Promise<void> {
  await dropFiles(page, { [name]: rows(samples) });
  await expect(page).toHaveURL(/new=samples/);
  await page.getByRole('button', { name: 'Start the run' }).click();
  await expect(page.getByText(judged, { exact: true })).toBeVisible();
}

test(
  'samples made elsewhere: dropped on the runs, judged and kept, held against their file, by a window of dates',
  { tag: '@long' },
  async ({ page }) => {
    await openRuns(page);
    await page.getByRole('button', { name: 'New run…' }).click();
    await page.getByRole('link', { name: 'Import samples' }).click();
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
    await dropFiles(page, { 'theirs.jsonl': `${rows(samples)}\n{"problem_id":` });
    await expect(page.getByText('4 samples of 3 problems, at most 2 of each')).toBeVisible();
    await expect(page.getByText('The file has a verdict for 3 samples.')).toBeVisible();
    await expect(
      page.getByText(/^1 sample of the file is of problems that are not imported \(“own\/agian”\)/),
    ).toBeVisible();
    await expect(page.getByText('1 line of the file could not be read as a sample.')).toBeVisible();
    await expectClean(page, 'a run of samples');
    await page.getByLabel('Name of the run').fill('Theirs');
    await page.getByRole('button', { name: 'Start the run' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Theirs' })).toBeVisible();
    await expect(page.getByText('4 of 4 judged', { exact: true })).toBeVisible();

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
    await expect(page).toHaveURL(/sample=1$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Double it' })).toBeFocused();
    await expect(page.getByText('in its file: passed')).toBeVisible();
    await page.getByRole('button', { name: 'Show the whole output' }).click();
    await expect(page.getByRole('heading', { level: 3, name: 'First failing test: 2' })).toBeFocused();
    await expect(page.getByRole('group', { name: 'Expected output of test 2' })).toContainText('10');
    await expect(page.getByRole('group', { name: 'Output of test 2', exact: true })).toContainText('25');
    await expectClean(page, 'the test that a sample failed');
    await page.goBack();
    await expect(row).toBeFocused();

    // LiveCodeBench reports by windows.
    await page.getByRole('tab', { name: 'Figures' }).click();
    await page.getByLabel('Problems from').fill('2024-08-01');
    await expect(page).toHaveURL(/from=2024-08-01/);
    await expect(page.getByText('1 of 3 problems in this window; 1 undated excluded.')).toBeVisible();
    await expect(page.getByText('0 of 0', { exact: false })).toHaveCount(0);
    await expect(page.getByText('1 of 2 the same (50.0 %)', { exact: false })).toBeVisible();
    await page.reload();
    await expect(page.getByText('1 of 2 the same (50.0 %)', { exact: false })).toBeVisible();
    await expectClean(page, 'the figures of a window');
    await page.getByRole('button', { name: 'All dates' }).click();
    await expect(page.getByLabel('Problems from')).toBeFocused();

    // Files hold what is shown.
    const savedAs = async (kind: string): Promise<SavedFile> => {
      await page.getByLabel('Format').selectOption(kind);
      return savedBy(page, 'Export');
    };
    await page.getByLabel('Problems from').fill('2024-08-01');
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByLabel('Format').selectOption('run');
    await expect(
      page.getByText('The whole run is exported, also problems outside the window.'),
    ).toBeVisible();
    const summary = await savedAs('markdown');
    expect(summary.name).toBe('Theirs-from-2024-08-01.md');
    expect(summary.text).toContain(
      'Only problems that came out from 2024-08-01 on: 1 of 3; 1 has no date and counts as outside.',
    );
    expect(summary.text).toContain('| passed in the file | 1 | 1 |');
    await expect(
      page.getByText(/^Only problems in the window are exported \(.*2024-08-01 on\): 1 of 3\./),
    ).toBeVisible();
    await expectClean(page, 'saving what a window shows');
    const exporting = page.getByRole('region', { name: 'Export the run' });
    await exporting.getByRole('button', { name: 'All dates' }).click();
    await expect(page.getByLabel('Format')).toBeFocused();
    await expect(page).not.toHaveURL(/from=/);

    const csv = (await savedAs('csv')).text.split('\r\n');
    // Spreadsheets read the byte order mark as the encoding.
    expect(csv[0]).toMatch(
      /^\ufeffproblem_id,sample_id,profile,verdict,reward,flags,tests_passed,tests_total,tokens,answers,/,
    );
    expect(csv).toContainEqual(
      expect.stringMatching(/^own\/double,1,standard,wrong-answer,0,.*,1,2,\d+,from the file theirs\.jsonl,/),
    );

    // The same file twice is one run.
    const file = await savedAs('run');
    await page.goto('#/runs');
    await page.getByLabel('Import a run…').setInputFiles(file.path);
    await expect(page.getByText(/is already stored, as Theirs\.$/)).toBeVisible();
    await page.getByRole('link', { name: 'All runs' }).click();
    await expect(page.getByRole('link', { name: /^Theirs/ })).toHaveCount(1);
  },
);

test(
  'hundreds of short programs: what is said to be judged is kept, wherever the tab is closed',
  { tag: '@long' },
  async ({ context }) => {
    const EACH = 200;
    const samples = ['own/double', 'own/twice', 'own/again'].flatMap((problem_id, nth) =>
      Array.from({ length: EACH }, (_, id) => ({
        ...{ problem_id, id },
        code: `${(id + nth) % 3 === 0 ? SQUARE : RIGHT}  # ${id}`,
      })),
    );
    let page = await context.newPage();
    await openRuns(page);
    await dropFiles(page, { 'many.jsonl': rows(samples) });
    await page.getByRole('button', { name: 'Start the run' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'many' })).toBeVisible();
    const url = page.url();
    const judgedNow = async (): Promise<number> => {
      const words = await page.getByText(/^[\d,]+ of 600 judged/).textContent();
      return Number(/^[\d,]+/.exec(words ?? '')?.[0].replaceAll(',', ''));
    };
    for (const moment of [1, 100, 300]) {
      await expect.poll(judgedNow, { intervals: [50] }).toBeGreaterThanOrEqual(moment);
      const said = await judgedNow();
      await page.close({ runBeforeUnload: false });
      page = await context.newPage();
      await page.goto(url);
      expect(await judgedNow()).toBeGreaterThanOrEqual(said);
      await page.getByRole('button', { name: 'Resume' }).click();
    }
    await expect(page.getByText('600 of 600 judged', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByLabel('Format').selectOption('verdicts');
    const lines = (await savedBy(page, 'Export')).text.trimEnd().split('\n');
    const verdicts = new Map(
      lines.map((line) => {
        const row = JSON.parse(line) as { problem_id: string; sample_id: string; verdict: string };
        return [`${row.problem_id} ${row.sample_id}`, row.verdict];
      }),
    );
    expect(lines).toHaveLength(samples.length);
    expect(verdicts).toEqual(
      new Map(
        samples.map(({ problem_id, id, code }) => [
          `${problem_id} ${id}`,
          code.startsWith(SQUARE) ? 'wrong-answer' : 'accepted',
        ]),
      ),
    );
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
    // The second is dropped in the playground.
    await page.goto('#/problem/own%2Fdouble');
    await expect(page.getByRole('heading', { level: 1, name: 'Double it' })).toBeVisible();
    await runSamples(page, 'others.jsonl', two(RIGHT, RIGHT), '4 of 4 judged');

    await page.getByRole('button', { name: 'Compare…' }).click();
    await page.getByRole('checkbox', { name: 'ones', exact: true }).check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expectClean(page, 'two runs compared, narrow and dark');
    await expect(page.getByRole('columnheader', { name: 'ones', exact: true })).toBeVisible();
    const flip = page.getByRole('link', { name: /^Twice as much/ });
    await flip.click();
    await expect(page).toHaveURL(/problem=own%2Ftwice.*sample=0$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Twice as much' })).toBeFocused();
    const one = page.getByRole('region', { name: 'others', exact: true });
    const other = page.getByRole('region', { name: 'ones', exact: true });
    await expect(one).toContainText('Accepted');
    await expect(other).toContainText(/Wrong answer.*first failure: test 2/s);
    await expect(other.getByRole('group', { name: /^Program, run B/ })).toContainText('n * n');
    await other.getByRole('button', { name: /^Show the whole output/ }).click();
    await expect(other.getByRole('group', { name: /^Output of test 2/ })).toContainText('25');
    const [above, below] = [await one.boundingBox(), await other.boundingBox()];
    expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
    await expectClean(page, 'the answers of two runs, narrow and dark');
    await page.getByRole('link', { name: 'sample 1' }).click();
    await expect(page).toHaveURL(/sample=1$/);
    await page.setViewportSize({ width: 1440, height: 900 });
    const [left, right] = [await one.boundingBox(), await other.boundingBox()];
    expect(right!.x).toBeGreaterThanOrEqual(left!.x + left!.width);
    await expectClean(page, 'the answers of two runs, wide and dark');
    await page.getByRole('link', { name: 'Back to the comparison' }).click();
    await expect(flip).toBeFocused();
  },
);

test(
  'what other tools write, as runs: LiveCodeBench, rLLM and Inspect, each held against its own verdicts',
  { tag: '@long' },
  async ({ page }) => {
    await openRuns(page);
    const offer = (words: string | RegExp) => expect(page.getByText(words)).toBeVisible();
    const judged = async (number: number, same: string | null): Promise<void> => {
      await page.getByRole('button', { name: 'Start the run' }).click();
      await expect(page.getByText(`${number} of ${number} judged`, { exact: true })).toBeVisible();
      const agreement = page.getByText(/^\d+ of \d+ the same/);
      if (same === null) await expect(agreement).toHaveCount(0);
      else await expect(agreement).toContainText(same);
    };

    const custom = [{ question_id: 'own/double', code_list: [RIGHT, SQUARE] }];
    await dropFiles(page, { 'custom_outputs.json': JSON.stringify(custom) });
    await offer('2 samples of 1 problem, at most 2 of each');
    await offer('The file has no verdicts.');
    await judged(2, null);
    await expect(page.getByText(/× 1 problem, n = 2, standard rules$/)).toBeVisible();

    const graded = { ...custom[0], graded_list: [true, true] };
    const gone = { ...graded, question_id: 'gone' };
    await dropFiles(page, { 'eval_all.json': JSON.stringify([graded, gone]) });
    await offer(
      '2 samples of the file are of problems that are not imported (“gone”): excluded. Import their set first to include them.',
    );
    await judged(2, '1 of 2 the same (50.0 %)');
    await expect(page.getByText(/\(“gone”\): excluded\. Import their set, then import/)).toBeVisible();

    const episode = (rollout: number, change: object = {}) => ({
      ...{ id: `own/double:${rollout}`, task: { metadata: { problem_id: 'own/double' } }, is_correct: true },
      trajectories: [{ steps: [{ output: ANSWER }] }],
      ...change,
    });
    const episodes = [
      episode(1, { is_correct: false }),
      episode(0),
      episode(2, { termination_reason: 'error' }),
    ];
    const named = Object.fromEntries(
      episodes.map((each, at) => [`episode_${at}.json`, JSON.stringify(each)]),
    );
    // Results without the answers say what to give instead.
    await dropFiles(page, { 'results.json': JSON.stringify({ dataset_name: 'd', attempts: 3, items: [] }) });
    await offer('the file has no samples.');
    await offer(/give the folder of its episodes, or a zip file of it\.$/);
    await dropFiles(page, named);
    await offer('episode_0.json and 2 more');
    await offer(
      'Left out: row 1 holds an episode of own/double that was broken off (error), in episode_2.json.',
    );
    const packed = zipSync(
      Object.fromEntries(
        Object.entries(named).map(([name, text]) => [`episodes/${name}`, Buffer.from(text)]),
      ),
    );
    await dropFiles(page, { 'rllm.zip': packed });
    // The name alone stands there while it is read, too, beside what was offered before.
    await offer(/^rllm\.zip:\s+2 samples of\s+1 problem, at most 2 of each/);
    await judged(2, '1 of 2 the same (50.0 %)');
    // As its rollouts are numbered, whichever came first.
    await page.getByRole('link', { name: /passed here only/ }).click();
    await page.getByRole('link', { name: /Double it.*Accepted.*Passed here only/ }).click();
    await expect(page).toHaveURL(/sample=1$/);
    await expect(page.getByText('in its file: failed')).toBeVisible();

    const sample = (epoch: number, change: object = {}) => ({
      ...{ id: 'own/twice', epoch, input: 'q', scores: { verify: { value: 'C' } } },
      output: { choices: [{ message: { content: ANSWER }, stop_reason: 'stop' }], completion: ANSWER },
      ...change,
    });
    const samples = [sample(1), sample(2, { error: { message: 'rate limit' } })];
    const log = {
      'header.json': { version: 2 },
      ...Object.fromEntries(samples.map((each, at) => [`samples/${at}.json`, each])),
    };
    await page.goto('#/runs');
    await dropFiles(page, {
      '2026.eval': zipSync(
        Object.fromEntries(
          Object.entries(log).map(([name, value]) => [name, Buffer.from(JSON.stringify(value))]),
        ),
      ),
    });
    await offer('Left out: 1.json holds the sample own/twice, epoch 2, which ended with an error.');
    await expect(page.getByLabel('Name of the run')).toHaveAttribute('placeholder', '2026');
    await judged(1, '1 of 1 the same (100.0 %)');
    await expectClean(page, 'a run of a log of Inspect');
  },
);

test(
  'the verdicts that grade wrote, and those that the page exports, open as a run without answers',
  { tag: '@long' },
  async ({ page }) => {
    const programs = [RIGHT, SQUARE, RIGHT, RIGHT];
    const ids = ['own/double', 'own/double', 'own/twice', 'own/again'];
    const graded = grade(
      PROBLEMS,
      rows(programs.map((code, at) => ({ problem_id: ids[at], id: at === 1 ? 1 : 0, code }))),
      ...['--details', '-q'],
    );
    const open = async (name: string, text: string, offer: string): Promise<void> => {
      await dropFiles(page, { [name]: text });
      await expect(page.getByText(offer)).toBeVisible();
      await expectClean(page, `${name}, offered`);
      await page.getByRole('button', { name: 'Open the run' }).click();
      await expect(page.getByText('4 of 4 judged', { exact: true })).toBeVisible();
      // (1/2 + 1 + 1) / 3
      await expect(page.getByText('83.3 %', { exact: true }).first()).toBeVisible();
    };
    await page.goto('#/runs');
    await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
    const said =
      '4 verdicts of 3 problems, at most 2 of each, by standard rules. The file has no answers, so the verdicts are shown as they are.';
    await dropFiles(page, { 'verdicts.jsonl': rows(graded) });
    await expect(page.getByText(/^3 problems are not imported/)).toBeVisible();
    await dropFiles(page, { 'own.jsonl': PROBLEMS });
    await expect(page.getByText(/3 problems added/)).toBeVisible();
    await page.getByRole('button', { name: 'Close the report' }).click();
    await open('verdicts.jsonl', rows(graded), said);
    await page.reload();
    await expect(page.getByText('83.3 %', { exact: true }).first()).toBeVisible();
    await expectClean(page, 'a run of verdicts');

    await page.getByRole('tab', { name: 'Samples' }).click();
    await page.getByRole('link', { name: /Double it.*Wrong answer/ }).click();
    await expect(page.getByText('test 2: expected 10, got 25')).toBeVisible();
    await expect(page.getByText('The file of this run has the verdict without its answer.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'X-ray' })).toHaveCount(0);
    await expectClean(page, 'a sample without its answer');
    await page.getByRole('link', { name: 'All samples' }).click();
    await page.getByRole('button', { name: 'Regrade…' }).click();
    await expect(page.getByText(/has verdicts and no answers, so they cannot be judged again/)).toBeVisible();

    await page.getByRole('button', { name: 'Export…' }).click();
    await expect(page.getByRole('option', { name: /^Answers/ })).toHaveCount(0);
    await page.getByLabel('Format').selectOption('verdicts');
    const exported = await savedBy(page, 'Export');
    expect(exported.text.trim().split('\n')).toHaveLength(4);
    await open('exported.jsonl', exported.text, said);
    await expect(page.getByRole('heading', { level: 1, name: 'exported' })).toBeVisible();
  },
);
