/** Notices about models that answer. */
import { numberText } from '../../base/number-words.ts';

export const windowWasFull = (model: string, tokens: number, largerTokens: number): string =>
  `The window of ${numberText(tokens)} tokens was full: ${model} is asked again with ${numberText(largerTokens)}.`;
