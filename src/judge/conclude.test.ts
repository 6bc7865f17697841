import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { completionOf } from '../../tests/builders/completion.ts';
import { problemOf } from '../../tests/builders/problem.ts';
import { resultOf } from '../../tests/builders/report.ts';
import type { JudgeReport, TestResult, TestVerdict } from '../domain/verdict.ts';
import { conclude, withoutProgram } from './conclude.ts';
import type { JudgeTask } from './judge-options.ts';
import { findProfile } from './profiles/custom.ts';
import { STANDARD } from './profiles/profiles.ts';

const TESTS = 4;
const RLLM = findProfile('rllm')!;
const TINKER = findProfile('tinker')!;
const OPEN_R1 = findProfile('open-r1')!;
const FRACTIONAL = findProfile('fractional')!;

function taskOf(change: Partial<JudgeTask> = {}): JudgeTask {
  const tests = Array.from({ length: TESTS }, () => ({ input: '', output: '' }));
  const { signal } = new AbortController();
  return {
    problem: problemOf({ tests }),
    profile: STANDARD,
    tests: 'all',
    stopAtFirstFailure: false,
    signal,
    ...change,
  };
}

const stoppedTask = { signal: AbortSignal.abort() };

/** Returns the report on the first of four tests, which ended with these verdicts. */
function reportOf(
  verdicts: readonly TestVerdict[],
  change: Partial<JudgeTask> = {},
  plan = [0, 1, 2, 3],
): JudgeReport {
  const results = verdicts.map((verdict, place) =>
    resultOf(plan[place]!, verdict, {
      error: verdict === 'runtime-error' || verdict === 'judge-error' ? ERROR : null,
    }),
  );
  return conclude(taskOf(change), { plan, results, timeFactor: 1.5 });
}

const ERROR = { name: 'ValueError', message: 'bad', traceback: 'line 1' };
const A = 'accepted';
const W = 'wrong-answer';

describe('the reward', () => {
  it.for<readonly [string, readonly TestVerdict[], Partial<JudgeReport>]>([
    ['all pass', [A, A, A, A], { verdict: A, reward: 1, firstFailed: null }],
    ['one fails', [A, W, A, A], { verdict: W, reward: 0, firstFailed: 1 }],
    [
      'the first failure is the headline',
      [A, 'time-limit-exceeded', W, A],
      { verdict: 'time-limit-exceeded' },
    ],
    ['it stopped at a failure', [A, W], { verdict: W, reward: 0, testsRun: 2 }],
    ['tests are missing without one', [A, A, A], { verdict: 'judge-error', reward: null }],
    ['nothing ran', [], { verdict: 'judge-error', reward: null }],
    ['the judge failed first', [A, 'judge-error'], { verdict: 'judge-error', reward: null, firstFailed: 1 }],
    // The first failure decides, even if the judge fails later.
    ['the judge failed later', [W, 'judge-error'], { verdict: W, reward: 0 }],
  ])('when %s', ([, verdicts, shown]) => {
    expect(reportOf(verdicts)).toMatchObject(shown);
  });

  it('is 1 only if every test is accepted', () => {
    const verdict = fc.constantFrom<TestVerdict>(
      A,
      W,
      'runtime-error',
      'judge-error',
      'syntax-error',
      'not-run',
    );
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: TESTS }), fc.boolean(), (verdicts, isStopped) => {
        const report = reportOf(verdicts, isStopped ? stoppedTask : {});
        const isWhole = verdicts.length === TESTS && verdicts.every((each) => each === A);
        expect(report.reward === 1).toBe(isWhole && !isStopped);
        expect(report.verdict === A).toBe(report.reward === 1);
      }),
    );
  });

  it('is null for the public tests, which have a verdict', () => {
    expect(reportOf([A], { tests: 'public' }, [0])).toMatchObject({ verdict: A, reward: null, testsRun: 1 });
    expect(reportOf([W], { tests: 'public' }, [0])).toMatchObject({ verdict: W, reward: null });
  });

  it('is a share of the selected tests if the score pays shares', () => {
    expect(reportOf([A, W, A, W], { profile: FRACTIONAL })).toMatchObject({ verdict: W, reward: 0.5 });
    expect(reportOf([A, W], { profile: FRACTIONAL }, [2, 0])).toMatchObject({ reward: 0.5, firstFailed: 0 });
    expect(reportOf([A, 'judge-error', A, A], { profile: FRACTIONAL })).toMatchObject({ reward: null });
    expect(reportOf([W, A, A, 'judge-error'], { profile: FRACTIONAL })).toMatchObject({
      verdict: 'judge-error',
      error: 'ValueError: bad',
    });
  });

  it('is 0 for every score if the program does not load', () => {
    for (const profile of [STANDARD, FRACTIONAL, OPEN_R1, TINKER]) {
      expect(reportOf(['syntax-error'], { profile })).toMatchObject({ verdict: 'syntax-error', reward: 0 });
    }
  });
});

