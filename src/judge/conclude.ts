/** Creates the report on a submission from the results of its tests. */
import { isCutOff, type Completion, cutOffWords } from '../domain/completion.ts';
import {
  type JudgeReport,
  notRun,
  type ResultCode,
  type SubmissionVerdict,
  type TestResult,
  type TestVerdict,
  type VerdictFlag,
} from '../domain/verdict.ts';
import { firstFailure } from './first-failure.ts';
import type { JudgeTask } from './judge-options.ts';
import { timeLimitOf } from './profiles/profile.ts';
import { callsCountTogether } from './profiles/execution.ts';
import { rewardFor, ALL_TESTS_SCORE } from './profiles/scores.ts';

/** The result of running a program. */
export interface ProgramRun {
  /** Indices of the tests that were to run. */
  readonly plan: readonly number[];
  /** Results of the tests that ran, in their order. */
  readonly results: readonly TestResult[];
  /** The largest time factor of a session; 1 if nothing ran. */
  readonly timeFactor: number;
  /** The features of a newer Python found in the program or in its errors, as text; '' if there are none. */
  readonly newerPython?: string;
}

/**
 * Returns the report on an answer without a program.
 * @param reason why the profile found no program
 */
export function withoutProgram(task: JudgeTask, completion: Completion, reason: string): JudgeReport {
  const isCut = isCutOff(completion);
  const reward = task.tests === 'public' ? null : rewardFor(task.profile.score, 0, 1, false);
  return {
    ...summary(task, { results: [], timeFactor: 1 }),
    verdict: isCut ? 'truncated' : 'no-code',
    reward,
    error: isCut ? `${cutOffWords(completion)} ${reason}` : reason,
  };
}

/**
 * Returns the report on a program that ran. The verdict is that of the first test that failed. An incomplete run
 * without a failed test is a `judge-error`.
 */
export function conclude(task: JudgeTask, run: ProgramRun): JudgeReport {
  const { profile } = task;
  const { plan, results } = run;
  const base = summary(task, run);
  const failedTest = results.find(({ verdict }) => verdict !== 'accepted');
  const isComplete = results.length === plan.length;
  // Under any score but `all`, the results of all tests are needed.
  const isUndecided =
    failedTest === undefined || (profile.score.kind !== 'all' && !isComplete && !isLoadFailure(failedTest));
  if (task.signal.aborted && (isUndecided || failedTest.verdict === 'judge-error')) {
    const flags: VerdictFlag[] = [...base.flags, 'stopped'];
    return { ...base, flags, firstFailed: null, verdict: 'judge-error', reward: null, error: 'stopped' };
  }
  // If the judge itself failed on any test, the share of passed tests is unknown.
  const unjudgedTest = results.find(({ verdict }) => verdict === 'judge-error');
  const decidingTest = profile.score.kind === 'all' ? failedTest : (unjudgedTest ?? failedTest);
  if (decidingTest?.verdict === 'judge-error') {
    return { ...base, verdict: 'judge-error', reward: null, error: sentence(decidingTest) };
  }
  // A test without a result is never a pass.
  if (failedTest === undefined && (plan.length === 0 || !isComplete)) {
    const error = plan.length === 0 ? 'the problem has no tests' : 'the sandbox gave no result: run it again';
    return { ...base, verdict: 'judge-error', reward: null, error };
  }
  const verdict = (failedTest?.verdict ?? 'accepted') as SubmissionVerdict;
  const score = callsCountTogether(profile.execute.how, task.problem.mode) ? ALL_TESTS_SCORE : profile.score;
  const reward = task.tests === 'public' ? null : rewardFor(score, base.testsPassed, plan.length, true);
  const isPaidByOriginal =
    reward === 0 &&
    isComplete &&
    results.every((test) => test.verdict === 'accepted' || test.original === true);
  const slowestMs = results.reduce((maximum, { milliseconds }) => Math.max(maximum, milliseconds ?? 0), 0);
  const factorNeeded = slowestMs / 1000 / (task.timeLimitSeconds ?? timeLimitOf(profile, task.problem));
  return {
    ...base,
    ...(verdict === 'accepted' && factorNeeded > 1 && { factorNeeded }),
    ...(isPaidByOriginal && { original: 1 as const }),
    verdict,
    reward,
    error: failedTest ? sentence(failedTest) : null,
  };
}

/** A program that does not load fails all of its tests. */
function isLoadFailure({ verdict }: TestResult): boolean {
  return verdict === 'syntax-error';
}

type Summary = Omit<JudgeReport, 'verdict' | 'reward' | 'error'>;

function summary(
  { problem, profile }: JudgeTask,
  { results, timeFactor, newerPython = '' }: Omit<ProgramRun, 'plan'>,
): Summary {
  const byIndex = new Map(results.map((result) => [result.index, result]));
  const firstFailedTest = results.find(({ verdict }) => verdict !== 'accepted');
  const failure = firstFailure(problem, firstFailedTest);
  return {
    problemId: problem.id,
    profile: profile.name,
    testsTotal: problem.tests.length,
    testsRun: results.length,
    testsPassed: results.filter(({ verdict }) => verdict === 'accepted').length,
    firstFailed: firstFailedTest?.index ?? null,
    ...(failure === null ? {} : { firstFailure: failure }),
    tests: problem.tests.map((_, index) => byIndex.get(index) ?? notRun(index)),
    codes: profile.codes ? resultCodes(results) : null,
    flags: [...new Set(results.flatMap(({ flags }) => flags))],
    ...(newerPython === '' ? {} : { newerPython }),
    timeFactor,
  };
}

function sentence(test: TestResult): string | null {
  if (test.error === null) return null;
  const { name, message } = test.error;
  return name === '' ? message : message === '' ? name : `${name}: ${message}`;
}

/**
 * Returns the result list of rLLM and LiveCodeBench: true for a passed test, −2 for a wrong answer, −3 for the time
 * limit, −4 for any other failure. The list ends at the first failure. It is `[-4]` if the program does not load.
 * Source: LiveCodeBench/LiveCodeBench 28fef95 `lcb_runner/evaluation/testing_util.py`, `run_test`.
 *
 * Two cases are not reproduced: rLLM reports a mismatch of words as −4 (it does not catch the error of `Decimal`),
 * and a crash of the whole process as a list of `false` (rLLM) or as −5 (LiveCodeBench). All of these are failures.
 */
export function resultCodes(results: readonly TestResult[]): readonly ResultCode[] {
  const failedIndex = results.findIndex(({ verdict }) => verdict !== 'accepted');
  const endIndex = failedIndex < 0 ? results.length : failedIndex + 1;
  return results.slice(0, endIndex).map(({ verdict }) => codeOf(verdict));
}

function codeOf(verdict: TestVerdict): ResultCode {
  switch (verdict) {
    case 'accepted':
      return true;
    case 'wrong-answer':
      return -2;
    case 'time-limit-exceeded':
      return -3;
    default:
      return -4;
  }
}
