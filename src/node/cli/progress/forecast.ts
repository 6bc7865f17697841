/** Forecasts the remaining time from the pace so far. All times are in seconds, of one clock. */
export class Forecast {
  readonly #total: number;
  readonly #fewest: number;
  #begun: number | null = null;
  /** The time of the last completion. */
  #heard = 0;
  #done = 0;

  /**
   * @param total number of items
   * @param fewest number of completed items before there is a forecast
   */
  constructor(total: number, fewest = 0) {
    this.#total = total;
    this.#fewest = fewest;
  }

  get done(): number {
    return this.#done;
  }

  /** Begins to measure the pace. Earlier time does not count. */
  begin(now: number): void {
    this.#begun ??= now;
  }

  finish(now: number, amount = 1): void {
    this.#done += amount;
    this.#heard = now;
  }

  /** @returns null before there is a pace, or if the items in progress take longer than the pace predicts */
  secondsLeft(now: number): number | null {
    if (this.#begun === null || now - this.#begun < SHORTEST) return null;
    if (this.#done === 0 || this.#done < this.#fewest) return null;
    const each = (this.#heard - this.#begun) / this.#done;
    const left = (this.#total - this.#done) * each - (now - this.#heard);
    return left > 0 ? left : null;
  }
}

/** Seconds before there is a forecast: a shorter time does not predict the rest. */
const SHORTEST = 2;
