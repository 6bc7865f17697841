/**
 * How long a run still takes, by what it has taken so far. What is run again alone waits until nothing else is to be
 * done, and then comes one after the other: it is counted apart, or the last minutes of a run would never be forecast.
 * All times in seconds, of one clock.
 */
export class Forecast {
  readonly #total: number;
  readonly #rerunCost: (index: number) => number;
  #begun: number | null = null;
  /** When something was heard last. */
  #heard = 0;
  #done = 0;
  /** Programs whose first run is over. */
  #first = 0;
  /** Programs that are being retried, and since when. */
  readonly #waiting = new Map<number, number>();
  /** Programs that were in doubt once. */
  readonly #retried = new Set<number>();
  #reruns = 0;
  #rerunSeconds = 0;

  /**
   * @param total programs to be judged
   * @param rerunCost the longest that running program `index` again may take, for as long as none was
   */
  constructor(total: number, rerunCost: (index: number) => number) {
    this.#total = total;
    this.#rerunCost = rerunCost;
  }

  get done(): number {
    return this.#done;
  }

  /** Programs that are being retried. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Programs that were retried. */
  get retried(): number {
    return this.#retried.size;
  }

  /** The page is there and takes its first program; what it took to come is no part of the pace. */
  begin(now: number): void {
    this.#begun ??= now;
    this.#heard = Math.max(this.#heard, now);
  }

  /** Program `index` is in doubt, and waits. */
  retry(index: number, now: number): void {
    this.#endRerun(index, now);
    if (!this.#retried.has(index)) this.#first += 1;
    this.#retried.add(index);
    this.#waiting.set(index, now);
    this.#heard = now;
  }

  /** Program `index` is judged. */
  finish(index: number, now: number): void {
    this.#endRerun(index, now);
    if (!this.#retried.has(index)) this.#first += 1;
    this.#done += 1;
    this.#heard = now;
  }

  /**
   * Seconds that are left.
   * @returns null while nothing is known, and when what runs has taken longer than any forecast
   */
  secondsLeft(now: number): number | null {
    if (this.#begun === null || this.#first === 0 || now - this.#begun < SOONEST) return null;
    const firstSeconds = Math.max(0, this.#heard - this.#begun - this.#rerunSeconds);
    const cost = this.#meanRerun();
    const each = firstSeconds / this.#first + (this.#retried.size / this.#first) * (cost ?? 0);
    const reruns =
      this.#reruns > 0
        ? this.#waiting.size * (cost ?? 0)
        : sum([...this.#waiting.keys()].map((index) => this.#rerunCost(index)));
    const left = (this.#total - this.#first) * each + reruns - (now - this.#heard);
    return left > 0 ? left : null;
  }

  /** Null where no program was in doubt. */
  #meanRerun(): number | null {
    if (this.#reruns > 0) return this.#rerunSeconds / this.#reruns;
    const costs = [...this.#retried].map((index) => this.#rerunCost(index));
    return costs.length === 0 ? null : sum(costs) / costs.length;
  }

  #endRerun(index: number, now: number): void {
    const since = this.#waiting.get(index);
    if (since === undefined) return;
    this.#waiting.delete(index);
    this.#reruns += 1;
    // Nothing else runs meanwhile: it began when the last word came, or when it was said to wait.
    this.#rerunSeconds += Math.max(0, now - Math.max(since, this.#heard));
  }
}

/** Before, the pace is that of a few programs. */
const SOONEST = 2;

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
