/**
 * How long a run still takes, by its pace so far. Retries run side by side with the other programs, so they are part
 * of the pace. All times are in seconds, of one clock.
 */
export class Forecast {
  readonly #total: number;
  #begun: number | null = null;
  /** The time of the last verdict. */
  #heard = 0;
  #done = 0;
  readonly #retrying = new Set<number>();
  readonly #retried = new Set<number>();

  /** @param total programs to be judged */
  constructor(total: number) {
    this.#total = total;
  }

  get done(): number {
    return this.#done;
  }

  /** Programs that are being retried. */
  get retrying(): number {
    return this.#retrying.size;
  }

  /** Programs that were retried. */
  get retried(): number {
    return this.#retried.size;
  }

  /** The page takes its first program. The time it took to open is no part of the pace. */
  begin(now: number): void {
    this.#begun ??= now;
  }

  retry(index: number): void {
    this.#retrying.add(index);
    this.#retried.add(index);
  }

  finish(index: number, now: number): void {
    this.#retrying.delete(index);
    this.#done += 1;
    this.#heard = now;
  }

  /** @returns null before there is a pace, and when the programs under way take longer than the pace says */
  secondsLeft(now: number): number | null {
    if (this.#begun === null || this.#done === 0 || now - this.#begun < SHORTEST) return null;
    const each = (this.#heard - this.#begun) / this.#done;
    const left = (this.#total - this.#done) * each - (now - this.#heard);
    return left > 0 ? left : null;
  }
}

/** A shorter run so far is too few programs for a pace. */
const SHORTEST = 2;
