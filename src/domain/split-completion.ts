/** Splits the text of `rawText` into the parts of a completion. */
import { CLOSING, OPENING, type Completion } from './completion.ts';

/**
 * Splits a text that `rawText` joined.
 * @param answerAt the result of `answerStart`
 */
export function splitAgain(
  raw: string,
  answerAt: number | null,
): Pick<Completion, 'reasoning' | 'reasoningOpen' | 'text' | 'splitByServer'> {
  const whole = { reasoning: '', reasoningOpen: false, text: raw };
  if (answerAt === null || !raw.startsWith(OPENING) || !raw.slice(0, answerAt).endsWith(CLOSING))
    return whole;
  const reasoning = raw.slice(OPENING.length, answerAt - CLOSING.length);
  return { reasoning, reasoningOpen: false, text: raw.slice(answerAt), splitByServer: true };
}
