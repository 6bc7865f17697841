/** A map that keeps only the entries that were set last. */
export class Newest<Key, Value> {
  readonly #most: number;
  readonly #entries = new Map<Key, Value>();

  /** @param most the largest number of entries, ≥ 1 */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  /** Makes an entry the newest. If there are too many, the oldest is removed. */
  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value!);
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
