/** Times one test, or the loading of a program, and notes what disturbs it. */
import type { Clock, TakeBack } from './clock.ts';
import type { Crowd } from './crowd.ts';
import type { Pulse } from './pulse.ts';

/** The clock, and the load of the machine. */
export interface Timing {
  readonly clock: Pick<Clock, 'after'>;
  readonly pulse: Pick<Pulse, 'lateness' | 'stall'>;
  readonly crowd: Pick<Crowd, 'milliseconds'>;
}

/** Beyond it a timer rings at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class TestClock {
  readonly #timing: Timing;
  #takeBack: TakeBack = () => undefined;
  #begun = 0;
  #disturbedBefore = 0;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** Starts the clock. @param ring called after `milliseconds`, unless it is stopped or started before */
  start(milliseconds: number, ring: () => void): void {
    this.stop();
    this.#begun = performance.now();
    this.#disturbedBefore = this.#disturbedInAll;
    this.#takeBack = this.#timing.clock.after(Math.min(milliseconds, LONGEST_TIMER), ring);
  }

  stop(): void {
    this.#takeBack();
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
    return this.#timing.pulse.stall;
  }

  get #disturbedInAll(): number {
    return this.#timing.pulse.lateness + this.#timing.crowd.milliseconds;
  }
}
