/**
 * A problem: a statement, an entry point, test cases and limits.
 *
 * Inputs and expected outputs are *text* in every mode. In `call` mode `input` is the JSON text of the argument
 * list and `output` the JSON text of the value, unchanged. JavaScript numbers would lose integers above 2**53 and
 * the difference between `1` and `1.0`. In `assert` mode (HumanEval's `check(candidate)`, MBPP's `test_list`)
 * Python source is run after the program, in its namespace. The one test has the input '' and no expected output.
 */
export type ProblemMode = 'stdin' | 'call' | 'assert';

export type Difficulty = 'easy' | 'medium' | 'hard';

/** One input and its expected output. */
export interface TestCase {
  readonly input: string;
  readonly output: string;
}

export type Visibility = 'public' | 'hidden';

/** The part of a problem that a list needs: everything except the statement and the tests. */
export interface ProblemSummary {
  /** Unique in its set and unchanged from its source, e.g. `abc311_c`. */
  readonly id: string;
  readonly title: string;
  /** The source of the problem, e.g. `allpass`, `livecodebench`. */
  readonly source: string;
  readonly difficulty: Difficulty | null;
  readonly mode: ProblemMode;
  readonly tags: readonly string[];
  readonly testCount: number;
  /** The day of publication, `2024-05-31`; missing if the source does not give it. */
  readonly date?: string;
}

export interface Problem extends ProblemSummary {
  /** The statement, in Markdown with `$…$` math. */
  readonly prompt: string;
  /** Call mode: the function (or method of `class Solution`) to call; null in stdin mode. */
  readonly functionName: string | null;
  readonly starterCode: string;
  /** Python that runs before the program in its namespace; '' for none. */
  readonly preamble: string;
  /**
   * Assert mode: Python run after the program in the same namespace, e.g. HumanEval's `check` and its call; else ''.
   */
  readonly check: string;
  /**
   * How outputs are checked if equality is not enough: the name of a comparer, or the Python source of a checker;
   * null for equality.
   */
  readonly checker: string | null;
  readonly tests: readonly TestCase[];
  /** How many leading tests are public; the rest are hidden. */
  readonly publicTests: number;
  /** Seconds that a test may run, as the source states them. */
  readonly timeLimitSeconds: number;
  readonly memoryLimitMb: number;
  readonly license: string;
  /** JSON of the row that a stored problem was made from, without the fields above (`datasets/kept-row.ts`). */
  readonly row?: string;
}

/** The range of a number from a file, an option or an address, both ends included. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * The range of time limits, in seconds. Below it the precision of clocks decides, above it the wait is too long for
 * a user.
 */
export const TIME_LIMIT_SECONDS: Range = { least: 0.1, most: 3600 };
/** The range of memory limits, in MB. WebAssembly addresses at most 4 GB. */
export const MEMORY_LIMIT_MB: Range = { least: 1, most: 4096 };
/** The smallest effective memory limit, in MB: the interpreter alone takes more memory here than natively. */
export const LEAST_MEMORY_MB = 64;

/** Seconds that a test may run if the source states no limit: the value of DeepCoder's graders. */
export const DEFAULT_TIME_LIMIT_SECONDS = 6;
export const DEFAULT_MEMORY_LIMIT_MB = 512;

export function visibilityOf(problem: Pick<Problem, 'publicTests'>, index: number): Visibility {
  return index < problem.publicTests ? 'public' : 'hidden';
}
