import { describe, expect, it } from 'vitest';
import { runOf } from '../../../tests/builders/run.ts';
import type { Sample } from '../../domain/submission.ts';
import { submissionIn } from '../../domain/answer.ts';
import { leftCaveats } from '../figures/run-caveats.ts';
import { readVerdicts } from '../../datasets/verdict-rows.ts';
import { fileAnswer, fileRun, fileVerdict, verdictRun } from './file-run.ts';

const sample = (problemId: string, id: string, change: Partial<Sample> = {}): Sample => ({
  problemId,
  set: null,
  id,
  submission: { kind: 'program', code: `print(${id})` },
  ...change,
});
const PROBLEMS = runOf().problems;
const problemOf = ({ problemId }: Sample) => PROBLEMS.find(({ id }) => id === problemId) ?? null;
const NOTHING = { unread: 0, note: null };

describe('samples of a file as a run', () => {
  it('are numbered within their problem, and counted where they are fewer', () => {
    const { problems, most, samples } = fileRun(
      [sample('b', 'x'), sample('a', '1'), sample('b', 'y'), sample('a', '0'), sample('c', '7')],
      problemOf,
      NOTHING,
    );
    expect(most).toBe(2);
    expect(problems.map(({ id, samples: own }) => [id, own])).toEqual([
      ['b', undefined],
      ['a', undefined],
      ['c', 1],
    ]);
    expect(samples.map(({ key, sample: { id } }) => `${key.id}${key.sample} ${id}`)).toEqual([
      ...['b0 x', 'b1 y'],
      // The file numbers these samples itself.
      ...['a0 0', 'a1 1'],
      'c0 7',
    ]);
  });

  it('keep the order of the file where its numbers do not tell it', () => {
    const ids = (...names: string[]) =>
      fileRun(
        names.map((name, at) => sample('a', name, { submission: { kind: 'program', code: `print(${at})` } })),
        problemOf,
        NOTHING,
      ).samples.map(({ sample: { id } }) => id);
    expect(ids('2', '1')).toEqual(['2', '1']);
    expect(ids('1', '1', '0')).toEqual(['1', '1', '0']);
  });

  it('count once where the file repeats them', () => {
    const file = [sample('a', 'x'), sample('a', 'y'), sample('b', 'x')];
    const another = sample('a', 'x', { submission: { kind: 'program', code: 'pass' } });
    const { samples, most, left } = fileRun([...file, ...file, another], problemOf, NOTHING);
    expect([samples.length, most, left.repeated, left.sharing]).toEqual([4, 3, 3, 2]);
    expect(leftCaveats(left).map(({ name }) => name)).toEqual(['repeated', 'shared-id']);
    expect(fileRun(file, problemOf, NOTHING).left).toEqual({ unknown: 0, unknownIds: [], ...NOTHING });
  });

  it('leave out what has no problem here, by number and name', () => {
    const strangers = Array.from({ length: 7 }, (_, at) => sample(`x${at}`, '0'));
    const { left, samples, compared } = fileRun(
      [...strangers, strangers[0]!, sample('a', '0', { passedElsewhere: false })],
      problemOf,
      { unread: 3, note: 'a word' },
    );
    expect(left).toEqual({
      unknown: 8,
      unknownIds: ['x0', 'x1', 'x2', 'x3', 'x4', 'x5'],
      unread: 3,
      note: 'a word',
    });
    expect([samples.length, compared]).toEqual([1, 1]);
    expect(leftCaveats(left)[0]!.says).toContain('(“x0”, “x1”, “x2”, “x3”, “x4” and others)');
    // Repeated samples of five problems do not add “and others”.
    const skippedFew = fileRun([...strangers.slice(0, 5), ...strangers.slice(0, 5)], problemOf, NOTHING).left;
    expect(leftCaveats(skippedFew)[0]!.says).toContain('not imported (“x0”, “x1”, “x2”, “x3”, “x4”):');
  });

  it('are kept as programs, or as the answers they are, with what the file says of them', () => {
    const [program] = fileRun([sample('a', '0', { passedElsewhere: true })], problemOf, NOTHING).samples;
    const storedSample = fileAnswer(program!, { kind: 'program', code: 'print(12345)' }, 7);
    expect(storedSample.answer).toMatchObject({
      label: 'Pasted: id 0 in its file',
      completion: { text: 'print(12345)' },
      program: true,
      passedElsewhere: true,
    });
    expect(storedSample.row).toMatchObject({
      ...{ set: 'own', id: 'a', sample: 0, askedAt: 7, answeredAt: 7, failure: null, judged: null },
      ...{ tokens: 3, estimated: true, passedElsewhere: true },
    });
    const completion = { reasoning: '', reasoningOpen: false, text: 'No.', usage: null } as const;
    const [answered] = fileRun(
      [sample('a', '0', { tokens: [{ text: 'No.', probability: 1 }] })],
      problemOf,
      NOTHING,
    ).samples;
    const truncatedCompletion = { ...completion, finishReason: 'length' } as const;
    const answer = fileAnswer(answered!, { kind: 'completion', completion: truncatedCompletion }, 7);
    expect(answer.answer.program).toBeUndefined();
    expect(answer.row).toMatchObject({ finishReason: 'length', tokens: 1, estimated: false });
    expect('passedElsewhere' in answer.row).toBe(false);
    const stopped = { ...completion, finishReason: 'stopped' } as const;
    const broken = fileAnswer(answered!, { kind: 'completion', completion: stopped }, 7).answer;
    expect(submissionIn(broken)).toMatchObject({ completion: { text: 'No.', finishReason: 'interrupted' } });
  });
});

