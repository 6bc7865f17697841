/** Estimates how long an answer takes on the CPU of this machine, before the user waits for it. */
import { numberText, roughDuration } from '../../base/number-words.ts';
import { USUAL_REASONING_TOKENS } from '../chain-of-thought.ts';

export interface SpeedEstimate {
  /**
   * Generated tokens per second: the lower and the upper bound, which are equal if the speed was measured.
   */
  readonly lowRate: number;
  readonly highRate: number;
  readonly isMeasured: boolean;
}

/**
 * Bytes of weights that one thread reads per second, the lower and the upper bound. Each token reads all
 * weights once. SmolLM2-135M (98 MB, Q4_1) generated 5 to 12 tokens a second with one WebAssembly thread on a
 * server's core, which is 0.5 to 1.2 billion bytes a second. Threads share the memory, so the speed grows
 * less than their number.
 */
const SLOW_BYTES_PER_SECOND = 0.5e9;
const FAST_BYTES_PER_SECOND = 1.2e9;
const THREAD_EXPONENT = 0.75;
/** Number of tokens of a typical answer without a chain of thought. */
export const SHORT_ANSWER = 500;

/**
 * @param measuredRate tokens per second that the model generated on this device before; null if it was not
 * measured
 */
export function estimateSpeed(
  weightBytes: number,
  threads: number,
  measuredRate: number | null,
): SpeedEstimate {
  if (measuredRate !== null) return { lowRate: measuredRate, highRate: measuredRate, isMeasured: true };
  const threadGain = Math.max(1, threads) ** THREAD_EXPONENT;
  return {
    lowRate: (SLOW_BYTES_PER_SECOND * threadGain) / weightBytes,
    highRate: (FAST_BYTES_PER_SECOND * threadGain) / weightBytes,
    isMeasured: false,
  };
}

/**
 * Returns the number of tokens of a typical answer or, for a reasoning model, of the typical chain of thought
 * before it.
 */
export const usualTokens = (reasons: boolean): number => (reasons ? USUAL_REASONING_TOKENS : SHORT_ANSWER);

/** Describes the time for an answer, or for the chain of thought before it, in one or two sentences. */
export function speedWords(
  { lowRate, highRate, isMeasured }: SpeedEstimate,
  tokens: number,
  isThought: boolean,
): string {
  const answer = `${isThought ? 'a chain of thought' : 'an answer'} of ${numberText(tokens)} tokens`;
  const [shortest, longest] = [roughDuration(tokens / highRate), roughDuration(tokens / lowRate)];
  if (isMeasured)
    return `It wrote ${rateText(lowRate)} tokens a second on this device: ${answer} takes about ${longest}.`;
  const ratesText =
    rateText(lowRate) === rateText(highRate)
      ? rateText(lowRate)
      : `${rateText(lowRate)} to ${rateText(highRate)}`;
  const timesText = shortest === longest ? longest : `${shortest} to ${longest}`;
  return `Expect ${ratesText} tokens a second on the CPU, an estimate: ${answer} may take ${timesText}.`;
}

const rateText = (tokensPerSecond: number): string =>
  tokensPerSecond >= 10 ? String(Math.round(tokensPerSecond)) : tokensPerSecond.toFixed(1);
