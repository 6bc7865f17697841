import type { Difference } from './difference.ts';

/**
 * Verdicts: per test case, and for a whole submission. The headline of a submission is the verdict of
 * its first failing test; only `accepted` earns the reward.
 */
export const TEST_VERDICTS = [
  'accepted',
  'wrong-answer',
  'runtime-error',
  'time-limit-exceeded',
  'memory-limit-exceeded',
  'output-limit-exceeded',
  'syntax-error',
  /** Ours, never the program's: the reward is null and nothing is counted against the model. */
  'judge-error',
  /** Left out because the reward was already decided, or the run was stopped. */
  'not-run',
] as const;
export type TestVerdict = (typeof TEST_VERDICTS)[number];

/** Adds what can be wrong with a completion before any program exists. */
export const SUBMISSION_VERDICTS = [
  ...TEST_VERDICTS.filter((verdict) => verdict !== 'not-run'),
  'no-code',
  'truncated',
] as const;
export type SubmissionVerdict = (typeof SUBMISSION_VERDICTS)[number];

export type Verdict = TestVerdict | SubmissionVerdict;

/**
 * The verdict of a sample in a file: adds a value for a missing problem. No answer is at fault, the reward is null.
 */
export type SampleVerdict = SubmissionVerdict | 'unknown-problem';

/** Facts beside a verdict that a reader of figures must be able to count. */
export const VERDICT_FLAGS = [
  /** The browser's stack or a missing system feature decided, native CPython may differ. */
  'browser-limit',
  /**
   * A wrong answer is the expected one but for the last digits of its floating-point numbers, and the program uses
   * functions whose last digit may differ from glibc's, which native Python uses.
   */
  'last-digits',
  /** The program uses what Python 3.11 lacks, or met what a later one changed: `JudgeReport.newerPython` names it. */
  'newer-python',
  /** A time-out that counted at once, since nothing else was to blame; any other was retried. */
  'undisturbed',
  /** A time-out that the user accepted before a retry could show whether this machine was to blame. */
  'unconfirmed',
  /** The run was stopped by the user before the reward was decided. */
  'stopped',
] as const;
export type VerdictFlag = (typeof VERDICT_FLAGS)[number];

/** A program's failure as seen from outside; text is capped and never trusted as markup. */
export interface ProgramError {
  /** The exception's class name, e.g. `ValueError`; '' when there was none. */
  readonly name: string;
  readonly message: string;
  /** Traceback as Python printed it, trimmed to the program's own frames. */
  readonly traceback: string;
}

export interface TestResult {
  readonly index: number;
  readonly verdict: TestVerdict;
  /** Wall-clock milliseconds of this test alone; null when it did not run. */
  readonly milliseconds: number | null;
  /**
   * stdin mode: what the program printed, call mode: the returned value as Python would show it; capped for display.
   */
  readonly got: string | null;
  /** The text that a call printed before it returned; missing if it printed none. */
  readonly printed?: string;
  readonly stderr: string;
  readonly error: ProgramError | null;
  /** `wrong-answer` only: where the output parts from the expected one. */
  readonly difference: Difference | null;
  readonly flags: readonly VerdictFlag[];
}

/** The first failing test, in texts short enough for a table. */
export interface FirstFailure {
  /** The test's input; in assert mode, the line of the check that failed. */
  readonly input: string;
  /** Null in assert mode. Call mode: the value as Python shows it. */
  readonly expected: string | null;
  /** Null where the program gave none. Call mode: the value as Python shows it. */
  readonly got: string | null;
}

/** As rLLM and LiveCodeBench write a test's result: passed, wrong answer, time limit, any other failure. */
export type ResultCode = true | -2 | -3 | -4;

/** 1 or 0 by the sparse rule, a share or a penalty by others; null when the judge itself failed or was stopped. */
export type Reward = number | null;

export interface JudgeReport {
  readonly problemId: string;
  /** Name of the grader profile that decided. */
  readonly profile: string;
  readonly verdict: SubmissionVerdict;
  readonly reward: Reward;
  readonly testsTotal: number;
  readonly testsRun: number;
  readonly testsPassed: number;
  /** Index of the first failing test, null when none failed or none ran. */
  readonly firstFailed: number | null;
  /** Missing where no test failed, none ran, or the report was stored. */
  readonly firstFailure?: FirstFailure;
  readonly tests: readonly TestResult[];
  /** Result codes as the profile's original reports them; null where it has none. */
  readonly codes: readonly ResultCode[] | null;
  /** One sentence where the verdict needs one: a traceback's last line, what the judge lacked. */
  readonly error: string | null;
  readonly flags: readonly VerdictFlag[];
  /** With the flag `newer-python`: what it is, and the version it came with. */
  readonly newerPython?: string;
  /** Limits were stretched by this, for a machine slower than the one they are stated for; 1 when nothing ran. */
  readonly timeFactor: number;
}

/** The result of a test that nothing is known of. */
export function notRun(index: number): TestResult {
  return {
    index,
    verdict: 'not-run',
    milliseconds: null,
    got: null,
    stderr: '',
    error: null,
    difference: null,
    flags: [],
  };
}

/** The same with a flag, once. */
export function withFlag(result: TestResult, flag: VerdictFlag): TestResult {
  return result.flags.includes(flag) ? result : { ...result, flags: [...result.flags, flag] };
}

/** The report where the judge failed: of `tests`, what is known of them, and nothing of the program. */
export function judgeError({
  problemId,
  profile,
  error,
  tests,
  testsTotal = tests.length,
}: Pick<JudgeReport, 'problemId' | 'profile' | 'tests'> & {
  readonly error: string;
  readonly testsTotal?: number;
}): JudgeReport {
  const run = tests.filter(({ verdict }) => verdict !== 'not-run');
  return {
    problemId,
    profile,
    verdict: 'judge-error',
    reward: null,
    testsTotal,
    testsRun: run.length,
    testsPassed: run.filter(({ verdict }) => verdict === 'accepted').length,
    firstFailed: null,
    tests,
    codes: null,
    error,
    flags: [],
    timeFactor: 1,
  };
}
