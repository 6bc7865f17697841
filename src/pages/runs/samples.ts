/** Samples of a run as lists show them: their states, notes, filters and orders. */
import { refText } from '../../domain/problem.ts';
import {
  sampleName,
  type Run,
  type RunProblem,
  type RunRow,
  type RunSampleKey,
  onlyPassed,
} from '../../domain/run.ts';
import type { RunsView, SampleOrder } from './state/runs-view.ts';
import type { SubmissionVerdict } from '../../domain/verdict.ts';
import type { ProblemsState } from '../../common/problems/state/problems-state.svelte.ts';
import { readFilter } from '../../runs/figures/sample-filter.ts';
import { isProblemField, problemValues } from '../../runs/figures/run-groups.ts';
import { flagCounts } from '../../runs/figures/run-figures.ts';
import { redrawnWords } from '../../runs/figures/redraws.ts';
import { endName, reasonText } from './text.ts';

interface TaggedProblem extends RunProblem {
  /** Missing if the problem is no longer stored. */
  readonly tags?: readonly string[] | undefined;
}

/** Positions of the problems of a run, by `refText`. */
export type ProblemPlaces = ReadonlyMap<string, { readonly problem: TaggedProblem; readonly place: number }>;

/** @param storedProblems the problems of the page, which have the tags */
export function placesOf({ problems }: Run, storedProblems: Pick<ProblemsState, 'find'>): ProblemPlaces {
  return new Map(
    problems.map((problem, place) => {
      const tags = storedProblems.find(problem)?.summary.tags;
      return [refText(problem), { problem: { ...problem, tags }, place }];
    }),
  );
}

/** Reads the search field, which accepts words of titles and ids, and the conditions of `readFilter`. */
export function searchOf(search: string, problems: ProblemPlaces) {
  return readFilter(search, () => [...problems.values()].map(({ problem }) => problem));
}

export function shownRows(
  rows: readonly RunRow[],
  problems: ProblemPlaces,
  { verdict, group, search, sort, layout }: RunsView,
): readonly RunRow[] {
  const searchFilter = searchOf(search, problems);
  if (!searchFilter.ok) return [];
  const { filter } = searchFilter;
  const words = filter.words.toLowerCase();
  const places = new Map<string, number | null>();
  /** Returns the position of the problem of a row; null if the filters exclude the problem. */
  const placeOf = (row: RunRow): number | null => {
    const key = refText(row);
    let place = places.get(key);
    if (place === undefined) {
      const knownProblem = problems.get(key);
      const text = `${knownProblem?.problem.title ?? ''} ${row.id}`.toLowerCase();
      const fits = text.includes(words) && isIn(knownProblem?.problem, group);
      place = fits ? (knownProblem?.place ?? problems.size) : null;
      places.set(key, place);
    }
    return place;
  };
  // Computed once for each row. Sorting 100,000 rows compares each row thirty times.
  const matches: { readonly row: RunRow; readonly order: number }[] = [];
  for (const { row, flags } of flagCounts(rows)) {
    if (verdict.length > 0 && !fitsVerdict(row, verdict)) continue;
    const place = placeOf(row);
    const sample = { verdict: endOf(row), flags };
    if (place !== null && filter.fits(problems.get(refText(row))?.problem, sample))
      matches.push({ row, order: place * MOST_SAMPLES + row.sample });
  }
  matches.sort((one, other) => one.order - other.order);
  // A grid has a row for each problem.
  const compare = layout === 'grid' ? null : ORDERS[sort];
  if (compare !== null) matches.sort((one, other) => compare(one.row, other.row));
  return matches.map(({ row }) => row);
}

/**
 * Comparison functions, which put the largest value first. Samples with equal values keep the order of the problems.
 */
const ORDERS: Readonly<Record<SampleOrder, ((one: RunRow, other: RunRow) => number) | null>> = {
  problem: null,
  verdict: (one, other) => endOf(one).localeCompare(endOf(other), 'en'),
  tokens: (one, other) => other.tokens - one.tokens,
  time: (one, other) => (other.judged?.slowestMs ?? -1) - (one.judged?.slowestMs ?? -1),
};

/**
 * Returns the next or the previous failure in a list; undefined if there is none.
 * @param direction 1 for the next, -1 for the previous one
 */
export function failureBeside(
  rows: readonly RunRow[],
  key: RunSampleKey,
  direction: 1 | -1,
): RunRow | undefined {
  const name = sampleName(key);
  const at = rows.findIndex((row) => sampleName(row) === name);
  return direction === 1
    ? rows.find((row, place) => place > at && isFailure(row))
    : rows.findLast((row, place) => place < at && isFailure(row));
}

function fitsVerdict(row: RunRow, verdicts: readonly string[]): boolean {
  const difference = differenceOf(row);
  return verdicts.includes(endOf(row)) || (difference !== null && verdicts.includes(difference));
}

/** A number larger than that of any problem's samples. */
const MOST_SAMPLES = 1_000_000;

function isIn(problem: RunProblem | undefined, group: string | null): boolean {
  if (group === null) return true;
  const colon = group.indexOf(':');
  const [field, name] = [group.slice(0, colon), group.slice(colon + 1)];
  return isProblemField(field) && problemValues(problem, field).includes(name);
}

/** State of a sample. `failed`: it has no answer; `waiting`: it has an answer and no verdict. */
export type SampleEnd = SubmissionVerdict | 'failed' | 'waiting';

export function endOf({ failure, judged }: RunRow): SampleEnd {
  if (failure !== null) return 'failed';
  return judged?.verdict ?? 'waiting';
}

/** Whether a sample has a verdict other than accepted, or no answer. */
function isFailure({ failure, judged }: RunRow): boolean {
  return failure !== null || (judged !== null && judged.verdict !== 'accepted');
}

/** Filters for samples whose verdict here differs from that in their file. */
export const DIFFERING = ['only-here', 'only-there'] as const;

/** Null if both verdicts agree, or if one is missing. */
export function differenceOf(row: RunRow): (typeof DIFFERING)[number] | null {
  const onlySide = onlyPassed(row);
  return onlySide && `only-${onlySide}`;
}

/** Returns the mark of a redrawn sample and the reason for its verdict, in one line. */
export function noteOf(row: RunRow): string {
  const difference = differenceOf(row);
  return [row.redrawn && redrawnWords(row.redrawn), difference && endName(difference), reasonText(row)]
    .filter(Boolean)
    .join(': ');
}
