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
  /** Python that runs before the program in its namespace; '' if there is none. */
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
  /** Number of tests at the start of the list that are public. The others are hidden. */
  readonly publicTests: number;
  /** Seconds that a test may run, as the source states them. */
  readonly timeLimitSeconds: number;
  readonly memoryLimitMb: number;
  readonly license: string;
  /**
   * The values of the row's free field `meta`, as text. Only the command line reads them, for its filters and groups;
   * missing in stored problems.
   */
  readonly meta?: Readonly<Record<string, readonly string[]>>;
  /** JSON of the row that a stored problem was created from, without the fields above (`datasets/kept-row.ts`). */
  readonly row?: string;
}

/** The range of a number from a file, an option or an address, both ends included. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/**
 * The range of time limits, in seconds. Below it, the precision of clocks would decide the verdict; above it, a user
 * would wait too long.
 */
export const TIME_LIMIT_SECONDS: Range = { least: 0.1, most: 3600 };
/** The range of memory limits, in MB. WebAssembly addresses at most 4 GB. */
export const MEMORY_LIMIT_MB: Range = { least: 1, most: 4096 };
/** The smallest effective memory limit, in MB: the interpreter alone takes more memory here than natively. */
export const LEAST_MEMORY_MB = 64;

/** Seconds that a test may run if the source states no limit: the value of DeepCoder's graders. */
export const DEFAULT_TIME_LIMIT_SECONDS = 6;
export const DEFAULT_MEMORY_LIMIT_MB = 512;

export function visibilityOf(problem: Problem, index: number): Visibility {
  return index < problem.publicTests ? 'public' : 'hidden';
}

/** Identifies a problem. Two sets may contain the same id, as two versions of one benchmark do. */
export interface ProblemRef {
  /** Name of the set. */
  readonly set: string;
  /** The problem's id as in `ProblemSummary`, unique in its set. */
  readonly id: string;
}

/** The set that is part of the app. */
export const BUNDLED_SET = 'bundled';

export function isSameProblem(one: ProblemRef | null, other: ProblemRef | null): boolean {
  return one?.set === other?.set && one?.id === other?.id;
}

/**
 * Returns a string that is unique to each problem, as a key. The length marks where the set ends, whatever
 * characters it contains.
 */
export function refText({ set, id }: ProblemRef): string {
  return `${set.length}:${set}:${id}`;
}

/** Reads a ref from a string that `refText` returned. */
export function refOfText(text: string): ProblemRef {
  const lengthEnd = text.indexOf(':');
  const idStart = lengthEnd + 1 + Number(text.slice(0, lengthEnd));
  return { set: text.slice(lengthEnd + 1, idStart), id: text.slice(idStart + 1) };
}

export type Outcome = 'solved' | 'failed';

/** The best outcome of a problem so far, for the user's own programs and for models. Solved stays solved. */
export interface Progress {
  readonly own?: Outcome;
  readonly model?: Outcome;
  readonly recorded?: Outcome;
  readonly pasted?: Outcome;
  /** The outcome that earlier versions stored, without an author. */
  readonly earlier?: Outcome;
}

/**
 * The mark of a problem in the list: the outcome of the user's own work, or else whether the problem has other
 * answers.
 */
export type ProgressMark = Outcome | 'answered' | 'untouched';

export function progressMark(progress: Progress | undefined): ProgressMark {
  if (progress === undefined) return 'untouched';
  return progress.own ?? progress.earlier ?? 'answered';
}

export interface ProblemSet {
  readonly name: string;
  /** Position in the list of sets, in the order of import; missing in sets that earlier versions stored. */
  readonly place?: number;
  /**
   * The name under which its problems are stored; missing if it is the set's own name. Each import uses a new key.
   */
  readonly key?: string;
  readonly summaries: readonly ProblemSummary[];
}

/**
 * Matches the names of HumanEval+ and MBPP+, which contain the problems of another data set with stronger tests.
 */
const PLUS_NAME = /(humaneval|mbpp)[-_ ]?(?:\+|plus)/i;

/** Whether a file or a source is HumanEval+ or MBPP+, by its name. */
export function isPlus(name: string): boolean {
  return PLUS_NAME.test(name);
}

/** Returns the data set from which a source takes its problems: `humaneval` for `humaneval+`. */
export function plainSource(source: string): string {
  return source.replace(PLUS_NAME, '$1');
}

/** Whether a string is a month in the form of addresses and options: `2024-05`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}

/** Whether a string is a month or a day: `2024-05-31`. */
export function isDateOrMonth(text: string): boolean {
  return isMonth(text) || (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text));
}

/**
 * Whether a string is an existing day. `Date.parse` alone may read a day that does not exist as a day of the next
 * month.
 */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Returns a call in Python syntax.
 * @param args JSON text of the argument list
 */
export function callText(functionName: string, args: string): string {
  return `${functionName}(${literalText(args).replace(/^\s*\[|\]\s*$/g, '')})`;
}

/** Returns JSON text with Python's `True`, `False` and `None`. Numbers stay unchanged. */
export function literalText(json: string): string {
  const pythonLiterals: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return json
    .trim()
    .replace(/"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g, (token) => pythonLiterals[token] ?? token);
}

/** Returns JSON text with a space after each comma and colon, as Python prints values. */
export function spacedText(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|[,:](?=\S)/g, (token) => (token.length === 1 ? `${token} ` : token));
}
