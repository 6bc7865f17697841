/**
 * The factor by which time limits are multiplied on this machine. Limits are stated for native Python on the
 * machines that graders commonly use: a cloud core at 2.5 GHz.
 *
 * The kernel of calibrate.py takes 1 to 1.7 times as long in a browser as in native Python, depending on the
 * machine. Different kinds of programs take 0.8 to 2.2 times as long (tests/bench/kernels.py). `SLOWER_KINDS_FACTOR` allows for
 * the slower kinds. At a limit of 6 s, a program that native Python runs in 4 s on the same machine passes, whatever
 * its kind. One that native Python runs in 10 s times out, unless the browser is as fast as native Python at its
 * kind. On a machine faster than the reference the factor does not shrink: a limit guarantees its seconds.
 */

/** Milliseconds that native CPython 3.11 needs for calibrate.py on the reference machine. */
const REFERENCE_MILLISECONDS = 8;
const SLOWER_KINDS_FACTOR = 1.6;
/** Maximum time factor. Above it, a machine is too slow or too busy for meaningful verdicts. */
export const LARGEST_TIME_FACTOR = 5;

/** @param kernelMilliseconds the best run of the kernel so far; null if there is none */
export function timeFactor(kernelMilliseconds: number | null): number {
  if (kernelMilliseconds === null) return LARGEST_TIME_FACTOR;
  const slownessFactor = Math.max(1, kernelMilliseconds / REFERENCE_MILLISECONDS);
  return Math.min(LARGEST_TIME_FACTOR, SLOWER_KINDS_FACTOR * slownessFactor);
}
