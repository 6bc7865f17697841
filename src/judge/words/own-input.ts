/** Sentences about an input of the user's own. */
import { wordsOf, type Coded } from '../../base/coded.ts';
import { numberText } from '../../base/number-words.ts';
import * as call from './python-call.ts';

const REMEDY = 'Write the call as in the samples, such as f("text", [1, 2], True, None).';

export const isTooLong = (length: number, most: number): string =>
  `The input has ${numberText(length)} characters, and ${numberText(most)} are the most: shorten it.`;

/** @param line from 1, as the character */
export const isNoCall = (line: number, character: number, why: Coded<typeof call>): string =>
  `Line ${line}, character ${character}: ${wordsOf(call, why)}. ${REMEDY}`;

export function takesOtherCount(functionName: string | null, taken: number, given: number): string {
  const takes = `${functionName ?? 'The function'} takes ${taken === 0 ? 'no' : taken} argument${taken === 1 ? '' : 's'}`;
  const is = given === 0 ? 'none is' : given === 1 ? '1 is' : `${given} are`;
  return `${takes}, and ${is} given. ${REMEDY}`;
}
