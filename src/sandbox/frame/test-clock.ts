/**
 * Measures the time of one test, or of the loading of a program, and the delays that other work on the machine
 * causes.
 */
import type { CancelTimer, Timers } from './clock.ts';
import type { Delays } from './machine-load.ts';

/** The clock, the load of the machine, and whether the interpreter is compiled. */
export interface Timing {
  readonly clock: Timers;
  readonly load: Delays;
  readonly code: { readonly isCompiled: boolean };
}

/** Maximum delay of a timer in milliseconds. A timer with a longer delay would fire immediately. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class TestClock {
  readonly #timing: Timing;
  #cancelTimer: CancelTimer = () => undefined;
  #startTime = 0;
  #disturbedBefore = 0;
  #beganCold = false;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /**
   * Starts the clock.
   * @param onDue called after `milliseconds`, unless the clock is stopped or restarted earlier
   */
  start(milliseconds: number, onDue: () => void): void {
    this.stop();
    this.#startTime = performance.now();
    this.#disturbedBefore = this.#timing.load.disturbedMilliseconds;
    this.#beganCold = !this.#timing.code.isCompiled;
    this.#cancelTimer = this.#timing.clock.after(Math.min(milliseconds, LONGEST_TIMER), onDue);
  }

  stop(): void {
    this.#cancelTimer();
  }

  /** Time of the last start in milliseconds. It identifies the test. */
  get startTime(): number {
    return this.#startTime;
  }

  /** Milliseconds since the last start. */
  get ranMilliseconds(): number {
    return performance.now() - this.#startTime;
  }

  /** Milliseconds since the last start during which other work kept the machine busy. */
  get disturbedMilliseconds(): number {
    return this.#timing.load.disturbedMilliseconds - this.#disturbedBefore;
  }

  /**
   * Milliseconds for which the frame was just suspended. A message that arrives now may have been delayed by this
   * time.
   */
  get stallMilliseconds(): number {
    return this.#timing.load.stallMilliseconds;
  }

  /** Whether the test began before the interpreter was compiled. */
  get beganCold(): boolean {
    return this.#beganCold;
  }

  /** Whether the test would run faster after a restart. */
  get isSlowed(): boolean {
    return this.#beganCold && this.#timing.code.isCompiled;
  }
}
