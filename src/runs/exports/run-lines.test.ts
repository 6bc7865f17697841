import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../tests/builders/answer.ts';
import { runOf, runRowOf, runVerdictOf } from '../../../tests/builders/run.ts';
import { readSamples } from '../../datasets/sample-file.ts';
import { readVerdicts, type JudgedSample, type VerdictLine } from '../../datasets/verdict-rows.ts';
import { reportOf } from '../figures/run-report.ts';
import { runCsv } from './csv.ts';
import { runJunit } from './junit.ts';
import { RunLines } from './run-lines.ts';

const lines = new RunLines(runOf());
const RIGHT = runRowOf({ judged: runVerdictOf('accepted', { timeFactor: 1.234 }) });
const WRONG = runRowOf({
  id: 'b',
  sample: 1,
  judged: runVerdictOf('wrong-answer', { error: 'test 2', flags: ['browser-limit'] }),
});
const REDRAWN = { oldLimit: 400, oldTokens: 399, limit: 800 };
const FAILED = runRowOf({ id: 'c', failure: 'Nobody answered.', finishReason: null });

/** Returns the fields of a row without its source. Rows round the time factor. */
function inMemory({ timeFactor, ...row }: VerdictLine): JudgedSample {
  const { line, ...fields } = row;
  expect(line).not.toBe('');
  return { ...fields, timeFactor: timeFactor === null ? null : (expect.closeTo(timeFactor, 2) as number) };
}

describe('verdicts of a run', () => {
  it('are the rows that the command line writes', () => {
    const tests = [
      { verdict: 'accepted' as const, ms: 1.26 },
      { verdict: 'not-run' as const, ms: null },
    ];
    expect(JSON.parse(lines.verdict(RIGHT, tests)!)).toEqual({
      problem_id: 'a',
      sample_id: '0',
      profile: 'standard',
      reward: 1,
      verdict: 'accepted',
      tests_total: 2,
      tests_run: 2,
      tests_passed: 2,
      first_failed: null,
      tests: [
        { verdict: 'accepted', ms: 1.3 },
        { verdict: 'not-run', ms: null },
      ],
      error: null,
      flags: [],
      time_factor: 1.23,
      tokens: 100,
    });
    expect(lines.verdict(runRowOf(), null)).toBeNull();
  });

  it('count what failed on the way as nobody’s fault', () => {
    expect(JSON.parse(lines.verdict(FAILED, null)!)).toMatchObject({
      ...{ problem_id: 'c', reward: null, verdict: 'judge-error', error: 'Nobody answered.' },
    });
  });

  it('read back as what reports are made of', () => {
    const rows = [RIGHT, WRONG, FAILED];
    const judged = rows.map((row) => lines.judged(row)!);
    const { records, faults } = readVerdicts(rows.map((row) => lines.verdict(row, null)).join('\n'));
    expect(faults).toEqual([]);
    expect(judged).toMatchObject(records.map(inMemory));
    expect(reportOf(judged)).toMatchObject({ samples: 3, unjudged: 1, passes: [{ k: 1, value: 0.5 }] });
    expect(runCsv(judged)).toContain('b,1,standard,wrong-answer,0,browser-limit,1,2,100');
    expect(runJunit(judged, 'r')).toContain('tests="3" failures="1" errors="1"');
    expect(lines.judged(runRowOf())).toBeNull();
  });

  it('mark a sample that was asked again, wherever they are written, and read the mark back', () => {
    const rows = [
      { ...RIGHT, redrawn: REDRAWN },
      { ...WRONG, redrawn: { ...REDRAWN, oldLimit: null } },
    ];
    const judged = rows.map((row) => lines.judged(row)!);
    const { records, faults } = readVerdicts(rows.map((row) => lines.verdict(row, null)).join('\n'));
    expect(faults).toEqual([]);
    expect(judged).toMatchObject(records.map(inMemory));
    expect(records.map(({ redrawn }) => redrawn)).toEqual(rows.map(({ redrawn }) => redrawn));
    const csv = runCsv([...judged, lines.judged(FAILED)!], [['model', 'm']]).split('\r\n');
    expect(csv[0]).toMatch(/,tokens,redrawn_limit,redrawn_old_limit,redrawn_old_tokens,model$/);
    expect(csv.slice(1, 4).map((line) => line.split(',').slice(-4).join())).toEqual([
      '800,400,399,m',
      '800,,399,m',
      ',,,m',
    ]);
    const junit = runJunit(judged, 'r');
    expect(junit).toContain(
      '><properties><property name="redrawn" value="token limit 400 → 800"/></properties></testcase>',
    );
    expect(junit).toContain(
      'value="token limit no limit → 800"/><property name="flags" value="browser-limit"/></properties><failure',
    );
    const answers = readSamples(rows.map((row) => lines.sample(row, answerOf('x'))!).join('\n'));
    expect(answers.samples.map(({ redrawn }) => redrawn)).toEqual(rows.map(({ redrawn }) => redrawn));
  });

  it('refuse a mark that does not fit, rather than lose it', () => {
    const broken = (redrawn: object) =>
      readVerdicts(JSON.stringify({ ...(JSON.parse(lines.verdict(RIGHT, null)!) as object), redrawn }))
        .faults;
    expect(broken({ old_limit: 9, limit: 10 })).toMatchObject([{ field: 'redrawn.old_tokens' }]);
    expect(broken({ old_limit: 9, old_tokens: 9, limit: 9 })).toMatchObject([{ field: 'redrawn.limit' }]);
  });

  it('tell two sets with the same ids apart', () => {
    const problems = ['one', 'two'].map((set) => ({ ...runOf().problems[0]!, set }));
    const both = new RunLines(runOf({ problems: [...problems, { ...problems[0]!, id: 'z' }] }));
    const nameOf = (set: string, id: string) => both.judged({ ...RIGHT, set, id })!.problemId;
    expect([nameOf('one', 'a'), nameOf('two', 'a'), nameOf('one', 'z')]).toEqual(['one: a', 'two: a', 'z']);
    expect(JSON.parse(both.sample({ ...RIGHT, set: 'two' }, answerOf('x'))!)).toMatchObject({ set: 'two' });
  });
});

describe('answers of a run', () => {
  it('are samples that anybody can judge', () => {
    const answer = answerOf('```python\nprint(1)\n```');
    const thought = {
      ...answer,
      completion: { ...answer.completion, reasoning: 'so', finishReason: 'length' as const },
    };
    const { samples, faults } = readSamples(
      [lines.sample(RIGHT, thought), lines.sample(WRONG, answer)].join('\n'),
    );
    expect(faults).toEqual([]);
    expect(samples).toMatchObject([
      {
        ...{ problemId: 'a', set: null, id: '0' },
        submission: {
          completion: { text: '<think>\nso\n</think>\n```python\nprint(1)\n```', finishReason: 'length' },
        },
      },
      { problemId: 'b', id: '1', submission: { completion: { text: answer.completion.text } } },
    ]);
  });

  it('leave out what is no answer of a model', () => {
    const failure = { message: 'x', remedy: 'y' };
    expect(lines.sample(RIGHT, answerOf('', { failure }))).toBeNull();
    const stopped = answerOf('half');
    const completion = { ...stopped.completion, finishReason: 'stopped' as const };
    expect(lines.sample(RIGHT, { ...stopped, completion })).toBeNull();
  });
});
