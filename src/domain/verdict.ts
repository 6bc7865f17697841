/** Verdicts of test cases and of whole submissions. The verdict of a submission is that of its first failing test. */
export const TEST_VERDICTS = [
  'accepted',
  'wrong-answer',
  'runtime-error',
  'time-limit-exceeded',
  'memory-limit-exceeded',
  'output-limit-exceeded',
  'syntax-error',
  /** A failure of the judge, never of the program. The reward is null, and nothing counts against the model. */
  'judge-error',
  /** Skipped because the reward was already decided, or the run was stopped. */
  'not-run',
] as const;
export type TestVerdict = (typeof TEST_VERDICTS)[number];

/** The verdicts of submissions: those of tests except `not-run`, and those for a completion without a program. */
export const SUBMISSION_VERDICTS = [
  ...TEST_VERDICTS.filter((verdict) => verdict !== 'not-run'),
  'no-code',
  'truncated',
] as const;
export type SubmissionVerdict = (typeof SUBMISSION_VERDICTS)[number];

export type Verdict = TestVerdict | SubmissionVerdict;

/**
 * The verdict of a sample in a file. In addition to the verdicts of submissions, it may be a value for a missing
 * problem, whose reward is null.
 */
export type SampleVerdict = SubmissionVerdict | 'unknown-problem';

/** Facts about a verdict that are counted separately in the results of a run. */
export const VERDICT_FLAGS = [
  /** The browser's stack or a missing system feature decided the verdict. Native CPython may differ. */
  'browser-limit',
  /**
   * A wrong answer equals the expected one except for the last digits of its floating-point numbers, and the
   * program uses functions whose last digit may differ from that of glibc, which native Python uses.
   */
  'last-digits',
  /**
   * The program uses a feature that Python 3.11 lacks, or ran into one that a later version changed.
   * `JudgeReport.newerPython` names the feature.
   */
  'newer-python',
  /** A time-out that was accepted without a retry, because only the program can be its cause. */
  'undisturbed',
  /** A time-out that the user accepted before a retry could show whether this machine was the cause. */
  'unconfirmed',
  /** The run was stopped by the user before the reward was decided. */
  'stopped',
] as const;
export type VerdictFlag = (typeof VERDICT_FLAGS)[number];

/** A program's error. Its text is truncated and never trusted as markup. */
export interface ProgramError {
  /** The exception's class name, e.g. `ValueError`; '' if there was none. */
  readonly name: string;
  readonly message: string;
  /** Traceback as Python printed it, reduced to the program's own frames. */
  readonly traceback: string;
}

export interface TestResult {
  readonly index: number;
  readonly verdict: TestVerdict;
  /** Wall-clock milliseconds of this test alone; null if it did not run. */
  readonly milliseconds: number | null;
  /**
   * In stdin mode the output of the program, in call mode the Python repr of the returned value; truncated for
   * display.
   */
  readonly got: string | null;
  /** The text that a call printed before it returned; missing if it printed none. */
  readonly printed?: string;
  readonly stderr: string;
  readonly error: ProgramError | null;
  /** The place where the output differs from the expected one; null unless the verdict is `wrong-answer`. */
  readonly difference: Difference | null;
  readonly flags: readonly VerdictFlag[];
  /**
   * True if the original grader of the profile treats the value as equal to the expected one, because it evaluates
   * the program's own `==`.
   */
  readonly original?: true;
}

/** The first failing test. Its strings are truncated to fit in a table. */
export interface FirstFailure {
  /** The test's input; in assert mode, the line of the check that failed. */
  readonly input: string;
  /** The expected output; null in assert mode. In call mode, the Python repr of the value. */
  readonly expected: string | null;
  /** The program's output; null if it produced none. In call mode, the Python repr of the value. */
  readonly got: string | null;
}

/**
 * A test's result in the notation of rLLM and LiveCodeBench: `true` for passed, -2 for a wrong answer, -3 for the
 * time limit, -4 for any other failure.
 */
export type ResultCode = true | -2 | -3 | -4;

