/**
 * Decides whether a frame that does not answer is dead or only slow. If the frame dies, the program in it has
 * failed.
 */

/** Milliseconds between two pings. */
export const PING_MILLISECONDS = 1_000;
/**
 * Number of unanswered pings after which a frame is declared dead. The usual cause is that its process ran out of
 * memory.
 */
const MAX_MISSED = 5;
/**
 * Number of unanswered pings that declares the frame dead if its death decides a verdict. It is higher, to give a
 * slow frame more time.
 */
const MAX_MISSED_IN_DOUBT = 12;
/**
 * Number of unanswered pings that declares the frame dead while it inflates and compiles files. It is higher,
 * because a starting frame answers slowly on a busy machine.
 */
const MAX_MISSED_STARTING = 60;
/**
 * Delay of the page's own timer in milliseconds, from which the machine counts as too busy to conclude that a frame
 * that does not answer is dead.
 */
const LATE_MILLISECONDS = 250;

export class Heartbeat {
  readonly #isTold: boolean;
  #unansweredPings = 0;
  #maxUnanswered = MAX_MISSED_STARTING;
  #inDoubt = false;

  /**
   * @param reportsDeath whether the browser reports the death of a frame. If so, a frame is declared dead only if it does
   *   not answer for a minute.
   */
  constructor(reportsDeath: boolean) {
    this.#isTold = reportsDeath;
  }

  /** Call this for every message from the frame. */
  onAnswer(): void {
    this.#unansweredPings = 0;
  }

  /** Call this when the frame has inflated and compiled all files. After that, it answers pings immediately. */
  onStarted(): void {
    this.onAnswer();
    if (!this.#isTold) this.#maxUnanswered = this.#inDoubt ? MAX_MISSED_IN_DOUBT : MAX_MISSED;
  }

  /**
   * Requires more unanswered pings before a frame is declared dead, because one program runs alone and its verdict
   * depends on whether the frame dies again.
   */
  becomePatient(): void {
    this.#inDoubt = true;
    this.#maxUnanswered = Math.max(this.#maxUnanswered, MAX_MISSED_IN_DOUBT);
  }

  /**
   * Call this every PING_MILLISECONDS.
   * @param lateMilliseconds number of milliseconds by which this call is late
   */
  next(lateMilliseconds: number): 'ping' | 'wait' | 'dead' {
    if (lateMilliseconds > LATE_MILLISECONDS) return 'wait';
    this.#unansweredPings += 1;
    return this.#unansweredPings > this.#maxUnanswered ? 'dead' : 'ping';
  }
}
