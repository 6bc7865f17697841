/**
 * Decides whether a frame without answers is dead or only slow. A death counts as a failure of the program in the
 * frame.
 */

/** Milliseconds between two pings. */
export const PING_MILLISECONDS = 1_000;
/**
 * Number of unanswered pings after which a frame is declared dead. The usual cause is that its process ran out of
 * memory.
 */
const MISSED = 5;
/** The same number when a death would decide a verdict. It leaves more time for a slow frame. */
const MISSED_IN_DOUBT = 12;
/** The same number while the frame inflates and compiles, because it then answers slowly on a busy machine. */
const MISSED_STARTING = 60;
/**
 * Milliseconds of delay of the page's own timer. From this delay on, the machine is too busy to conclude that a frame
 * without answers is dead.
 */
const LATE_MILLISECONDS = 250;

export class Heartbeat {
  readonly #isTold: boolean;
  #unanswered = 0;
  #patience = MISSED_STARTING;
  #inDoubt = false;

  /**
   * @param isTold whether the browser reports the death of a frame. If so, a frame is declared dead only after a minute
   *   without answers.
   */
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

  /**
   * Requires more unanswered pings before a frame is declared dead, because one program runs alone and the next death
   * decides its verdict.
   */
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
