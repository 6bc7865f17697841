/** Tests `allpass report` and `allpass merge` in this process. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { contestTableText } from '../../../runs/figures/contest-table.ts';
import { syntheticContests } from '../../../runs/figures/synthetic-contest.ts';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { hashOf, manifestOf, writeManifest } from '../journal/manifest.ts';
import type { CliCommand } from './command.ts';
import { MERGE } from './merge.ts';
import { REPORT } from './report.ts';

function row(problem: string, sample: string, reward: number | null, profile = 'standard'): string {
  const verdict = reward === null ? 'judge-error' : reward === 1 ? 'accepted' : 'wrong-answer';
  const flags = reward !== 0 ? [] : problem === 'a' ? ['browser-limit', 'last-digits'] : ['browser-limit'];
  return JSON.stringify({ problem_id: problem, sample_id: sample, profile, reward, verdict, flags });
}

const RUN = [row('a', '1', 1), row('a', '2', 0), row('b', '1', 0), row('b', '2', 0), row('c', '1', null)];
const SAMPLES = ['a/1', 'a/2', 'b/1', 'b/2', 'c/1'].map((name) => {
  const [problem_id, id] = name.split('/');
  return JSON.stringify({ problem_id, id, code: '' });
});
const PROBLEMS = ['a', 'b', 'c'].map((id) =>
  JSON.stringify({ id, prompt: '', mode: 'stdin', source: `from ${id}`, tests: [{ input: '', output: '' }] }),
);

type Files = Readonly<Record<string, readonly string[]>>;

/** Runs `work` with files of these lines, and returns its standard output. */
function withFiles(
  files: Files,
  work: (path: (name: string) => string) => Promise<unknown>,
): Promise<string> {
  return inTemporaryFolder(async (folder) => {
    const path = (name: string) => join(folder, name);
    for (const [name, lines] of Object.entries(files)) writeFileSync(path(name), lines.join('\n'));
    let stdoutText = '';
    const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest: unknown[]) => {
      stdoutText += String(text);
      const callback = rest.at(-1);
      if (typeof callback === 'function') (callback as () => void)();
      return true;
    });
    try {
      await work(path);
    } finally {
      stdout.mockRestore();
    }
    return stdoutText;
  });
}

/** Runs a command. Its arguments may contain names of the files. */
const run = (command: CliCommand, files: Files, args: readonly string[]): Promise<string> =>
  withFiles(files, (path) => command.run(args.map((arg) => (/\.jsonl?$/.test(arg) ? path(arg) : arg))));

const report = (files: Files, ...args: readonly string[]) => run(REPORT, files, args);

const withChange = (line: string, change: object) =>
  JSON.stringify({ ...(JSON.parse(line) as object), ...change });

