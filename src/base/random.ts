/** Seeded random numbers. They use integer arithmetic, so every engine produces the same numbers. */

/** Marsaglia's xorshift with 128 bits of state ("Xorshift RNGs", 2003). */
export class Random {
  readonly #state = new Uint32Array(4);

  /**
   * @param seed an integer
   * @param purpose names an independent stream; taking numbers from one stream does not change the others
   */
  constructor(seed: number, purpose: string) {
    let mixedBits = seed | 0;
    const mixIn = (value: number): number => {
      mixedBits = Math.imul(mixedBits ^ value, 0x9e3779b1);
      return (mixedBits ^= mixedBits >>> 15);
    };
    for (let at = 0; at < purpose.length; at++) mixIn(purpose.charCodeAt(at));
    for (let at = 0; at < 4; at++) this.#state[at] = mixIn(at + 1);
    // A state of only zeros would never change.
    this.#state[3]! |= 1;
    for (let round = 0; round < 16; round++) this.next();
  }

  /** Returns a number from 0 to 1, 1 excluded, in steps of 2**-32. */
  next(): number {
    const state = this.#state;
    let mixedBits = state[0]!;
    mixedBits ^= mixedBits << 11;
    mixedBits ^= mixedBits >>> 8;
    const last = state[3]!;
    state.copyWithin(0, 1);
    state[3] = last ^ (last >>> 19) ^ mixedBits;
    return state[3] / 2 ** 32;
  }

  /** Returns an integer from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  }

  /**
   * Returns an approximately normal number with mean 0 and variance 1. It is a sum of twelve uniform numbers,
   * because engines round logarithms differently.
   */
  normal(): number {
    let sum = -6;
    for (let term = 0; term < 12; term++) sum += this.next();
    return sum;
  }

  /** Returns a shuffled copy. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const shuffledItems = [...items];
    for (let end = shuffledItems.length; end > 1; end--) {
      const at = this.below(end);
      [shuffledItems[at], shuffledItems[end - 1]] = [shuffledItems[end - 1]!, shuffledItems[at]!];
    }
    return shuffledItems;
  }
}
