/** Words about the time that an answer takes on the CPU of this machine. */
import { numberText, roughDuration } from '../../base/number-words.ts';

export interface SpeedEstimate {
  /** Tokens a second while the answer is written; the lower and the upper end, the same when measured. */
  readonly low: number;
  readonly high: number;
  readonly measured: boolean;
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
