/** Two texts held against each other word by word, from which the comparers that ignore spacing are made. */
import type { Comparison } from './comparison.ts';
import { isNotText } from '../words/results.ts';
import { nextWord, type Span } from './python-text.ts';

/** The result of every comparer for an output that was no UTF-8: it equals nothing. */
export const NOT_TEXT: Comparison = {
  equal: false,
  difference: { kind: 'unreadable', reason: isNotText() },
};

/**
 * Whether both texts have the same number of words and `same` holds for each pair. Where not, the difference is the
 * first pair that is not the same, or the numbers of words when one text goes on where the other ends. One pass
 * over both texts; nothing is copied.
 *
 * @param next how words are found; by default as Python's `split()`
 */
export function compareWords(
  expected: string,
  got: string,
  same: (expectedWord: Span, gotWord: Span) => boolean,
  next: typeof nextWord = nextWord,
): Comparison {
  let a = next(expected, 0, expected.length);
  let b = next(got, 0, got.length);
  let token = 0;
  for (; a && b; token++) {
    if (!same(a, b)) return { equal: false, difference: { kind: 'token', token } };
    a = next(expected, a.end, expected.length);
    b = next(got, b.end, got.length);
  }
  if (a === b) return { equal: true };
  const rest = (text: string, word: Span | null): number => {
    let count = 0;
    for (; word; word = next(text, word.end, text.length)) count++;
    return count;
  };
  const counts = { expected: token + rest(expected, a), got: token + rest(got, b) };
  return { equal: false, difference: { kind: 'token-count', ...counts } };
}

export function sameText(a: string, aSpan: Span, b: string, bSpan: Span): boolean {
  const length = aSpan.end - aSpan.start;
  if (length !== bSpan.end - bSpan.start) return false;
  for (let at = 0; at < length; at++) {
    if (a.charCodeAt(aSpan.start + at) !== b.charCodeAt(bSpan.start + at)) return false;
  }
  return true;
}
