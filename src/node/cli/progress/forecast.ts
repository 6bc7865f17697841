/** How long something still takes, by its pace so far. All times are in seconds, of one clock. */
export class Forecast {
  readonly #total: number;
  readonly #fewest: number;
  #begun: number | null = null;
  /** The time of the last end. */
  #heard = 0;
  #done = 0;

  /**
   * @param total of what is to be done
   * @param fewest to be done before there is a pace
   */
  constructor(total: number, fewest = 0) {
    this.#total = total;
    this.#fewest = fewest;
  }

  get done(): number {
    return this.#done;
  }

  /** The time before it is no part of the pace. */
  begin(now: number): void {
    this.#begun ??= now;
  }

  finish(now: number, amount = 1): void {
    this.#done += amount;
    this.#heard = now;
  }

  /** @returns null before there is a pace, and when what is under way takes longer than the pace says */
  secondsLeft(now: number): number | null {
    if (this.#begun === null || now - this.#begun < SHORTEST) return null;
    if (this.#done === 0 || this.#done < this.#fewest) return null;
    const each = (this.#heard - this.#begun) / this.#done;
    const left = (this.#total - this.#done) * each - (now - this.#heard);
    return left > 0 ? left : null;
  }
}

/** Seconds: what is done in less says nothing of the rest. */
const SHORTEST = 2;
