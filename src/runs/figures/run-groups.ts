/** Divides problems into groups for figures. The order is the one that a reader expects, and no problem is left out. */
import { grouped } from './run-report.ts';

/** The properties that define groups. */
export const RUN_GROUPS = ['difficulty', 'source', 'month', 'mode'] as const;
export type RunGroup = (typeof RUN_GROUPS)[number];

/** The fields that decide the group of a problem. */
export interface GroupedProblem {
  readonly difficulty: string | null;
  readonly source: string;
  readonly mode: string;
  /** ISO 8601; null if it is not known. */
  readonly date?: string | null | undefined;
}

/** The group of problems without a value for the property. */
const UNKNOWN_GROUP = 'unknown';
const DIFFICULTIES = ['easy', 'medium', 'hard'];

function groupOf(problem: GroupedProblem, by: RunGroup): string {
  return (by === 'month' ? problem.date?.slice(0, 7) : problem[by]) ?? UNKNOWN_GROUP;
}

/**
 * Groups items by the group of their problem. Difficulties are sorted from easy to hard, months by date, and others
 * from the largest to the smallest. `unknown` is last. An item without a problem is in no group.
 */
export function inGroups<T>(
  items: readonly T[],
  problemOf: (item: T) => GroupedProblem | undefined,
  by: RunGroup,
): ReadonlyMap<string, readonly T[]> {
  const groups = grouped(items, (item) => {
    const problem = problemOf(item);
    return problem === undefined ? null : groupOf(problem, by);
  });
  // The sort is stable: names of equal rank keep the order of `grouped`.
  return new Map([...groups].sort(([one], [other]) => compareNames(one, other, by)));
}

function compareNames(one: string, other: string, by: RunGroup): number {
  if (one === UNKNOWN_GROUP || other === UNKNOWN_GROUP)
    return Number(one === UNKNOWN_GROUP) - Number(other === UNKNOWN_GROUP);
  if (by === 'difficulty') return DIFFICULTIES.indexOf(one) - DIFFICULTIES.indexOf(other);
  if (by === 'month') return one < other ? -1 : Number(one > other);
  return 0;
}
