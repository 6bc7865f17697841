/** Number of programs that may wait to be retried alone without delaying others. */
const WAITING_FOR_QUIET = 32;

/** Returns how many programs the judge is given at a time: one more than the workers, so that the next is ready. */
export function programsAtOnce(workers: number): number {
  return workers + 1 + WAITING_FOR_QUIET;
}
