/** The number of threads for a model on the CPU, which is measured: more threads are not always faster. */

import type { ThreadChoice } from '../../domain/settings.ts';

/** Stores the choices on this device, by architecture. */
export interface ThreadChoices {
  read(architecture: string): ThreadChoice | null;
  /** @param choice null to delete the choice */
  write(architecture: string, choice: ThreadChoice | null): void;
}

/** Each thread has a worker with memory of its own, and more threads than this have never been faster. */
const MOST_THREADS = 16;
/** A number of threads must write this much faster than a smaller one, because the page needs the cores, too. */
const LEAST_GAIN = 1.05;
/**
 * A rate below this share of the expected one is far from it, and so is one above the inverse. A prompt of 1,500 tokens
 * alone leaves three quarters.
 */
const FAR_SHARE = 0.4;

/**
 * Returns the largest number of threads for a model. One core is left for the page, except on two cores.
 * @param isIsolated `crossOriginIsolated`. Without it, threads cannot share memory.
 * @param cores `navigator.hardwareConcurrency`
 */
export function mostThreads(isIsolated: boolean, cores: number): number {
  return isIsolated ? Math.min(MOST_THREADS, cores, Math.max(2, cores - 1)) : 1;
}

/** Returns the numbers of threads to measure, in ascending order: 1, half of the cores, and the largest number. */
export function threadCandidates(isIsolated: boolean, cores: number): readonly number[] {
  const most = mostThreads(isIsolated, cores);
  return [...new Set([1, Math.min(most, Math.max(1, Math.floor(cores / 2))), most])];
}

export interface ThreadRate {
  readonly threads: number;
  /** Tokens a second; 0 if no second token came in time. */
  readonly rate: number;
}

/** Returns the fastest; the one with fewer threads if the difference is small. */
export function fastest(rates: readonly ThreadRate[]): ThreadRate | null {
  return rates.reduce<ThreadRate | null>(
    (best, next) => (best === null || next.rate > best.rate * LEAST_GAIN ? next : best),
    null,
  );
}

/**
 * Whether an answer was much slower than the measurement promised, or much faster: then other programs had the cores
 * during the measurement.
 * @param rate tokens a second of the answer
 */
export function isFarFrom(choice: ThreadChoice, rate: number, weightBytes: number): boolean {
  const expectedRate = (choice.rate * choice.weightBytes) / weightBytes;
  return rate < expectedRate * FAR_SHARE || rate * FAR_SHARE > expectedRate;
}