describe('the verdicts of a file as a run', () => {
  const row = (problem_id: string, sample_id: string, change: object = {}) =>
    JSON.stringify({
      ...{ problem_id, sample_id, profile: 'rllm', reward: 1, verdict: 'accepted' },
      ...{ tests_total: 2, tests_run: 2, tests_passed: 2, first_failed: null, time_factor: 1.5 },
      tests: [
        { verdict: 'accepted', ms: 2 },
        { verdict: 'accepted', ms: 7 },
      ],
      ...{ error: null, flags: ['last-digits'] },
      ...change,
    });
  const storedProblem = ({ problemId }: { readonly problemId: string }) =>
    PROBLEMS.find(({ id }) => id === problemId) ?? null;
  const runOfRows = (...lines: readonly string[]) =>
    verdictRun(readVerdicts(lines.join('\n')).records, storedProblem, NOTHING);

  it('have their numbers, their profile, and also problems that are not stored', () => {
    const run = runOfRows(row('a', '1'), row('x', 'q'), row('a', '0'));
    expect(run).toMatchObject({
      profile: 'rllm',
      bareCount: 1,
      most: 2,
      left: { unknown: 0, unknownIds: [] },
    });
    expect(run.samples.map(({ key, sample: { id } }) => [key.set, key.id, key.sample, id])).toEqual([
      ['own', 'a', 0, '0'],
      ['own', 'a', 1, '1'],
      ['', 'x', 0, 'q'],
    ]);
    expect(run.problems[1]).toEqual({
      ...{ set: '', id: 'x', title: 'x', difficulty: null },
      ...{ source: 'unknown', mode: 'unknown', date: null, samples: 1 },
    });
  });

  it('leave out the samples that had no problem to be judged by', () => {
    const run = runOfRows(row('a', '0'), row('gone', '0', { reward: null, verdict: 'unknown-problem' }));
    expect([run.samples.length, run.left]).toEqual([1, { unknown: 1, unknownIds: ['gone'], ...NOTHING }]);
  });

  it('are stored as the file has them', () => {
    const failure = { input: '1', expected: '2', got: '3'.repeat(500) };
    const wrongRow = { reward: 0, verdict: 'wrong-answer', tests_passed: 1, first_failed: 1 };
    const [first] = runOfRows(row('a', '0', { ...wrongRow, first_failure: failure, tokens: 12 })).samples;
    const { row: written, answer, tests } = fileVerdict(first!, 5);
    expect(written).toMatchObject({
      ...{ set: 'own', id: 'a', sample: 0, failure: null, tokens: 12 },
      judged: {
        ...{ verdict: 'wrong-answer', reward: 0, testsTotal: 2, testsRun: 2, testsPassed: 1, firstFailed: 1 },
        ...{ slowestMs: 7, error: null, flags: ['last-digits'], timeFactor: 1.5 },
        firstFailure: { input: '1', got: `${'3'.repeat(120)}…` },
      },
    });
    expect([answer, tests?.map(({ ms }) => ms)]).toEqual([null, [2, 7]]);
  });

  it('have no tests where those of the row are invalid', () => {
    const [first] = runOfRows(row('a', '0', { tests: [{ verdict: 'fine', ms: 1 }], tests_run: 0 })).samples;
    const { row: written, tests } = fileVerdict(first!, 5);
    expect([tests, written.judged?.slowestMs, written.judged?.testsRun]).toEqual([[], null, 0]);
  });
});
