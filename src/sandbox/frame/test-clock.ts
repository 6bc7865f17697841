/** Times one test, or the loading of a program, and notes what disturbs it. */
import type { Clock, CancelTimer } from './clock.ts';
import type { ConcurrentTime } from './concurrent-time.ts';
import type { TimerLag } from './timer-lag.ts';
import type { WorkerPool } from './worker-pool.ts';

/** The clock, the load of the machine, and whether the interpreter is compiled. */
export interface Timing {
  readonly clock: Pick<Clock, 'after'>;
  readonly timerLag: Pick<TimerLag, 'lateness' | 'stall'>;
  readonly concurrent: Pick<ConcurrentTime, 'milliseconds'>;
  readonly code: Pick<WorkerPool, 'isCompiled'>;
}

/** Beyond it a timer rings at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class TestClock {
  readonly #timing: Timing;
  #cancelTimer: CancelTimer = () => undefined;
  #begun = 0;
  #disturbedBefore = 0;
  #beganCold = false;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** Starts the clock. @param ring called after `milliseconds`, unless it is stopped or started before */
  start(milliseconds: number, ring: () => void): void {
    this.stop();
    this.#begun = performance.now();
    this.#disturbedBefore = this.#disturbedInAll;
    this.#beganCold = !this.#timing.code.isCompiled;
    this.#cancelTimer = this.#timing.clock.after(Math.min(milliseconds, LONGEST_TIMER), ring);
  }

  stop(): void {
    this.#cancelTimer();
  }

  /** When it was started; tells one start from another. */
  get begun(): number {
    return this.#begun;
  }

  /** Milliseconds since it was started. */
  get ran(): number {
    return performance.now() - this.#begun;
  }

  /** For how many milliseconds of these the machine had no time to spare. */
  get disturbed(): number {
    return this.#disturbedInAll - this.#disturbedBefore;
  }

  /** For how many milliseconds the frame has just stood still: what comes in now may have waited as long. */
  get stall(): number {
    return this.#timing.timerLag.stall;
  }

  /** The work that it times began before the interpreter was compiled. */
  get beganCold(): boolean {
    return this.#beganCold;
  }

  /** The work that it times would run faster if it began again. */
  get isSlowed(): boolean {
    return this.#beganCold && this.#timing.code.isCompiled;
  }

  get #disturbedInAll(): number {
    return this.#timing.timerLag.lateness + this.#timing.concurrent.milliseconds;
  }
}
