/** A hash of texts that come one after the other, in pieces if need be. */
export class TextHasher {
  #high = 0xdeadbeef;
  #low = 0x41c6ce57;

  /** More of the text that is under way. */
  add(text: string, from = 0, to = text.length): void {
    // In variables of its own, the loop is twice as fast.
    let [high, low] = [this.#high, this.#low];
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
    this.#high = high;
    this.#low = low;
  }

  /** The end of a text: beyond all units of a text, so that ["ab", "c"] is not ["a", "bc"]. */
  end(): void {
    this.#high = Math.imul(this.#high ^ 0x10000, 2654435761);
    this.#low = Math.imul(this.#low ^ 0x10000, 1597334677);
  }

  /** A number of 53 bits. */
  get value(): number {
    let [high, low] = [this.#high, this.#low];
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    return 4294967296 * (0x1fffff & low) + (high >>> 0);
  }
}

/**
 * A number of 53 bits for a list of texts: among a hundred thousand lists two have the same once in a million times.
 * Detects changes. It does not resist a person who constructs two equal hashes. The same in every engine.
 */
export function textHash(texts: Iterable<string>): number {
  const hasher = new TextHasher();
  for (const text of texts) {
    hasher.add(text);
    hasher.end();
  }
  return hasher.value;
}
