import { describe, expect, it } from 'vitest';
import { completionOf } from '../../tests/builders/completion.ts';
import { problemOf } from '../../tests/builders/problem.ts';
import { reportOf } from '../../tests/builders/report.ts';
import type { FinishReason } from './completion.ts';
import { isOn, judgedTexts, prepareHash, problemHash, stillFits, type Judgement } from './judgement.ts';
import type { Problem, TestCase } from './problem.ts';
import type { Submission } from './submission.ts';

const tests = (count: number) => Array.from({ length: count }, (_, n) => ({ input: `${n}`, output: `${n}` }));

function judgementOf(testsTotal: number, scope: Judgement['scope'] = 'all'): Judgement {
  const report = { ...reportOf(['accepted']), testsTotal };
  return { report, kind: 'program', scope, milliseconds: 1 };
}

it('fits the problem whose tests it knew, be it of all of them or of the public ones', () => {
  for (const scope of ['all', 'public'] as const)
    expect(stillFits(judgementOf(3, scope), problemOf({ tests: tests(3) }))).toBe(true);
});

it('does not fit a problem that has gained or lost tests since', () => {
  for (const count of [2, 4, 0])
    expect(stillFits(judgementOf(3), problemOf({ tests: tests(count) }))).toBe(false);
});

it('goes by the tests there are, not by those that ran', () => {
  const stopped = judgementOf(20);
  expect(stopped.report.testsRun).toBeLessThan(20);
  expect(stillFits(stopped, problemOf({ tests: tests(20) }))).toBe(true);
});

describe('what a judgement was given on', () => {
  const problem = problemOf({ tests: tests(3) });
  const program: Submission = { kind: 'program', code: 'print(1)' };
  const currentJudgement = { ...judgementOf(3), texts: judgedTexts(problem, program) };

  it('is told from a problem in which anything that counts has changed, be the number of tests the same', () => {
    expect(stillFits(currentJudgement, problem)).toBe(true);
    expect(stillFits(currentJudgement, { ...problem, title: 'Another', tags: ['new'] })).toBe(true);
    const [one, two, three] = tests(3) as [TestCase, TestCase, TestCase];
    const changes: Partial<Problem>[] = [
      { tests: [one, two, { ...three, output: '9' }] },
      { tests: [two, one, three] },
      { tests: [{ input: one.input + one.output, output: '' }, two, three] },
      { checker: 'tolerance' },
      { preamble: 'import math' },
      { check: 'check(f)' },
      { mode: 'call' },
      { functionName: 'f' },
      { publicTests: 2 },
      { timeLimitSeconds: 7.5 },
      { memoryLimitMb: 65 },
    ];
    for (const change of changes) expect(stillFits(currentJudgement, { ...problem, ...change })).toBe(false);
  });

  it('has the same hash, worked out at once or in turns', async () => {
    const long = {
      ...problem,
      tests: [
        { input: 'ab'.repeat(130_000), output: '' },
        { input: 'x', output: 'y' },
      ],
    };
    const [one, other] = [{ ...long }, { ...long }];
    await prepareHash(one);
    expect(problemHash(one)).toBe(problemHash(other));
    expect(problemHash(one)).not.toBe(problemHash({ ...long, memoryLimitMb: 65 }));
  });

  it('is told from another text, and from an answer that ended otherwise', () => {
    expect(isOn(currentJudgement, program)).toBe(true);
    expect(isOn(currentJudgement, { kind: 'program', code: 'print(2)' })).toBe(false);
    const answer = (finishReason: FinishReason): Submission => ({
      kind: 'completion',
      completion: completionOf('```python\nprint(1)\n```', { finishReason }),
    });
    const answered = { ...currentJudgement, texts: judgedTexts(problem, answer('stop')) };
    expect(isOn(answered, answer('stop'))).toBe(true);
    expect(isOn(answered, answer('length'))).toBe(false);
  });

  it('is not known of verdicts of earlier versions', () => {
    expect(isOn(judgementOf(3), program)).toBe(null);
  });
});
