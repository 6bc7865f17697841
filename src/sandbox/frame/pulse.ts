/**
 * How late the frame's own timers ring: a sign that the machine has no time to spare. It beats while jobs run.
 */
import type { Clock, TakeBack } from './clock.ts';

const BEAT_MILLISECONDS = 50;

export class Pulse {
  readonly #clock: Pick<Clock, 'after'>;
  #stop: TakeBack | null = null;
  #expected = 0;
  #lateness = 0;
  #lastLateness = 0;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /**
   * Milliseconds that beats came late by, in sum, since the pulse was made; the one that is due by now among them:
   * after a time when the whole frame stood still, what else waited may come first.
   */
  get lateness(): number {
    return this.#lateness + this.#overdue;
  }

  /** For how long the frame has just stood still, in milliseconds: what comes in now may have waited as long. */
  get stall(): number {
    return Math.max(this.#lastLateness, this.#overdue);
  }

  beat(): void {
    if (this.#stop === null) this.#next();
  }

  rest(): void {
    this.#stop?.();
    this.#stop = null;
    this.#lastLateness = 0;
  }

  get #overdue(): number {
    return this.#stop === null ? 0 : Math.max(0, performance.now() - this.#expected);
  }

  #next(): void {
    this.#expected = performance.now() + BEAT_MILLISECONDS;
    this.#stop = this.#clock.after(BEAT_MILLISECONDS, () => {
      this.#lastLateness = this.#overdue;
      this.#lateness += this.#lastLateness;
      this.#next();
    });
  }
}