describe('a stop', () => {
  it('gives a null reward if no test had failed', () => {
    expect(reportOf([A, A], stoppedTask)).toMatchObject({
      verdict: 'judge-error',
      reward: null,
      flags: ['stopped'],
      error: 'stopped',
      testsRun: 2,
    });
  });

  it('does not change an earlier failure if one failure decides', () => {
    expect(reportOf([A, W], stoppedTask)).toMatchObject({ verdict: W, reward: 0, flags: [] });
  });

  it('gives a null reward if the other tests count, too', () => {
    for (const profile of [FRACTIONAL, OPEN_R1]) {
      expect(reportOf([A, W], { ...stoppedTask, profile })).toMatchObject({
        reward: null,
        flags: ['stopped'],
      });
      expect(reportOf([A, W, A, A], { ...stoppedTask, profile }).flags).toEqual([]);
      expect(reportOf(['syntax-error'], { ...stoppedTask, profile })).toMatchObject({ reward: 0, flags: [] });
    }
  });

  it('is the reason if it caused the loss of a test', () => {
    expect(reportOf(['judge-error'], stoppedTask)).toMatchObject({ flags: ['stopped'], firstFailed: null });
  });
});

describe('a report', () => {
  it('lists every test of the problem in order, independent of the order of the run', () => {
    const report = reportOf([A, W], {}, [3, 1, 0]);
    expect(report.tests.map(({ index, verdict }) => [index, verdict])).toEqual([
      [0, 'not-run'],
      [1, W],
      [2, 'not-run'],
      [3, A],
    ]);
    expect(report).toMatchObject({ testsTotal: 4, testsRun: 2, testsPassed: 1, timeFactor: 1.5 });
  });

  it('has the time factor that an accepted program needed, if it is above 1', () => {
    const took = (milliseconds: number, change: Partial<JudgeTask> = {}, verdict: TestVerdict = A) =>
      conclude(taskOf(change), {
        plan: [0, 1],
        results: [resultOf(0), resultOf(1, verdict, { milliseconds })],
        timeFactor: 5,
      }).factorNeeded;
    const { timeLimitSeconds } = taskOf().problem;
    expect(took(1500 * timeLimitSeconds)).toBe(1.5);
    expect(took(1500 * timeLimitSeconds, { timeLimitSeconds: timeLimitSeconds / 2 })).toBe(3);
    expect(took(900 * timeLimitSeconds)).toBeUndefined();
    expect(took(1500 * timeLimitSeconds, {}, W)).toBeUndefined();
  });

  it('lists a flag of several tests once', () => {
    const flaggedTest = (index: number): TestResult =>
      resultOf(index, 'runtime-error', { flags: ['browser-limit'] });
    const report = conclude(taskOf(), {
      plan: [0, 1],
      results: [flaggedTest(0), flaggedTest(1)],
      timeFactor: 1,
    });
    expect(report.flags).toEqual(['browser-limit']);
  });

  it('has result codes only if the original grader has them', () => {
    expect(reportOf([A, W]).codes).toBeNull();
    expect(reportOf([A, W], { profile: RLLM })).toMatchObject({ profile: 'rllm', codes: [true, -2] });
  });

  it.for([
    [ERROR, 'ValueError: bad'],
    [{ ...ERROR, message: '' }, 'ValueError'],
    [{ ...ERROR, name: '' }, 'bad'],
    [null, null],
  ] as const)('sums the error %j up as %j', ([error, sentence]) => {
    const results = [resultOf(0, 'runtime-error', { error })];
    expect(conclude(taskOf(), { plan: [0], results, timeFactor: 1 }).error).toBe(sentence);
  });
});

describe('an answer without a program', () => {
  const how = 'Nothing taken: the block is empty.';

  it.for([
    ['standard', 0],
    ['fractional', 0],
    ['tinker', -0.1],
  ] as const)('earns from %s %d', ([name, reward]) => {
    const report = withoutProgram(taskOf({ profile: findProfile(name)! }), completionOf(''), how);
    const error = 'Nothing taken: the block is empty.';
    expect(report).toMatchObject({ verdict: 'no-code', reward, testsRun: 0, error, profile: name });
    expect(Object.is(report.reward, -0)).toBe(false);
  });

  it('has a null reward for the public tests', () => {
    expect(withoutProgram(taskOf({ tests: 'public' }), completionOf(''), how).reward).toBeNull();
  });
});

test('a problem without tests is never passed', () => {
  const report = conclude(taskOf({ problem: problemOf({ tests: [] }) }), {
    plan: [],
    results: [],
    timeFactor: 1,
  });
  expect(report).toMatchObject({ verdict: 'judge-error', reward: null, error: 'the problem has no tests' });
});
