import { wordsOf } from '../../base/coded.ts';
import * as words from '../words/extractions.ts';
import type { How } from './extraction.ts';

/** One sentence for the reader of the answer. */
export function howText(how: How): string {
  return wordsOf(words, how);
}
