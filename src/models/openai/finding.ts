/** The findings of the connection check as codes with data. */
import { coder, wordsOf, type Coded } from '../../base/coded.ts';
import * as words from '../words/endpoint-checks.ts';

export type Finding = Coded<typeof words>;

export const finding = coder<typeof words>();

export function findingWords(found: Finding | null): words.FindingWords {
  if (found === null) return { detail: '', remedy: '' };
  const said = wordsOf<typeof words, string | words.FindingWords>(words, found);
  return typeof said === 'string' ? { detail: said, remedy: '' } : said;
}
