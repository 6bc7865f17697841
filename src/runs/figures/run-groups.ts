/**
 * Divides problems into groups for figures. The groups have the order that a reader expects, and include every problem.
 */
import { grouped } from './run-report.ts';

/** The properties by which figures are divided unless a user chooses one. */
export const RUN_GROUPS = ['difficulty', 'source', 'month', 'mode'] as const;
export type RunGroup = (typeof RUN_GROUPS)[number];

/** The fields of a problem that samples are grouped and filtered by. A problem is in the group of each of its tags. */
export const PROBLEM_FIELDS = [...RUN_GROUPS, 'tag', 'date'] as const;
/** A value of the problem's free field `meta`, such as `meta.platform`. */
export type MetaField = `meta.${string}`;
export type ProblemField = (typeof PROBLEM_FIELDS)[number] | MetaField;

export function isMetaField(name: string): name is MetaField {
  return /^meta\../.test(name);
}

export function isProblemField(name: string): name is ProblemField {
  return PROBLEM_FIELDS.some((field) => field === name) || isMetaField(name);
}

/** Returns the fields of `meta` that any of the problems has. */
export function metaFieldsOf(problems: Iterable<GroupedProblem>): readonly MetaField[] {
  const names = new Set([...problems].flatMap(({ meta = {} }) => Object.keys(meta)));
  return [...names].map((name) => `meta.${name}` as const);
}

/** The fields that decide the group of a problem. */
export interface GroupedProblem {
  readonly difficulty: string | null;
  readonly source: string;
  readonly mode: string;
  /** ISO 8601; null if it is not known. */
  readonly date?: string | null | undefined;
  /** Missing if they are not known. */
  readonly tags?: readonly string[] | undefined;
  readonly meta?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** The group of items without a value for the property. */
export const UNKNOWN_GROUP = 'unknown';
export const DIFFICULTIES: readonly string[] = ['easy', 'medium', 'hard'];

/** Returns the values of a field; an empty list for an unknown problem. */
export function problemValues(problem: GroupedProblem | undefined, field: ProblemField): readonly string[] {
  if (problem === undefined) return [];
  const { tags = [], date } = problem;
  if (isMetaField(field)) {
    const values = Object.entries(problem.meta ?? {}).find(([name]) => field === `meta.${name}`)?.[1] ?? [];
    return values.length === 0 ? [UNKNOWN_GROUP] : [...new Set(values)];
  }
  if (field === 'tag') return tags.length === 0 ? [UNKNOWN_GROUP] : [...new Set(tags)];
  const value =
    field === 'date' ? date?.slice(0, 10) : field === 'month' ? date?.slice(0, 7) : problem[field];
  return [value ?? UNKNOWN_GROUP];
}

/**
 * Groups items by their values of a field. Difficulties are sorted from easy to hard, months and dates by time, and
 * others from the largest to the smallest. `unknown` is last. An item without a value is in no group.
 */
export function inGroups<T>(
  items: readonly T[],
  valuesOf: (item: T) => readonly string[],
  field: string,
): ReadonlyMap<string, readonly T[]> {
  const pairs = items.flatMap((item) => valuesOf(item).map((value) => ({ value, item })));
  const groups = [...grouped(pairs, ({ value }) => value)];
  // The sort is stable: names of equal rank keep the order of `grouped`.
  groups.sort(([one], [other]) => compareNames(one, other, field));
  return new Map(groups.map(([name, members]) => [name, members.map(({ item }) => item)]));
}

function compareNames(one: string, other: string, field: string): number {
  if (one === UNKNOWN_GROUP || other === UNKNOWN_GROUP)
    return Number(one === UNKNOWN_GROUP) - Number(other === UNKNOWN_GROUP);
  if (field === 'difficulty') return DIFFICULTIES.indexOf(one) - DIFFICULTIES.indexOf(other);
  if (field === 'month' || field === 'date') return one < other ? -1 : Number(one > other);
  return 0;
}
