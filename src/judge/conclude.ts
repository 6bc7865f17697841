/** Makes the report on a submission from the results of its tests. */
import { isCutOff, type Completion, cutOffWords } from '../domain/completion.ts';
import type { Problem } from '../domain/problem.ts';
import {
  notRun,
  type JudgeReport,
  type SubmissionVerdict,
  type TestResult,
  type VerdictFlag,
} from '../domain/verdict.ts';
import { firstFailure } from './first-failure.ts';
import { callsCountTogether } from './profiles/execution.ts';
import type { Profile } from './profiles/profile.ts';
import { rewardFor, SPARSE } from './profiles/scores.ts';
import { resultCodes } from './result-codes.ts';

/** The problem, the profile whose rules decide, and which tests run. */
export interface Terms {
  readonly problem: Problem;
  readonly profile: Profile;
  /** With 'public' the reward is null. */
  readonly tests: 'all' | 'public';
  readonly signal: AbortSignal;
}

/** The result of running a program. */
export interface ProgramRun {
  /** Indices of the tests that were to run. */
  readonly plan: readonly number[];
  /** Results of the tests that ran, in their order. */
  readonly results: readonly TestResult[];
  /** The largest time factor of a session; 1 if nothing ran. */
  readonly timeFactor: number;
  /** The features of a newer Python that the program uses or met, as text; '' for none. */
  readonly newerPython?: string;
}

/**
 * Returns the report on an answer without a program.
 * @param how why the profile found no program
 */
export function withoutProgram(terms: Terms, completion: Completion, why: string): JudgeReport {
  const isCut = isCutOff(completion);
  const reward = terms.tests === 'public' ? null : rewardFor(terms.profile.score, 0, 1, false);
  return {
    ...summary(terms, { results: [], timeFactor: 1 }),
    verdict: isCut ? 'truncated' : 'no-code',
    reward,
    error: isCut ? `${cutOffWords(completion)} ${why}` : why,
  };
}

/** The verdict is that of the first test that failed. An incomplete run decides nothing. */
export function conclude(terms: Terms, run: ProgramRun): JudgeReport {
  const { profile } = terms;
  const { plan, results } = run;
  const base = summary(terms, run);
  const failed = results.find(({ verdict }) => verdict !== 'accepted');
  const complete = results.length === plan.length;
  // Other scores need the results of all tests.
  const undecided = failed === undefined || (profile.score.kind !== 'all' && !complete && !fails(failed));
  if (terms.signal.aborted && (undecided || failed.verdict === 'judge-error')) {
    const flags: VerdictFlag[] = [...base.flags, 'stopped'];
    return { ...base, flags, firstFailed: null, verdict: 'judge-error', reward: null, error: 'stopped' };
  }
  // If the judge itself failed on any test, the worth of the other results is unknown.
  const broken = results.find(({ verdict }) => verdict === 'judge-error');
  const blamed = profile.score.kind === 'all' ? failed : (broken ?? failed);
  if (blamed?.verdict === 'judge-error') {
    return { ...base, verdict: 'judge-error', reward: null, error: sentence(blamed) };
  }
  // A test without a result is not a pass, whatever the cause.
  if (failed === undefined && (plan.length === 0 || !complete)) {
    const error = plan.length === 0 ? 'the problem has no tests' : 'the sandbox gave no result: run it again';
    return { ...base, verdict: 'judge-error', reward: null, error };
  }
  const verdict = (failed?.verdict ?? 'accepted') as SubmissionVerdict;
  const score = callsCountTogether(profile.execute.how, terms.problem.mode) ? SPARSE : profile.score;
  const reward = terms.tests === 'public' ? null : rewardFor(score, base.testsPassed, plan.length, true);
  return { ...base, verdict, reward, error: failed ? sentence(failed) : null };
}

/** A program that does not load fails all of its tests. */
function fails({ verdict }: TestResult): boolean {
  return verdict === 'syntax-error';
}

type Summary = Omit<JudgeReport, 'verdict' | 'reward' | 'error'>;

function summary(
  { problem, profile }: Terms,
  { results, timeFactor, newerPython = '' }: Omit<ProgramRun, 'plan'>,
): Summary {
  const byIndex = new Map(results.map((result) => [result.index, result]));
  const failed = results.find(({ verdict }) => verdict !== 'accepted');
  const failure = firstFailure(problem, failed);
  return {
    problemId: problem.id,
    profile: profile.name,
    testsTotal: problem.tests.length,
    testsRun: results.length,
    testsPassed: results.filter(({ verdict }) => verdict === 'accepted').length,
    firstFailed: failed?.index ?? null,
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
