import { describe, expect, it } from 'vitest';
import { compareLines, foldEqual, MOST_DIFFERENT } from './line-difference.ts';

const numbered = (count: number, word = 'line'): string =>
  Array.from({ length: count }, (_, n) => `${word} ${n + 1}`).join('\n');

describe('compareLines', () => {
  it('gives every line its side and its numbers', () => {
    expect(compareLines('a\nb\nc', 'a\nx\nc\nd')).toEqual([
      { side: 'both', text: 'a', olderLine: 1, newerLine: 1 },
      { side: 'older', text: 'b', olderLine: 2, newerLine: null },
      { side: 'newer', text: 'x', olderLine: null, newerLine: 2 },
      { side: 'both', text: 'c', olderLine: 3, newerLine: 3 },
      { side: 'newer', text: 'd', olderLine: null, newerLine: 4 },
    ]);
    expect(compareLines('', '')?.map(({ side }) => side)).toEqual(['both']);
  });

  it('sees white space and line ends', () => {
    expect(compareLines('a \nb', 'a\nb\r')?.filter(({ side }) => side === 'both')).toEqual([]);
  });

  it('gives up on what nobody would read', () => {
    expect(compareLines(numbered(MOST_DIFFERENT), numbered(MOST_DIFFERENT, 'other'))).toBeNull();
    expect(compareLines(numbered(20_000), `${numbered(20_000)}\nmore`)).toHaveLength(20_001);
  });
});

describe('foldEqual', () => {
  it('leaves out what is equal, but for three lines around a difference', () => {
    const lines = compareLines(numbered(20), numbered(20).replace('line 10', 'changed'))!;
    const folded = foldEqual(lines);
    expect(folded.map((line) => (line.side === 'hidden' ? line.count : line.text))).toEqual([
      6,
      ...['line 7', 'line 8', 'line 9', 'line 10', 'changed', 'line 11', 'line 12', 'line 13'],
      7,
    ]);
  });

  it('hides no line that stands alone', () => {
    expect(foldEqual(compareLines(numbered(5), numbered(4))!)).toHaveLength(5);
  });
});
