/**
 * Measures how late the frame's own timers fire, which shows a busy machine. It measures only while jobs run.
 */
import type { Clock, CancelTimer } from './clock.ts';

const BEAT_MILLISECONDS = 50;

export class TimerLag {
  readonly #clock: Pick<Clock, 'after'>;
  #stop: CancelTimer | null = null;
  #expected = 0;
  #lateness = 0;
  #lastLateness = 0;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /**
   * Sum of the delays of all timers since the start, in milliseconds. It includes the current timer if that is overdue:
   * after the whole frame was suspended, other events may arrive before the timer fires.
   */
  get lateness(): number {
    return this.#lateness + this.#overdue;
  }

  /** Milliseconds for which the frame was just suspended. An event that arrives now may have waited as long. */
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
