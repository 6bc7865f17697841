/** Estimates how long an answer takes on the CPU of this machine, before the user waits for it. */
import { USUAL_REASONING_TOKENS } from '../chain-of-thought.ts';
import type { SpeedEstimate } from '../words/speed.ts';

export type { SpeedEstimate };

/**
 * Each token reads all weights once. SmolLM2-135M (98 MB, Q4_1) wrote 5 to 12 tokens a second with one thread of
 * WebAssembly on a server's core, which makes 0.5 to 1.2 thousand million bytes a second. More threads share the
 * memory, so the gain is less than their number.
 */
const SLOW_BYTES_PER_SECOND = 0.5e9;
const FAST_BYTES_PER_SECOND = 1.2e9;
const SHARING = 0.75;
const MOST_THREADS = 8;
/** Tokens of an answer without a chain of thought. */
export const SHORT_ANSWER = 500;

/** @param measured tokens a second the model wrote on this device before; null when it has not yet */
export function estimateSpeed(weightBytes: number, threads: number, measured: number | null): SpeedEstimate {
  if (measured !== null) return { low: measured, high: measured, measured: true };
  const gain = Math.max(1, threads) ** SHARING;
  return {
    low: (SLOW_BYTES_PER_SECOND * gain) / weightBytes,
    high: (FAST_BYTES_PER_SECOND * gain) / weightBytes,
    measured: false,
  };
}

/** Tokens of the usual answer; of the chain of thought before it, where the model reasons. */
export const usualTokens = (reasons: boolean): number => (reasons ? USUAL_REASONING_TOKENS : SHORT_ANSWER);

/**
 * Returns the default number of threads for a model.
 * @param isolated `crossOriginIsolated`: without it, threads cannot share memory
 * @param cores `navigator.hardwareConcurrency`
 */
export function usualThreads(isolated: boolean, cores: number): number {
  // One is left to the page; more than a few wait for the memory, and for each other.
  return isolated ? Math.max(1, Math.min(MOST_THREADS, cores - 1)) : 1;
}
