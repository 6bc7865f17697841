import type { IDBPDatabase } from 'idb';

/** Number of records in the first portion. Each record may be several megabytes long. */
export const FIRST_PORTION = 5;
const MAX_RECORDS = 500;
/** Approximate number of characters of the records that are in memory at the same time. */
const PORTION_CHARACTERS = 8_000_000;

export interface Walked {
  readonly key: unknown;
  readonly value: unknown;
  /** Approximate size of the content in bytes (`contentSize`). */
  readonly size: number;
}

/** Yields the records of a table of any size in the order of its keys, one portion at a time. */
export async function* recordPortions(
  database: IDBPDatabase,
  table: string,
  range: IDBKeyRange | null = null,
): AsyncGenerator<readonly Walked[]> {
  let next = FIRST_PORTION;
  let remainingRange = range;
  for (;;) {
    const { store } = database.transaction(table);
    const [keys, values] = await Promise.all([
      store.getAllKeys(remainingRange, next),
      store.getAll(remainingRange, next),
    ]);
    const last = keys.at(-1);
    if (last === undefined) return;
    const entries = keys.map((key, nth) => ({
      key,
      value: values[nth] as unknown,
      size: contentSize(values[nth]),
    }));
    yield entries;
    next = nextPortion(entries.map(({ size }) => size));
    remainingRange =
      range === null
        ? IDBKeyRange.lowerBound(last, true)
        : IDBKeyRange.bound(last, range.upper, true, range.upperOpen);
  }
}

/**
 * Returns the number of records to read next, based on the sizes of the previous records. It grows in steps,
 * because later records may be larger.
 */
export function nextPortion(sizes: readonly number[]): number {
  const size = sizes.reduce((sum, size) => sum + size, 1);
  return Math.max(
    1,
    Math.min(MAX_RECORDS, sizes.length * 4, Math.floor((PORTION_CHARACTERS * sizes.length) / size)),
  );
}

/**
 * Returns the approximate size of a value in bytes. A character counts as one byte, a number as eight. The
 * browser may use fewer bytes to store it.
 */
export function contentSize(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + contentSize(item), 0);
  return Object.entries(value).reduce((sum, [name, field]) => sum + name.length + contentSize(field), 0);
}

/**
 * Returns the range of all keys that begin with these parts. IndexedDB sorts arrays after all strings and
 * numbers, so `[]` is an upper bound.
 */
export function keysFrom(...keyStart: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound(keyStart, [...keyStart, []]);
}
