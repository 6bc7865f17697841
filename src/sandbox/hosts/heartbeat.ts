/** Decides whether a silent frame is dead or only slow. A death counts against the program in the frame. */

/** Milliseconds between two pings. */
export const PING_MILLISECONDS = 1_000;
/** Unanswered pings after which a frame counts as dead. The usual cause is that its process ran out of memory. */
const MISSED = 5;
/** The same limit when a death would decide a verdict. It gives a slow frame more time. */
const MISSED_IN_DOUBT = 12;
/** The same limit while the frame inflates and compiles, when it answers slowly on a busy machine. */
const MISSED_STARTING = 60;
/** Delay of the page's own timer from which the machine is too busy to conclude anything from a silent frame. */
const LATE_MILLISECONDS = 250;

export class Heartbeat {
  readonly #isTold: boolean;
  #unanswered = 0;
  #patience = MISSED_STARTING;
  #inDoubt = false;

  /** @param isTold whether the browser reports the death of a frame. If so, only a minute of silence is a death. */
  constructor(isTold: boolean) {
    this.#isTold = isTold;
  }

  /** Call this for every message of the frame. */
  answered(): void {
    this.#unanswered = 0;
  }

  /** Call this when the frame has inflated and compiled all files. After that it answers pings at once. */
  started(): void {
    this.answered();
    if (!this.#isTold) this.#patience = this.#inDoubt ? MISSED_IN_DOUBT : MISSED;
  }

  /** Requires a longer silence for a death, because a program runs alone and the next death decides its verdict. */
  doubt(): void {
    this.#inDoubt = true;
    this.#patience = Math.max(this.#patience, MISSED_IN_DOUBT);
  }

  /**
   * Call this every PING_MILLISECONDS.
   * @param lateMilliseconds delay of this call
   */
  next(lateMilliseconds: number): 'ping' | 'wait' | 'dead' {
    if (lateMilliseconds > LATE_MILLISECONDS) return 'wait';
    this.#unanswered += 1;
    return this.#unanswered > this.#patience ? 'dead' : 'ping';
  }
}
