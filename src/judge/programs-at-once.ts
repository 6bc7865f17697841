/** Number of programs that may wait to be retried alone without delaying others. */
const WAITING_PROGRAMS = 32;

/**
 * Returns the number of programs that the judge is given at a time: one more than there are workers, so that the
 * next is ready, and the programs that wait to be retried alone.
 */
export function programsAtOnce(workers: number): number {
  return workers + 1 + WAITING_PROGRAMS;
}