/**
 * The reward of a submission: 1 or 0 by the sparse rule, a share or a penalty by other rules; null if the judge
 * failed or was stopped.
 */
export type Reward = number | null;

export interface JudgeReport {
  readonly problemId: string;
  /** Name of the profile whose rules decided. */
  readonly profile: string;
  readonly verdict: SubmissionVerdict;
  readonly reward: Reward;
  readonly testsTotal: number;
  readonly testsRun: number;
  readonly testsPassed: number;
  /** Index of the first failing test; null if none failed or none ran. */
  readonly firstFailed: number | null;
  /** The first failing test; missing if no test failed, if none ran, or if the report was stored. */
  readonly firstFailure?: FirstFailure;
  readonly tests: readonly TestResult[];
  /** Result codes as the profile's original grader reports them; null if it has none. */
  readonly codes: readonly ResultCode[] | null;
  /** A message, if the verdict needs one: the last line of a traceback, or the item that the judge lacked. */
  readonly error: string | null;
  readonly flags: readonly VerdictFlag[];
  /** The feature, and the version that added it. Set only with the flag `newer-python`. */
  readonly newerPython?: string;
  /**
   * The reward of the profile's original grader, if it is 1 and the reward here is 0. Original graders that compare
   * values inside the program's interpreter trust the program's own `==`.
   */
  readonly original?: 1;
  /** The factor by which time limits were multiplied, for a machine slower than the reference; 1 if nothing ran. */
  readonly timeFactor: number;
  /**
   * The smallest time factor at which the slowest test is within its limit; missing if it is at most 1, or if the
   * submission is not accepted.
   */
  readonly factorNeeded?: number;
}

/** Returns the result of a test that did not run. */
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

/** Returns the result with a flag added, unless it already has this flag. */
export function withFlag(result: TestResult, flag: VerdictFlag): TestResult {
  return result.flags.includes(flag) ? result : { ...result, flags: [...result.flags, flag] };
}

/** Returns the report of a failure of the judge. `tests` are the results that are known at that time. */
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

/** The place at which an output differs from the expected one. */
export type Difference =
  /** The numbers of lines differ after stripping. */
  | { readonly kind: 'line-count'; readonly expected: number; readonly got: number }
  /** Lines are counted from 0 in the stripped outputs; `token` is null when the whole line differs. */
  | { readonly kind: 'line'; readonly line: number; readonly token: number | null }
  /** The first word that differs. Words, separated by white space, are counted from 0 in the whole outputs. */
  | { readonly kind: 'token'; readonly token: number }
  /** The outputs are equal up to the end of the shorter one, and the other has further words. */
  | { readonly kind: 'token-count'; readonly expected: number; readonly got: number }
  /**
   * Line and column (UTF-16 code units) are counted from 0 in the unchanged outputs, which are equal up to there.
   */
  | { readonly kind: 'character'; readonly line: number; readonly column: number }
  /** In call mode, a path into the value in the manner of Python, e.g. `[3]['x']`; '' for the value itself. */
  | { readonly kind: 'value'; readonly path: string }
  /** The output could not be read (not UTF-8, or not data). */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Letter code and name of every verdict. The codes follow DMOJ's. */
export const VERDICT_WORDS: Readonly<Record<Verdict, { readonly code: string; readonly word: string }>> = {
  accepted: { code: 'AC', word: 'Accepted' },
  'wrong-answer': { code: 'WA', word: 'Wrong answer' },
  'runtime-error': { code: 'RE', word: 'Runtime error' },
  'time-limit-exceeded': { code: 'TLE', word: 'Time limit exceeded' },
  'memory-limit-exceeded': { code: 'MLE', word: 'Memory limit exceeded' },
  'output-limit-exceeded': { code: 'OLE', word: 'Output limit exceeded' },
  'syntax-error': { code: 'CE', word: 'Syntax error' },
  'no-code': { code: 'NOCODE', word: 'No code' },
  truncated: { code: 'TRUNC', word: 'Truncated' },
  'judge-error': { code: 'IE', word: 'Judge error' },
  'not-run': { code: '–', word: 'Not run' },
};
