/** Estimates how long an answer takes on the CPU of this machine, before the user waits for it. */
import { numberText, roughDuration } from '../../base/number-words.ts';
import { USUAL_REASONING_TOKENS } from '../chain-of-thought.ts';

export interface SpeedEstimate {
  /** Tokens a second while the answer is written; the lower and the upper end, the same when measured. */
  readonly low: number;
  readonly high: number;
  readonly measured: boolean;
}

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

/** One or two sentences on an answer, or on the chain of thought before it, of a number of tokens. */
export function speedWords(
  { low, high, measured }: SpeedEstimate,
  tokens: number,
  isThought: boolean,
): string {
  const answer = `${isThought ? 'a chain of thought' : 'an answer'} of ${numberText(tokens)} tokens`;
  const [least, most] = [roughDuration(tokens / high), roughDuration(tokens / low)];
  if (measured) return `It wrote ${rate(low)} tokens a second on this device: ${answer} takes about ${most}.`;
  const rates = rate(low) === rate(high) ? rate(low) : `${rate(low)} to ${rate(high)}`;
  const times = least === most ? most : `${least} to ${most}`;
  return `Expect ${rates} tokens a second on the CPU, an estimate: ${answer} may take ${times}.`;
}

const rate = (tokensPerSecond: number): string =>
  tokensPerSecond >= 10 ? String(Math.round(tokensPerSecond)) : tokensPerSecond.toFixed(1);
