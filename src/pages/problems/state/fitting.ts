/** Finds the problems that match the filters, and for each value the number of problems that would match with it. */
import { FACETS, type BrowseView, type Facet, type Sort } from './browse-view.ts';
import { monthNumber, type Column, type FacetTable } from './facet-table.ts';

export type Columns = Readonly<Record<Facet, Column>>;

export interface Fitting {
  /** Indices in the table, in the order of the list. */
  readonly matches: Uint32Array;
  /** For each value of a facet, the number of problems that have the value and match all other facets. */
  readonly counts: Readonly<Record<Facet, Uint32Array>>;
  /** The same for each month, from the first to the last month in the table. */
  readonly months: MonthCounts;
}

export interface MonthCounts {
  /** The first month of any problem, in months since January of year 0; 0 if no problem has a date. */
  readonly first: number;
  readonly counts: Uint32Array;
}

/** @param hits indices of the problems that the search found, the best first; null without a search */
export function fitting(
  table: FacetTable,
  columns: Columns,
  view: BrowseView,
  hits: Uint32Array | null,
): Fitting {
  const count = table.problems.length;
  const tests = FACETS.map((facet) => new FacetTest(columns[facet], view[facet]));
  const dates = new DateTest(table.months, view);
  const hitMarks = hits === null ? null : marksOf(hits, count);
  const matchMarks = new Uint8Array(count);
  let size = 0;
  for (let at = 0; at < count; at++) {
    if (hitMarks !== null && hitMarks[at] === 0) continue;
    let failedFilters = dates.fits(at) ? 0 : 1;
    let failedTest: FacetTest | null = null;
    for (const test of tests) {
      if (test.fits(at)) continue;
      failedFilters += 1;
      failedTest = test;
      if (failedFilters > 1) break;
    }
    if (failedFilters > 1) continue;
    if (failedFilters === 0) {
      matchMarks[at] = 1;
      size += 1;
      for (const test of tests) test.countProblem(at);
      dates.countProblem(at);
    } else if (failedTest === null) dates.countProblem(at);
    else failedTest.countProblem(at);
  }
  const matchingPlaces = new Uint32Array(size);
  let next = 0;
  if (hits === null) {
    for (let at = 0; at < count; at++) if (matchMarks[at] === 1) matchingPlaces[next++] = at;
  } else for (const at of hits) if (matchMarks[at] === 1) matchingPlaces[next++] = at;
  const counts = Object.fromEntries(FACETS.map((facet, nth) => [facet, tests[nth]!.counts]));
  return {
    matches: sorted(matchingPlaces, table, view.sort),
    counts: counts as Fitting['counts'],
    months: { first: dates.first, counts: dates.counts },
  };
}

/** Returns the indices of problems whose title, id, source or tags contain every word. */
export function textHits({ texts }: FacetTable, search: string): Uint32Array {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const hits: number[] = [];
  for (const [at, text] of texts.entries()) if (words.every((word) => text.includes(word))) hits.push(at);
  return Uint32Array.from(hits);
}

/** Concatenates two lists, without those items of the second list that are in the first. */
export function unionOf(first: Uint32Array, second: Uint32Array, count: number): Uint32Array {
  const inFirst = marksOf(first, count);
  const onlySecond = second.filter((at) => inFirst[at] === 0);
  const union = new Uint32Array(first.length + onlySecond.length);
  union.set(first);
  union.set(onlySecond, first.length);
  return union;
}

class FacetTest {
  readonly counts: Uint32Array;
  readonly #column: Column;
  /** 1 for each selected value, by index or by bits; null if every value matches. */
  readonly #chosenMarks: Uint8Array | null;
  readonly #chosenBits: number;

  constructor(column: Column, chosenValues: readonly string[]) {
    const { values } = column;
    this.#column = column;
    this.counts = new Uint32Array(values.length);
    this.#chosenMarks =
      chosenValues.length === 0
        ? null
        : Uint8Array.from(values, (value) => (chosenValues.includes(value) ? 1 : 0));
    this.#chosenBits = values.reduce(
      (bits, value, at) => (chosenValues.includes(value) ? bits | (1 << at) : bits),
      0,
    );
  }

  fits(at: number): boolean {
    if (this.#chosenMarks === null) return true;
    const value = this.#column.of[at]!;
    return this.#column.several ? (value & this.#chosenBits) !== 0 : this.#chosenMarks[value] === 1;
  }

  countProblem(at: number): void {
    const value = this.#column.of[at]!;
    if (!this.#column.several) this.counts[value]! += 1;
    else
      for (let valueIndex = 0; value >> valueIndex !== 0; valueIndex++)
        if ((value >> valueIndex) & 1) this.counts[valueIndex]! += 1;
  }
}

class DateTest {
  readonly first: number;
  readonly counts: Uint32Array;
  readonly #months: Uint16Array;
  readonly #from: number;
  readonly #to: number;
  readonly #isOpen: boolean;

  constructor(months: Uint16Array, { from, to }: Pick<BrowseView, 'from' | 'to'>) {
    let [first, last] = [0, 0];
    for (const month of months) {
      if (month === 0) continue;
      if (first === 0 || month < first) first = month;
      if (month > last) last = month;
    }
    this.#months = months;
    this.first = first;
    this.counts = new Uint32Array(first === 0 ? 0 : last - first + 1);
    this.#isOpen = from === null && to === null;
    this.#from = monthNumber(from ?? '') ?? 0;
    this.#to = monthNumber(to ?? '') ?? Infinity;
  }

  /** Whether a problem is in the selected period. A problem without a date is in no period. */
  fits(at: number): boolean {
    const month = this.#months[at]!;
    return this.#isOpen || (month !== 0 && month >= this.#from && month <= this.#to);
  }

  countProblem(at: number): void {
    const month = this.#months[at]!;
    if (month !== 0) this.counts[month - this.first]! += 1;
  }
}

/** Sorts the matching problems. Problems without a date or a difficulty come last. */
function sorted(positions: Uint32Array, table: FacetTable, sort: Sort): Uint32Array {
  if (sort === 'listed') return positions;
  const key = sortKey(table, sort);
  // A number that contains the key and the position, so that a numeric sort keeps the order of equal keys.
  const keys = Float64Array.from(positions, (at, nth) => key(at) * 2 ** 32 + nth).sort();
  return Uint32Array.from(keys, (packedKey) => positions[packedKey % 2 ** 32]!);
}

function sortKey(
  { months, testCounts, columns }: FacetTable,
  sort: Exclude<Sort, 'listed'>,
): (at: number) => number {
  const unknownIndex = columns.difficulty.values.indexOf('unknown');
  const level = columns.difficulty.of;
  switch (sort) {
    case 'newest':
      return (at) => 0xffff - months[at]!;
    case 'oldest':
      return (at) => months[at]! || 0x10000;
    case 'easiest':
      return (at) => level[at]!;
    case 'hardest':
      return (at) => (level[at] === unknownIndex ? unknownIndex : unknownIndex - level[at]! - 1);
    case 'fewest':
      return (at) => testCounts[at]!;
    case 'most':
      return (at) => 2 ** 20 - Math.min(testCounts[at]!, 2 ** 20);
  }
}

function marksOf(places: Uint32Array, count: number): Uint8Array {
  const marks = new Uint8Array(count);
  for (const at of places) marks[at] = 1;
  return marks;
}
