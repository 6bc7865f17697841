import { wordsOf } from '../base/coded.ts';
import type { InputFault } from './own-input.ts';
import * as words from './words/own-input.ts';

/** Sentences. */
export function inputFaultText(fault: InputFault): string {
  return wordsOf(words, fault);
}
