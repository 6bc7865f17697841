/**
 * How many times as long as stated a program may run here. Limits are stated for native Python on the machines
 * that graders commonly run on: a cloud core at 2.5 GHz.
 *
 * The kernel of calibrate.py costs a browser 1 to 1.7 times what it costs native Python, by the machine; programs of
 * one kind cost 0.8 to 2.2 times as much (tests/bench/kernels.py). `KINDS` is room for those: at a limit of 6 s, what
 * native Python does in 4 s on the same machine is in time, whatever its kind, and what it needs 10 s for is not, but
 * for kinds that the browser runs as fast as native Python does. On a machine faster than the reference the factor
 * stays: a limit promises its seconds.
 */

/** Milliseconds that native CPython 3.11 needs for calibrate.py on the reference machine. */
const REFERENCE_MILLISECONDS = 8;
const KINDS = 1.6;
/** Beyond this a machine is too slow, or too busy, for its verdicts to mean much. */
export const LARGEST_TIME_FACTOR = 5;

/** @param kernelMilliseconds the best run of the kernel so far; null where there was none */
export function timeFactor(kernelMilliseconds: number | null): number {
  if (kernelMilliseconds === null) return LARGEST_TIME_FACTOR;
  const slowness = Math.max(1, kernelMilliseconds / REFERENCE_MILLISECONDS);
  return Math.min(LARGEST_TIME_FACTOR, KINDS * slowness);
}
