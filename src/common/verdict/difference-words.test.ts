import { describe, expect, it } from 'vitest';
import type { OutputComparison } from '../../judge/compare/comparers.ts';
import { compareExact, compareLines, compareWords, sameText } from '../../judge/compare/texts.ts';
import { differenceWords } from './mark-difference.ts';

describe('differenceWords', () => {
  it('says where', () => {
    expect(differenceWords({ kind: 'line-count', expected: 1, got: 2 })).toBe(
      'Expected 1 line, got 2 lines.',
    );
    expect(differenceWords({ kind: 'line', line: 0, token: 1 })).toBe(
      'The first difference is in line 1, word 2.',
    );
    expect(differenceWords({ kind: 'token', token: 1233 })).toBe('The first difference is in word 1,234.');
    expect(differenceWords({ kind: 'token-count', expected: 1, got: 0 })).toBe(
      'Expected 1 word, got 0 words.',
    );
    expect(differenceWords({ kind: 'character', line: 1, column: 2 })).toBe(
      'The first difference is in line 2, character 3.',
    );
    expect(differenceWords({ kind: 'value', path: "[3]['x']" })).toBe("The first difference is at [3]['x'].");
  });

  const wordsOf = (comparison: OutputComparison, expected: string, got: string) =>
    comparison.equal ? 'equal' : differenceWords(comparison.difference, expected, got);

  it.each([
    ['1\n2\n3\n4\n5\n', '', 'The program printed nothing. Print the answer: the test expects 5 lines.'],
    ['1\n2\n3\n4\n5', '\n', 'Expected 5 lines, got only white space.'],
    ['7\n', '', 'The program printed nothing. Print the answer: the test expects 1 line.'],
    ['7', ' \n\n', 'Expected 1 line, got only white space.'],
    ['', '1\n2\n', 'Expected nothing, got 2 lines.'],
    ['\n', '1\n', 'Expected nothing, got 1 line.'],
    ['1\n2\n', '1\n2\n3\n\n\n', 'Expected 2 lines, got 3 lines.'],
    ['1\n2\n\n\n', '1\n2', 'equal'],
    ['1\n2\n', '1\n3', 'The first difference is in line 2, word 1.'],
  ])('counts what is there, line by line: %j against %j', (expected, got, words) => {
    expect(wordsOf(compareLines(expected, got), expected, got)).toBe(words);
  });

  it.each([
    ['1 2\n3', '', 'The program printed nothing. Print the answer: the test expects 3 words.'],
    ['', '1 2', 'Expected nothing, got 2 words.'],
    ['1 2', '1', 'Expected 2 words, got 1 word.'],
  ])('counts words where words are compared: %j against %j', (expected, got, words) => {
    const same: Parameters<typeof compareWords>[2] = (a, b) => sameText(expected, a, got, b);
    expect(wordsOf(compareWords(expected, got, same), expected, got)).toBe(words);
  });

  it.each([
    ['5\n', '5', 'The output lacks the line feed at its end.'],
    ['5', '5\n', 'The output has a line feed too many at its end.'],
    ['\n', '', 'The output lacks the line feed at its end.'],
    ['5\n6', '5\n', 'The first difference is in line 2, character 1.'],
    ['5', '', 'The program printed nothing. Print the answer: the test expects 1 line.'],
  ])('names a line feed at the end where every character counts: %j against %j', (expected, got, words) => {
    expect(wordsOf(compareExact(expected, got), expected, got)).toBe(words);
  });

  it('leaves values to their place', () => {
    expect(differenceWords({ kind: 'value', path: '' }, '[1]', '')).toBe('The values differ.');
  });
});
