import { describe, expect, it } from 'vitest';
import { markDifference, measureDifference } from './mark-difference.ts';

function marks(text: string, other: string, difference: Parameters<typeof markDifference>[2]) {
  return markDifference(text, other, difference)
    .filter(({ differs }) => differs)
    .map(({ number, before, markedText, after }) => [number, before, markedText, after]);
}

describe('markDifference', () => {
  it('marks the token in its line, counted without leading blank lines', () => {
    expect(marks('\n1\n2  30 4\n', '1\n2 3 4', { kind: 'line', line: 1, token: 1 })).toEqual([
      [3, '2··', '30', '·4'],
    ]);
  });

  it('marks the end of a line that lacks the token', () => {
    expect(marks('1 2', '1 2 3', { kind: 'line', line: 0, token: 2 })).toEqual([[1, '1·2', '', '']]);
  });

  it('marks the first line too many or wrong', () => {
    expect(marks('1\n2\n3\n', '1\n2\n', { kind: 'line-count', expected: 2, got: 3 })).toEqual([
      [3, '', '3', ''],
    ]);
  });

  it('marks the number in which two values part', () => {
    expect(marks('[1, 250, 3]', '[1, 251, 3]', { kind: 'value', path: '[1]' })).toEqual([
      [1, '[1,·', '250', ',·3]'],
    ]);
  });

  it('marks a word counted over all lines', () => {
    const difference = { kind: 'token', token: 2 } as const;
    expect(marks('1\n\n 2 30\n4', '1 2 3 4', difference)).toEqual([[3, '·2·', '30', '']]);
    expect(marks('1 2 3 4', '1\n\n 2 30\n4', difference)).toEqual([[1, '1·2·', '3', '·4']]);
  });

  it('marks the first word that only one text has, and the end of the other', () => {
    const difference = { kind: 'token-count', expected: 2, got: 3 } as const;
    expect(marks('1\n2\n3\n', '1 2', difference)).toEqual([[3, '', '3', '']]);
    expect(marks('1 2\n', '1\n2\n3\n', difference)).toEqual([[1, '1·2', '', '']]);
  });

  it('marks a character, white space too', () => {
    const difference = { kind: 'character', line: 1, column: 1 } as const;
    expect(marks('1\n2 3', '1\n2\n3', difference)).toEqual([[2, '2', '·', '3']]);
    expect(marks('1\n2\n3', '1\n2 3', difference)).toEqual([[2, '2', '', '']]);
    expect(marks('1\na😀b', '1\nab', difference)).toEqual([[2, 'a', '😀', 'b']]);
    expect(marks('1\n', '1\n2', { kind: 'character', line: 1, column: 0 })).toEqual([]);
  });

  it('gives the lines that are wanted, and says how many there are', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `${index}`).join('\n');
    const difference = { kind: 'line', line: 49_000, token: null } as const;
    expect(measureDifference(text, '', difference)).toEqual({ lines: 50_000, marked: 49_000 });
    const part = markDifference(text, '', difference, 48_999, 3);
    expect(part.map(({ number, differs }) => [number, differs])).toEqual([
      [49_000, false],
      [49_001, true],
      [49_002, false],
    ]);
    expect(measureDifference('1\n2\n', '', difference)).toEqual({ lines: 2, marked: null });
  });

  it('marks nothing where nothing can be compared', () => {
    expect(marks('a', 'b', { kind: 'unreadable', reason: 'not UTF-8' })).toEqual([]);
    expect(marks('a', 'b', null)).toEqual([]);
  });

  it('cuts long lines around the mark', () => {
    const long = `${'1 '.repeat(5000)}9 ${'1 '.repeat(5000)}`;
    const [line] = marks(long, '', { kind: 'line', line: 0, token: 5000 });
    expect(line?.[2]).toBe('9');
    expect(String(line?.[1]).length + String(line?.[3]).length).toBeLessThan(500);
  });
});
