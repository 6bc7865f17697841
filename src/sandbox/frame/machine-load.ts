/** Measures the delays that other work on the machine causes while programs run. */
import type { CancelTimer, Timers } from './clock.ts';

const BEAT_MILLISECONDS = 50;

/** The delays of the programs in a frame, in milliseconds. */
export interface Delays {
  /**
   * Total time in which the frame's timers were late, or programs and a model needed more cores than the machine has.
   * It includes the delay of a timer that is overdue now, because other events may arrive before the timer fires after
   * the whole frame was suspended.
   */
  readonly disturbedMilliseconds: number;
  /**
   * Milliseconds for which the frame was just suspended. An event that arrives now may have been delayed by this
   * time.
   */
  readonly stallMilliseconds: number;
}

export class MachineLoad implements Delays {
  readonly #timers: Timers;
  readonly #cores: number;
  #cancelTimer: CancelTimer | null = null;
  #expectedTime = 0;
  #totalLateness = 0;
  #lastLateness = 0;
  #jobs = 0;
  #isCrowdedByModel = false;
  /** Start of the current period with too few cores, or null outside of such a period. */
  #crowdedSince: number | null = null;
  #earlierCrowded = 0;

  /** @param cores number of programs that can run at the same time without delaying each other, ≥ 1 */
  constructor(timers: Timers, cores: number) {
    this.#timers = timers;
    this.#cores = cores;
  }

  get disturbedMilliseconds(): number {
    return this.#totalLateness + this.#overdueMilliseconds + this.#crowdedMilliseconds;
  }

  get stallMilliseconds(): number {
    return Math.max(this.#lastLateness, this.#overdueMilliseconds);
  }

  /** @param jobs the current number of programs; 0 ends the measurement of timers */
  count(jobs: number): void {
    this.#jobs = jobs;
    this.#noteCrowd();
    if (jobs > 0) {
      if (this.#cancelTimer === null) this.#startTimer();
      return;
    }
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#lastLateness = 0;
  }

  /** @param isCrowded whether a model computes on cores that the programs need */
  crowd(isCrowded: boolean): void {
    this.#isCrowdedByModel = isCrowded;
    this.#noteCrowd();
  }

  #noteCrowd(): void {
    const isCrowded = this.#jobs > this.#cores || (this.#jobs > 0 && this.#isCrowdedByModel);
    if (isCrowded === (this.#crowdedSince !== null)) return;
    this.#earlierCrowded = this.#crowdedMilliseconds;
    this.#crowdedSince = isCrowded ? performance.now() : null;
  }

  get #crowdedMilliseconds(): number {
    return this.#earlierCrowded + (this.#crowdedSince === null ? 0 : performance.now() - this.#crowdedSince);
  }

  get #overdueMilliseconds(): number {
    return this.#cancelTimer === null ? 0 : Math.max(0, performance.now() - this.#expectedTime);
  }

  #startTimer(): void {
    this.#expectedTime = performance.now() + BEAT_MILLISECONDS;
    this.#cancelTimer = this.#timers.after(BEAT_MILLISECONDS, () => {
      this.#lastLateness = this.#overdueMilliseconds;
      this.#totalLateness += this.#lastLateness;
      this.#startTimer();
    });
  }
}
