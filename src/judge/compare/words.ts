/** Compares two texts word by word. The comparers that ignore spacing use this function. */
import { differing, type OutputComparison } from './comparison.ts';
import { nextWord, type Span } from './python-text.ts';

/**
 * Whether both texts have the same number of words and `same` holds for each pair. The difference is the first pair
 * for which it does not hold, or the two numbers of words if one text is longer. One pass over both texts; nothing
 * is copied.
 *
 * @param next finds the next word; by default as Python's `split()` does
 */
export function compareWords(
  expected: string,
  got: string,
  same: (expectedWord: Span, gotWord: Span) => boolean,
  next: typeof nextWord = nextWord,
): OutputComparison {
  let a = next(expected, 0, expected.length);
  let b = next(got, 0, got.length);
  let token = 0;
  for (; a && b; token++) {
    if (!same(a, b)) return differing({ kind: 'token', token });
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
  return differing({ kind: 'token-count', ...counts });
}

export function sameText(a: string, aSpan: Span, b: string, bSpan: Span): boolean {
  if (aSpan.end - aSpan.start !== bSpan.end - bSpan.start) return false;
  return a.slice(aSpan.start, aSpan.end) === b.slice(bSpan.start, bSpan.end);
}
