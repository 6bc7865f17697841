/**
 * A problem: a statement, an entry point, test cases and limits.
 *
 * Inputs and expected outputs are *text* in every mode. In `call` mode `input` is the JSON text of the
 * argument list and `output` the JSON text of the value, kept as written: numbers above 2**53 and the
 * difference between `1` and `1.0` must survive the way into Python, and JavaScript numbers keep neither.
 * In `assert` mode (HumanEval's `check(candidate)`, MBPP's `test_list`) Python source is run after the program,
 * in its namespace; the one test has the input '' and no expected output.
 */
export type ProblemMode = 'stdin' | 'call' | 'assert';

export type Difficulty = 'easy' | 'medium' | 'hard';

/** One input with the output the reference gave for it. */
export interface TestCase {
  readonly input: string;
  readonly output: string;
}

export type Visibility = 'public' | 'hidden';

/** The part of a problem that a list needs: everything but the statement and the tests. */
export interface ProblemSummary {
  /** Unique in its set, verbatim from its source, e.g. `abc311_c`. */
  readonly id: string;
  readonly title: string;
  /** Where the problem comes from, e.g. `allpass`, `livecodebench`. */
  readonly source: string;
  readonly difficulty: Difficulty | null;
  readonly mode: ProblemMode;
  readonly tags: readonly string[];
  readonly testCount: number;
  /** The day it came out, `2024-05-31`, where its source says. */
  readonly date?: string;
}

export interface Problem extends ProblemSummary {
  /** The statement, Markdown with `$…$` math. */
  readonly prompt: string;
  /** Call mode: the function (or method of `class Solution`) to call; null in stdin mode. */
  readonly functionName: string | null;
  readonly starterCode: string;
  /** Python run in the program's namespace before it; '' for none. */
  readonly preamble: string;
  /**
   * Assert mode: Python run after the program in the same namespace, e.g. HumanEval's `check` and its call; else ''.
   */
  readonly check: string;
  /** How outputs are checked where equality will not do: a comparer's name, or a checker's Python; null for none. */
  readonly checker: string | null;
  readonly tests: readonly TestCase[];
  /** How many leading tests are public; the rest are hidden. */
  readonly publicTests: number;
  /** Seconds a test may run, as the source states them. */
  readonly timeLimitSeconds: number;
  readonly memoryLimitMb: number;
  readonly license: string;
  /** JSON of the row that a stored problem was made of, without the fields above (`datasets/kept-row.ts`). */
  readonly row?: string;
}

/** The range of a number from a file, an option or an address, both ends included. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** The range of time limits, in seconds: below, the clocks decide and not the program; above, no user waits. */
export const TIME_LIMIT_SECONDS: Range = { least: 0.1, most: 3600 };
/** The range of memory limits, in MB: WebAssembly addresses no more than 4 GB. */
export const MEMORY_LIMIT_MB: Range = { least: 1, most: 4096 };
/** The interpreter alone takes more here than natively: lower limits count as this many MB. */
export const LEAST_MEMORY_MB = 64;

/** Seconds a test may run where a source states none: what DeepCoder's graders use. */
export const DEFAULT_TIME_LIMIT_SECONDS = 6;
export const DEFAULT_MEMORY_LIMIT_MB = 512;

export function visibilityOf(problem: Pick<Problem, 'publicTests'>, index: number): Visibility {
  return index < problem.publicTests ? 'public' : 'hidden';
}
