/** Returns how many times each value occurs, in the order of first occurrences. */
export function countsOf<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * Groups items by a key. Groups are in the order of their first items, and keep the order of the items.
 * @param keyOf returns the key of an item; null leaves the item out
 */
export function groupBy<T, Key>(items: readonly T[], keyOf: (item: T) => Key | null): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** A map that keeps only the entries that were set last. */
export class Newest<Key, Value> {
  readonly #maxEntries: number;
  readonly #entries = new Map<Key, Value>();

  /** @param maxEntries the largest number of entries, ≥ 1 */
  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** Makes an entry the newest. If the map then has too many entries, removes the oldest. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#maxEntries) this.#entries.delete(this.#entries.keys().next().value!);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
