import { describe, expect, it } from 'vitest';
import { compareWords, sameText } from './texts.ts';

describe('compareWords', () => {
  const compare = (expected: string, got: string) =>
    compareWords(expected, got, (a, b) => sameText(expected, a, got, b));

  it.each([
    ['', ' \n', { equal: true }],
    ['a b', '\na\r\n\tb ', { equal: true }],
    ['a b c', 'a x c', { equal: false, difference: { kind: 'token', token: 1 } }],
    ['a b', 'a x c d', { equal: false, difference: { kind: 'token', token: 1 } }],
    ['a b', 'a b c d', { equal: false, difference: { kind: 'token-count', expected: 2, got: 4 } }],
    ['a b', '', { equal: false, difference: { kind: 'token-count', expected: 2, got: 0 } }],
  ])('holds %j against %j', (expected, got, comparison) => {
    expect(compare(expected, got)).toEqual(comparison);
  });

  it('asks about pairs in order, and stops at the first that is not the same', () => {
    const comparedWords: string[] = [];
    compareWords('a b c', 'x y z', ({ start, end }) => {
      comparedWords.push('a b c'.slice(start, end));
      return comparedWords.length < 2;
    });
    expect(comparedWords).toEqual(['a', 'b']);
  });
});

describe('sameText', () => {
  it('compares the spans and nothing around them', () => {
    expect(sameText('xaby', { start: 1, end: 3 }, 'ab', { start: 0, end: 2 })).toBe(true);
    expect(sameText('xaby', { start: 1, end: 3 }, 'ac', { start: 0, end: 2 })).toBe(false);
    expect(sameText('xaby', { start: 1, end: 4 }, 'ab', { start: 0, end: 2 })).toBe(false);
  });
});
