/** Whether a frame that says nothing is dead, or only slow: a death counts against the program in it. */

/** Milliseconds from one ping to the next. */
export const PING_MILLISECONDS = 1_000;
/** Pings left unanswered until a frame is dead: its process ran out of memory, most likely. */
const MISSED = 5;
/** Where a death would decide a verdict, a frame that is only slow gets longer. */
const MISSED_IN_DOUBT = 12;
/** While it inflates and compiles, an answer may take its time on a busy machine. */
const MISSED_STARTING = 60;
/** A page whose own timer is this late is on a machine too busy for a frame's silence to mean much. */
const LATE_MILLISECONDS = 250;

export class Heartbeat {
  readonly #isTold: boolean;
  #unanswered = 0;
  #patience = MISSED_STARTING;
  #inDoubt = false;

  /** @param isTold the browser tells when a frame dies: then silence alone means nothing for a minute */
  constructor(isTold: boolean) {
    this.#isTold = isTold;
  }

  /** The frame has spoken, whatever it said. */
  answered(): void {
    this.#unanswered = 0;
  }

  /** It has inflated and compiled all: from now on it answers at once. */
  started(): void {
    this.answered();
    if (!this.#isTold) this.#patience = this.#inDoubt ? MISSED_IN_DOUBT : MISSED;
  }

  /** A program in the frame runs alone from now on, and the next death counts: only a long silence is one. */
  doubt(): void {
    this.#inDoubt = true;
    this.#patience = Math.max(this.#patience, MISSED_IN_DOUBT);
  }

  /** @param lateMilliseconds how much later than meant this is called */
  next(lateMilliseconds: number): 'ping' | 'wait' | 'dead' {
    if (lateMilliseconds > LATE_MILLISECONDS) return 'wait';
    this.#unanswered += 1;
    return this.#unanswered > this.#patience ? 'dead' : 'ping';
  }
}
