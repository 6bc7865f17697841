/** A list of problems as columns of small numbers, so that 100,000 problems are counted in a few milliseconds. */
import { taskYielder } from '../../../base/pause.ts';
import type { Flag } from '../../../datasets/prepare/flags.ts';
import {
  type ProblemSummary,
  type ProblemRef,
  progressMark,
  type Progress,
} from '../../../domain/problem.ts';
import { refOf, type ListedProblem } from '../../../common/problems/state/problem-filter.ts';
import type { Facet } from './browse-view.ts';

/**
 * The values of a facet in the order in which they are shown. `of` has a number for each problem: an index into
 * `values`, or a bit for each value.
 */
export interface Column {
  readonly values: readonly string[];
  readonly of: Uint16Array;
  /** Whether a problem may have several values. `of` then contains a bit for each value. */
  readonly several?: true;
}

export interface FacetTable {
  readonly problems: readonly ListedProblem[];
  /** Title, id, source and tags of each problem, in lower case. */
  readonly texts: readonly string[];
  readonly columns: Readonly<Record<Exclude<Facet, 'state' | 'flag'>, Column>>;
  /** Months since January of year 0; 0 for a problem without a date. */
  readonly months: Uint16Array;
  readonly testCounts: Uint32Array;
  /** The index of each problem in the table, by set and id. */
  readonly places: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

const DIFFICULTIES = ['easy', 'medium', 'hard', 'unknown'] as const;
const MODES = ['stdin', 'call', 'assert'] as const;
const STATES = ['solved', 'failed', 'answered', 'untouched'] as const;

/** Ranges of the number of tests, and the smallest number in each range. */
const LEAST_TESTS = [0, 1, 5, 10, 20, 50, 100] as const;
const TEST_CLASSES = ['0', '1–4', '5–9', '10–19', '20–49', '50–99', '100+'] as const;

const PIECE = 1000;

/** Creates the table. Other tasks can run meanwhile. Returns null if the signal aborts. */
export async function facetTable(
  problems: readonly ListedProblem[],
  signal: AbortSignal,
): Promise<FacetTable | null> {
  const count = problems.length;
  const source = new Named(count);
  const set = new Named(count);
  const [difficulty, mode, tests] = [new Uint16Array(count), new Uint16Array(count), new Uint16Array(count)];
  const months = new Uint16Array(count);
  const testCounts = new Uint32Array(count);
  const texts: string[] = [];
  const places = new Map<string, Map<string, number>>();
  const takeTurns = taskYielder();
  for (const [at, listedProblem] of problems.entries()) {
    const { summary } = listedProblem;
    source.put(at, summary.source);
    set.put(at, listedProblem.set);
    difficulty[at] = DIFFICULTIES.indexOf(summary.difficulty ?? 'unknown');
    mode[at] = MODES.indexOf(summary.mode);
    tests[at] = LEAST_TESTS.findLastIndex((minTests) => summary.testCount >= minTests);
    months[at] = monthNumber(summary.date ?? '') ?? 0;
    testCounts[at] = summary.testCount;
    texts.push(textOf(summary));
    const ofSet = places.get(listedProblem.set) ?? new Map<string, number>();
    if (ofSet.size === 0) places.set(listedProblem.set, ofSet);
    ofSet.set(summary.id, at);
    if (at % PIECE === 0) await takeTurns();
    if (signal.aborted) return null;
  }
  return {
    problems,
    texts,
    columns: {
      source: source.column(),
      set: set.column(),
      difficulty: { values: DIFFICULTIES, of: difficulty },
      mode: { values: MODES, of: mode },
      tests: { values: TEST_CLASSES, of: tests },
    },
    months,
    testCounts,
    places,
  };
}

/**
 * Returns the progress on each problem.
 * @param progress progress on the problems that the user has worked on
 */
export function stateColumn(
  { problems, places }: FacetTable,
  progress: Iterable<readonly [ProblemRef, Progress]>,
): Column {
  const of = new Uint16Array(problems.length).fill(STATES.indexOf('untouched'));
  for (const [{ set, id }, problemProgress] of progress) {
    const at = places.get(set)?.get(id);
    if (at !== undefined) of[at] = STATES.indexOf(progressMark(problemProgress));
  }
  return { values: STATES, of };
}

export function placeOf({ places }: FacetTable, { set, id }: ProblemRef): number | null {
  return places.get(set)?.get(id) ?? null;
}

export function refAt({ problems }: FacetTable, at: number): ProblemRef | null {
  const listedProblem = problems[at];
  return listedProblem === undefined ? null : refOf(listedProblem);
}

/**
 * Converts a date that starts like `2024-05` to months since January of year 0. Returns null for any other
 * string.
 */
export function monthNumber(date: string): number | null {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(date) ?? [];
  if (year === undefined || month === undefined) return null;
  // Limited to sixteen bits, which are enough for years beyond 5000.
  return Math.min(Number(year) * 12 + Number(month) - 1, 0xffff);
}

/** Whether a date is after the last month of a model's training data, `2024-05`; null if one of them is unknown. */
export function isAfterCutoff(date: string | undefined, cutoff: string | null): boolean | null {
  const [month, last] = [monthNumber(date ?? ''), monthNumber(cutoff ?? '')];
  return month === null || last === null ? null : month > last;
}

export function monthText(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;
}

function textOf({ title, id, source, tags }: ProblemSummary): string {
  return [title, id, source, ...tags].join('\n').toLowerCase();
}

/** Builds a column whose values are not known in advance. They are sorted by frequency, the most frequent first. */
class Named {
  readonly #of: Uint16Array;
  readonly #index = new Map<string, number>();
  readonly #counts: number[] = [];

  constructor(count: number) {
    this.#of = new Uint16Array(count);
  }

  put(at: number, value: string): void {
    // Values have sixteen-bit numbers. Values beyond the maximum share the last number.
    const index = this.#index.get(value) ?? Math.min(this.#index.size, 0xffff);
    this.#index.set(value, index);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#of[at] = index;
  }

  column(): Column {
    const values = [...this.#index.keys()];
    const order = values.map((_, at) => at).sort((one, other) => this.#counts[other]! - this.#counts[one]!);
    const place = new Uint16Array(values.length);
    order.forEach((oldPlace, at) => (place[oldPlace] = at));
    return { values: order.map((at) => values[at]!), of: this.#of.map((index) => place[index]!) };
  }
}

export const FACET_NAMES: Readonly<Record<Facet, string>> = {
  state: 'State',
  difficulty: 'Difficulty',
  mode: 'Mode',
  source: 'Source',
  set: 'Set',
  tests: 'Tests',
  flag: 'Flags',
};

/** Readable names of values. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  state: { answered: 'solved or tried by others' },
  mode: { assert: 'Assert' },
  difficulty: { unknown: 'unknown' },
  flag: {
    'contradictory-tests': 'contradictory tests',
    'empty-outputs': 'no outputs',
    interactive: 'interactive',
    'several-answers': 'several answers',
    'wrong-tests': 'wrong tests',
    none: 'none',
  } satisfies Record<Flag | 'none', string>,
};

export function valueName(facet: Facet, value: string): string {
  return VALUE_NAMES[facet]?.[value] ?? value;
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/**
 * Formats a month, such as `May 2024`.
 * @param month months since January of year 0
 */
export function monthName(month: number): string {
  return `${MONTHS[month % 12]} ${Math.floor(month / 12)}`;
}