describe('report', () => {
  it('says what a run came to, by group, and against another', async () => {
    const files = { 'v.jsonl': RUN, 'o.jsonl': [row('a', '1', 0), row('b', '1', 1)], 'p.jsonl': PROBLEMS };
    const text = await report(files, 'v.jsonl', '--problems', 'p.jsonl', '--against', 'o.jsonl');
    expect(text.split('\n')).toEqual([
      'verdicts     5 samples of 3 problems, profile standard',
      'pass@1       25.0 % (0.0 to 74.3), over 2 problems',
      'pass@2       50.0 % (0.0 to 100.0), over 2 problems',
      expect.stringMatching(
        /^ {13}Intervals: .* About 100 % of the variance .* comes from sampling \(±49\.0 points/,
      ),
      'mean reward  0.250',
      'lost         1 sample without a reward, in no figure; 1 problem with them',
      'verdicts     3 wrong-answer (60.0 %)',
      '             1 accepted (20.0 %)',
      '             1 judge-error (20.0 %)',
      'flags        3 browser-limit',
      '             1 last-digits',
      'by source    from a  50.0 %   1 problem',
      '             from b  0.0 %    1 problem',
      '             from c  –       0 problems',
      'compared     2 problems that both have; McNemar p = 1.000 (a run solves a problem if at least half of its samples do)',
      'difference   −25.0 points (−100.0 to +50.0) of pass@1, by a paired bootstrap',
      'solved only  in this run: 1 problem: a',
      '             in the other run: 1 problem: b',
      'caveats      2 problems count, fewer than 30: the intervals are too narrow.',
      expect.stringMatching(/^ {13}With 1 to 2 samples a problem, /),
      expect.stringMatching(/^ {13}1 sample failed before a verdict/),
      expect.stringMatching(/^ {13}pass@1 to pass@2 count 2 of 3 problems: .* \(judge-error\)\.$/),
      expect.stringMatching(/^ {13}3 verdicts depend on a limit of the browser/),
      expect.stringMatching(/^ {13}1 answer is wrong only in the last digits/),
      '',
    ]);
  });

  it('compares two profiles of the same answers', async () => {
    const files = { 'v.jsonl': RUN, 'o.jsonl': [row('a', '1', 0, 'rllm'), row('a', '2', 0, 'rllm')] };
    const lines = await report(files, 'v.jsonl', '--against', 'o.jsonl');
    expect(lines).toMatch(/^graders +1 of 2 the same reward; 1 earned 1 here only, 0 there only$/m);
  });

  it('puts several runs into one table, in every form', async () => {
    const files = {
      'base.jsonl': [row('a', '1', 0), row('b', '1', 0), row('d', '1', 1)],
      'tuned.jsonl': RUN,
      'p.jsonl': PROBLEMS,
    };
    const table = (...options: readonly string[]) =>
      report(files, 'base.jsonl', 'tuned.jsonl', '--problems', 'p.jsonl', ...options);
    const [head, base, tuned, note] = (await table('--by', 'source')).split('\n');
    expect(head).toMatch(/^run +grader +samples +pass@1 +from a \(1\) +from b \(1\) +difference +p +h$/);
    expect(base).toMatch(/^base +standard +2 +0\.0 % \(0\.0 to 65\.8 %\)/);
    expect(tuned).toMatch(
      /^tuned +standard +4 +25\.0 % .* \+25\.0 points \(0\.0 to \+50\.0\) +1\.000 +1\.047$/,
    );
    expect(note).toContain('2 problems that only some of the runs have are left out');
    expect(JSON.parse(await table('--json'))).toMatchObject({
      problems: 2,
      problems_left_out: 2,
      runs: [
        { name: 'base', difference: null },
        { pass_at_1: { value: 0.25 }, difference: { value: 0.25 } },
      ],
    });
    expect(await table('--as', 'latex')).toContain('\\begin{tabular}');
    expect(await table('--as', 'csv')).toMatch(/^run,profile,samples,problems,pass@1/);
    await expect(table('--as', 'junit')).rejects.toThrow('--as junit is for one file');
    await expect(table('--against', 'base.jsonl')).rejects.toThrow('for one file of verdicts');
    await expect(table('--by', 'colour')).rejects.toThrow(/--by/);
  });

  it('rates a run by a table of contests, and says what the rating does not', async () => {
    const table = syntheticContests([
      { id: 'a', difficulty: 'easy' },
      { id: 'b', difficulty: 'hard' },
    ]);
    const files = { 'v.jsonl': RUN, 'c.json': [contestTableText(table)], 'no.json': ['{}'] };
    const rated = (contests: string, ...extraArgs: readonly string[]) =>
      report(files, 'v.jsonl', '--contests', contests, ...extraArgs);
    const lines = (await rated('c.json')).split('\n');
    const at = lines.findIndex((line) => line.startsWith('codeforces'));
    expect(lines[at]).toMatch(/^codeforces {3}[\d,]+, above [\d.]+ % of the site's users, by 1 contest$/);
    expect(lines[at + 1]).toMatch(/^ {13}It is computed afterwards/);
    expect(JSON.parse(await rated('c.json', '--json'))).toMatchObject({
      codeforces_rating: { value: expect.any(Number), contests: [{ problems: 2, solved: 1 }] },
      caveats: [
        { name: 'few-problems' },
        { name: 'few-samples' },
        { name: 'lost' },
        { name: 'missing-rewards' },
        { name: 'browser-limit' },
        { name: 'last-digits', says: expect.stringMatching(/^1 answer is wrong only in the last digits/) },
      ],
    });
    await expect(rated('no.json')).rejects.toThrow(/no\.json: /);
    const others = contestTableText(syntheticContests([{ id: 'z', difficulty: null }]));
    await expect(
      report({ 'v.jsonl': RUN, 'z.json': [others] }, 'v.jsonl', '--contests', 'z.json'),
    ).rejects.toThrow(/has all problems of no contest in .*z\.json/);
  });

  it('says when the samples of a problem are all the same text', async () => {
    const sample = (problem: string, id: string, response: string): string =>
      withChange(row(problem, id, 1), { response });
    const caveats = async (...rows: readonly string[]) => {
      const text = await report({ 'v.jsonl': rows }, 'v.jsonl', '--json');
      const { caveats: caveatRows } = JSON.parse(text) as { caveats: readonly { name: string }[] };
      return caveatRows.map(({ name }) => name);
    };
    const equal = [
      sample('a', '0', 'x'),
      sample('a', '1', 'x'),
      sample('b', '0', 'y'),
      sample('b', '1', 'y'),
    ];
    expect(await caveats(...equal)).toContain('equal-samples');
    expect(await caveats(...equal, sample('b', '2', 'z'))).not.toContain('equal-samples');
    expect(await caveats(sample('a', '0', 'x'), sample('b', '0', 'x'))).not.toContain('equal-samples');
  });

  it('gives every k and every name as JSON', async () => {
    const files = { 'v.jsonl': RUN, 'o.jsonl': [row('b', '1', 1)] };
    const text = await report(files, 'v.jsonl', '--json', '--against', 'o.jsonl');
    expect(JSON.parse(text)).toMatchObject({
      profile: 'standard',
      samples: 5,
      samples_without_reward: 1,
      pass_at_k: [
        { k: 1, value: 0.25 },
        { k: 2, value: 0.5 },
      ],
      against: { problems: 1, only_here: [], only_there: ['b'], mcnemar_p: 1 },
    });
  });

  it.each([
    ['markdown', /^## v\.jsonl\n\nSamples: 5\. Problems: 3\./],
    [
      'csv',
      /^problem_id,sample_id,profile,verdict,reward,flags,tests_passed,tests_total,tokens\r\na,1,standard,accepted,1,,,,\r\n/,
    ],
    ['junit', /<testsuites name="v\.jsonl" tests="5" failures="3" errors="1">/],
    ['json', /^\{"profile":"standard","samples":5,/],
  ])('speaks %s', async (form, expectedText) => {
    expect(await report({ 'v.jsonl': RUN }, 'v.jsonl', '--as', form)).toMatch(expectedText);
  });

  it('writes the results.json of autograders, and no 0 for a sample that was not judged', async () => {
    const judged = RUN.filter((line) => (JSON.parse(line) as { reward: number | null }).reward !== null);
    const results = async (form: string, rows: readonly string[]) =>
      JSON.parse(await report({ 'v.jsonl': rows }, 'v.jsonl', '--as', form)) as Record<string, unknown>;
    const gradescope = await results('gradescope', judged);
    expect(gradescope).toMatchObject({ score: 1, visibility: 'visible' });
    expect(gradescope['tests']).toHaveLength(4);
    expect((gradescope['tests'] as object[])[0]).toEqual({
      ...{ name: 'a, 1', score: 1, max_score: 1, status: 'passed', output: 'Accepted' },
    });
    await expect(results('gradescope', RUN)).rejects.toThrow('which gradescope would count as 0');
    expect(await results('prairielearn', judged)).toMatchObject({ gradable: true, score: 0.25 });
    const ungradable = await results('prairielearn', RUN);
    expect(ungradable).toMatchObject({ gradable: false });
    expect(Object.keys(ungradable)).toEqual(['gradable', 'format_errors']);
    expect(await results('exercism', judged)).toMatchObject({ version: 2, status: 'fail' });
    expect(await results('exercism', RUN)).toMatchObject({ status: 'error' });
    expect(await results('exercism', judged.slice(0, 1))).toMatchObject({ status: 'pass', message: null });
  });

  it('tells which samples were asked again, here and in the run beside it', async () => {
    const redraw = { old_limit: 400, old_tokens: 400, limit: 800 };
    const marked = RUN.map((line, at) => (at === 1 ? withChange(line, { redrawn: redraw }) : line));
    const files = { 'v.jsonl': marked, 'w.jsonl': RUN };
    const said = '1 of 5 samples was asked again with a larger token limit (400 → 800)';
    expect(await report(files, 'v.jsonl')).toContain(said);
    expect(JSON.parse(await report(files, 'v.jsonl', '--json'))).toMatchObject({
      caveats: expect.arrayContaining([{ name: 'redrawn', says: expect.stringContaining(said) }]),
    });
    expect(await report(files, 'w.jsonl', '--against', 'v.jsonl')).toContain(`In the other run, ${said}`);
    expect(await report(files, 'v.jsonl', 'w.jsonl', '--as', 'latex')).toContain(
      'In v, 1 of 4 samples was asked again',
    );
    expect(await report(files, 'v.jsonl', '--as', 'csv')).toContain(',800,400,400');
  });

  it('holds verdicts against those that the answers came with', async () => {
    const rows = RUN.map((line, at) => withChange(line, at === 3 ? {} : { passed_elsewhere: at !== 0 }));
    const text = await report({ 'v.jsonl': rows }, 'v.jsonl', '--as', 'markdown');
    expect(text).toContain('| passed in the file | 0 | 2 |\n| failed in the file | 1 | 0 |');
  });

  it('counts the problems of a time', async () => {
    const dated = PROBLEMS.map((line, at) =>
      withChange(line, { meta: { contest_date: `2024-0${at + 1}-15T00:00:00` } }),
    );
    const files = { 'v.jsonl': RUN, 'p.jsonl': dated };
    const within = (...extraArgs: readonly string[]) =>
      report(files, 'v.jsonl', '--problems', 'p.jsonl', '--as', 'json', ...extraArgs);
    expect(JSON.parse(await within('--from', '2024-02'))).toMatchObject({ samples: 3, problems: 2 });
    expect(JSON.parse(await within('--to', '2024-01'))).toMatchObject({ samples: 2 });
    expect(JSON.parse(await within('--from', '2024-02-16'))).toMatchObject({ problems: 1 });
    expect(Object.keys((JSON.parse(await within()) as { groups: { month: object } }).groups.month)).toEqual([
      '2024-01',
      '2024-02',
      '2024-03',
    ]);
    expect(await within('--from', '2024-02', '--as', 'markdown')).toContain(
      'standard. Only problems that came out from 2024-02 on: 2 of 3.',
    );
    await expect(within('--from', '2025-01')).rejects.toThrow(
      /no verdict that fits --from, --to and --where/,
    );
    await expect(within('--from', 'May')).rejects.toThrow(
      '--from May: must be a month as 2024-05, or a day as 2024-05-31',
    );
    await expect(report(files, 'v.jsonl', '--to', '2024-01')).rejects.toThrow('need --problems');
  });

  const TAGGED = PROBLEMS.map((line, at) =>
    withChange(line, { difficulty: at === 0 ? 'easy' : 'hard', tags: at === 1 ? ['dp', 'greedy'] : ['dp'] }),
  );

  it('selects samples by one filter, and says so in every form', async () => {
    const files = { 'v.jsonl': RUN, 'o.jsonl': RUN, 'p.jsonl': TAGGED };
    const where = (filter: string, ...extraArgs: readonly string[]) =>
      report(files, 'v.jsonl', '--problems', 'p.jsonl', '--where', filter, ...extraArgs);
    const filterCaveat = 'Only the samples with difficulty=hard verdict!=judge-error: 2 of 5.';
    for (const form of ['lines', 'json', 'markdown', 'html'])
      expect(await where('difficulty=hard verdict!=judge-error', '--as', form)).toContain(filterCaveat);
    expect(JSON.parse(await where('tag=greedy', '--json'))).toMatchObject({ samples: 2, problems: 1 });
    const flagged = await report(files, 'v.jsonl', '--where', 'flag=last-digits', '--json');
    expect(JSON.parse(flagged)).toMatchObject({ samples: 1 });
    const both = await report(
      ...[files, 'v.jsonl', 'o.jsonl', '--problems', 'p.jsonl', '--where', 'tag=greedy', '--json'],
    );
    expect(JSON.parse(both)).toMatchObject({
      problems: 1,
      only: 'Only the samples with tag=greedy: 4 of 10.',
    });
    await expect(where('difficulty=hards')).rejects.toThrow(
      '--where difficulty=hards: hards is none of easy, medium, hard, unknown (did you mean hard?)',
    );
    await expect(where('hard')).rejects.toThrow('--where hard: is no condition');
    await expect(where('difficulty=medium')).rejects.toThrow('no verdict that fits');
    await expect(report(files, 'v.jsonl', '--where', 'tag=dp')).rejects.toThrow('needs --problems');
  });

  it('divides the figures by any field of the problems or of the rows', async () => {
    const rows = RUN.map((line, at) =>
      withChange(line, { finish_reason: at < 3 ? 'stop' : 'length', usage: {} }),
    );
    const files = { 'v.jsonl': rows, 'o.jsonl': RUN, 'p.jsonl': TAGGED };
    const by = async (field: string, ...extraArgs: readonly string[]) => {
      const text = await report(files, 'v.jsonl', '--by', field, '--json', ...extraArgs);
      const { groups } = JSON.parse(text) as { groups: Record<string, Record<string, { samples: number }>> };
      expect(Object.keys(groups)).toEqual([field]);
      return Object.entries(groups[field]!).map(([name, { samples }]) => [name, samples]);
    };
    const baseArgs = ['--problems', 'p.jsonl'];
    expect(await by('tag', ...baseArgs)).toEqual([
      ['dp', 5],
      ['greedy', 2],
    ]);
    expect(await by('date', ...baseArgs)).toEqual([['unknown', 5]]);
    expect(await by('finish_reason')).toEqual([
      ['stop', 3],
      ['length', 2],
    ]);
    expect(await by('flag')).toEqual([
      ['browser-limit', 3],
      ['none', 2],
      ['last-digits', 1],
    ]);
    expect((await by('verdict')).length).toBe(3);
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    await by('mode', ...baseArgs);
    expect(stderr.mock.calls.flat().join('')).toContain('--by mode: all samples have the value stdin');
    await expect(by('difficulty')).rejects.toThrow('--by difficulty: needs --problems');
    await expect(by('finish_reson')).rejects.toThrow('(did you mean finish_reason?)');
    await expect(by('usage')).rejects.toThrow('must be a field with one value');
    const table = await report(files, 'v.jsonl', 'o.jsonl', ...baseArgs, '--by', 'tag');
    expect(table).toContain('dp (2)');
    await expect(report(files, 'v.jsonl', 'o.jsonl', '--by', 'finish_reason')).rejects.toThrow('--by');
  });

  it('groups and filters by the free fields of the problems', async () => {
    const problem = { mode: 'stdin', prompt: 'x', tests: [{ input: '1', output: '1' }] };
    const problems = [
      { id: 'a', ...problem, meta: { rating: 900, platform: 'AtCoder' } },
      { id: 'b', ...problem, meta: { rating: 1200, platform: 'AtCoder' } },
    ];
    const files = { 'v.jsonl': RUN, 'o.jsonl': RUN, 'p.jsonl': problems.map((each) => JSON.stringify(each)) };
    const baseArgs = ['v.jsonl', '--problems', 'p.jsonl', '--json'];
    const samplesOf = async (...options: readonly string[]): Promise<unknown> => {
      const { groups } = JSON.parse(await report(files, ...baseArgs, '--by', 'meta.rating', ...options)) as {
        groups: Record<string, Record<string, { samples: number }>>;
      };
      return Object.keys(groups['meta.rating']!).sort();
    };
    expect(await samplesOf()).toEqual(['1200', '900']);
    expect(await samplesOf('--where', 'meta.rating>=1000 meta.platform=atcoder')).toEqual(['1200']);
    await expect(samplesOf('--where', 'meta.ratng>=1000')).rejects.toThrow('(did you mean meta.rating?)');
    await expect(report(files, ...baseArgs, '--by', 'meta.ratng')).rejects.toThrow(
      '--by meta.ratng: is no field of the problems (did you mean meta.rating?)',
    );
    const table = await report(files, 'v.jsonl', 'o.jsonl', '--problems', 'p.jsonl', '--by', 'meta.rating');
    expect(table).toContain('900 (1)');
  });

  it('flags samples that only a larger time factor accepts, and gives pass@1 as a range', async () => {
    const timed = (line: string, time_factor: number, factor_needed?: number) =>
      withChange(line, { time_factor, tests_run: 2, ...(factor_needed && { factor_needed }) });
    const rows = [
      timed(row('a', '1', 1), 5, 2.1),
      timed(row('a', '2', 1), 5, 1.5),
      timed(row('b', '1', 1), 1.6),
      timed(row('b', '2', 0), 1.6),
    ];
    const files = { 'v.jsonl': rows };
    const text = await report(files, 'v.jsonl');
    expect(text).toMatch(/1 near-limit$/m);
    expect(text).toContain(
      '1 accepted sample would time out at the smallest time factor of this run: pass@1 is 50.0 % to 75.0 %.',
    );
    const json = await report(files, 'v.jsonl', '--json', '--where', 'flag!=near-limit');
    expect(JSON.parse(json)).toMatchObject({ samples: 3 });
    expect(JSON.parse(await report(files, 'v.jsonl', '--json'))).toMatchObject({ pass_at_1_least: 0.5 });
    // Without the factor 1.6, no verdict of the run depends on the factor.
    expect(await report({ 'v.jsonl': rows.slice(0, 2) }, 'v.jsonl')).not.toContain('near-limit');
  });

  it('writes one page as HTML, with the comparison', async () => {
    const files = {
      'v.jsonl': RUN.map((line) => withChange(line, { tokens: 7 })),
      'o.jsonl': [row('b', '1', 1)],
    };
    const page = await report(files, 'v.jsonl', '--as', 'html', '--against', 'o.jsonl');
    expect(page).toMatch(/^<!doctype html>/);
    const text = page
      .slice(page.indexOf('<body'))
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain('v.jsonl pass@1 25.0 % , 95 % interval');
    expect(text).toContain('a AC WA b WA WA c IE');
    expect(text).toContain('solved only in B 1');
    expect(text).toContain('0 tokens of prompts and 35 of answers');
    expect(text).toContain('2 problems count, fewer than 30');
    await expect(report(files, 'v.jsonl', 'o.jsonl', '--as', 'html')).rejects.toThrow('for one file');
  });

  it('writes to a file, never over an input, and over other files by --force alone', async () => {
    await withFiles({ 'v.jsonl': RUN, 'notes.txt': ['mine'] }, async (path) => {
      const writeReport = (...extraArgs: readonly string[]) => REPORT.run([path('v.jsonl'), ...extraArgs]);
      await writeReport('--as', 'csv', '-o', path('r.csv'));
      expect(readFileSync(path('r.csv'), 'utf8')).toBe(
        await report({ 'v.jsonl': RUN }, 'v.jsonl', '--as', 'csv'),
      );
      await expect(writeReport('-o', path('v.jsonl'))).rejects.toThrow('is an input of this command');
      await expect(writeReport('-o', path('notes.txt'))).rejects.toThrow('--force');
      expect(readFileSync(path('notes.txt'), 'utf8')).toBe('mine');
      await writeReport('-o', path('notes.txt'), '--force');
      expect(readFileSync(path('notes.txt'), 'utf8')).toMatch(/^verdicts +5 samples/);
    });
  });

  it('says how many judged problems are in no window of dates, and of no others', async () => {
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderr.mockRestore());
    const [first, second] = PROBLEMS;
    const dated = withChange(first!, { meta: { contest_date: '2024-01-15T00:00:00' } });
    // The third problem is missing, and the second has no date.
    const files = { 'v.jsonl': RUN, 'p.jsonl': [dated, second!, withChange(first!, { id: 'never-judged' })] };
    await report(files, 'v.jsonl', '--problems', 'p.jsonl', '--from', '2024-01');
    expect(stderr.mock.calls.flat().join('')).toContain('2 judged problems without a date');
  });

  it.each([
    ['no verdict in it', { 'v.jsonl': [] }, /v\.jsonl: holds no verdict/],
    [
      'a broken row',
      { 'v.jsonl': [RUN[0]!, '{"problem_id":"a"}'] },
      /v\.jsonl, line 2, field sample_id: is missing, and so are "profile" and "verdict"/,
    ],
    [
      'a verdict that is none',
      { 'v.jsonl': [RUN[0]!.replace('accepted', 'fine')] },
      /field verdict: expected .* found "fine"/,
    ],
    ['two profiles', { 'v.jsonl': [RUN[0]!, row('a', '2', 0, 'lcb')] }, /by standard and by lcb/],
  ])('refuses %s', async (_, files, message) => {
    await expect(report(files, 'v.jsonl')).rejects.toThrow(message);
  });
});

describe('merge', () => {
  const shards = { '1.jsonl': [RUN[0]!, RUN[2]!, RUN[4]!], '2.jsonl': [RUN[1]!, RUN[3]!] };
  const merge = (files: Files) =>
    run(MERGE, { 's.jsonl': SAMPLES, ...files }, ['-q', '--samples', 's.jsonl', ...Object.keys(files)]);

  it('writes what one machine would have written, byte for byte', async () => {
    expect(await merge(shards)).toBe(RUN.map((line) => `${line}\n`).join(''));
    expect(await merge({ ...shards, '3.jsonl': RUN })).toBe(RUN.map((line) => `${line}\n`).join(''));
  });

  it('writes to a file, and what is there where that is asked for', async () => {
    await withFiles({ 's.jsonl': SAMPLES, '2.jsonl': shards['2.jsonl'] }, async (path) => {
      const out = path('out.jsonl');
      await MERGE.run(['-q', '--samples', path('s.jsonl'), path('2.jsonl'), '--partial', '-o', out]);
      expect(readFileSync(out, 'utf8')).toBe(`${RUN[1]}\n${RUN[3]}\n`);
    });
  });

  it.each([
    ['a shard that is missing', { '1.jsonl': shards['1.jsonl'] }, /a, 2 is in no shard \(and 1 more\)/],
    [
      'rows that contradict each other',
      { ...shards, '3.jsonl': [row('a', '1', 0)] },
      /3\.jsonl: a, 1 is wrong-answer there, and not in .*1\.jsonl/,
    ],
    [
      'rows of other samples',
      { ...shards, '3.jsonl': [row('z', '1', 0)] },
      /3\.jsonl: z, 1 is no sample of .*s\.jsonl/,
    ],
    [
      'samples that nothing tells apart',
      { ...shards, 's.jsonl': [...SAMPLES, SAMPLES[0]!.replace('"code":""', '"code":"#"')] },
      /s\.jsonl, line 6, field id: the sample 1 of a stands on line 1 with another answer/,
    ],
    ['shards by two profiles', { ...shards, '3.jsonl': [row('a', '1', 1, 'lcb')] }, /3\.jsonl is by lcb/],
  ])('refuses %s', async (_, files, message) => {
    await expect(merge(files)).rejects.toThrow(message);
  });

  it('counts a row that stands in a file twice once, and refuses one that says otherwise', async () => {
    const once = await report({ 'v.jsonl': RUN }, 'v.jsonl', '--as', 'json');
    expect(await report({ 'v.jsonl': [...RUN, RUN[0]!, RUN[1]!] }, 'v.jsonl', '--as', 'json')).toBe(once);
    await expect(report({ 'v.jsonl': [...RUN, row('a', '1', 0)] }, 'v.jsonl')).rejects.toThrow(
      'line 6, field sample_id: the sample 1 of a is wrong-answer here and accepted on line 1',
    );
  });

  it('names files by their folders where their names are one', async () => {
    const table = await report({ 'a-v.jsonl': RUN }, 'a-v.jsonl', 'a-v.jsonl', '--as', 'csv');
    expect(table).toMatch(/\r\na-v,[^]*\r\n.*a-v \(2\),/);
  });

  describe('holds against the manifests beside the shards', () => {
    const text = (rows: readonly string[]): string => rows.map((line) => `${line}\n`).join('');
    const samples = hashOf(SAMPLES.join('\n'));
    const mergeOf = (manifests: Readonly<Record<string, ReturnType<typeof manifestOf>>>): Promise<string> => {
      const rows = Object.fromEntries(Object.entries(shards).filter(([name]) => name in manifests));
      const others = { ...rows, 'empty.jsonl': [] };
      return withFiles({ 's.jsonl': SAMPLES, ...others }, (path) => {
        for (const [name, manifest] of Object.entries(manifests)) writeManifest(path(name), manifest);
        return MERGE.run(['-q', '--samples', path('s.jsonl'), ...Object.keys(manifests).map(path)]);
      });
    };
    const of = (shard: string, change = {}) => manifestOf({ samples, profile: 'standard', ...change }, shard);

    it('takes shards of one run, also one that has no sample', async () => {
      const manifests = { '1.jsonl': of('1/3'), '2.jsonl': of('2/3'), 'empty.jsonl': of('3/3') };
      expect(await mergeOf(manifests)).toBe(text(RUN));
    });

    it.each([
      [
        { '1.jsonl': of('1/2'), '2.jsonl': of('2/2', { page: 'x' }) },
        /2\.jsonl belongs to another run than .*1\.jsonl: the version of Allpass differs/,
      ],
      [
        { '1.jsonl': of('1/2', { samples: 'x' }), '2.jsonl': of('2/2', { samples: 'x' }) },
        /1\.jsonl belongs to another run: .*s\.jsonl is not its file of samples/,
      ],
      [{ '1.jsonl': of('1/3') }, /add the shards that are missing \(2\/3, 3\/3\), or take/],
    ])('refuses %j', async (manifests, message) => {
      await expect(mergeOf(manifests)).rejects.toThrow(message);
    });
  });
});
