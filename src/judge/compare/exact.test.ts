import { describe, expect, it } from 'vitest';
import { compareExact } from './exact.ts';

const at = (line: number, column: number) => ({
  equal: false,
  difference: { kind: 'character', line, column },
});

describe('compareExact', () => {
  it('accepts the same text only', () => {
    expect(compareExact('5\n', '5\n')).toEqual({ equal: true });
    expect(compareExact('', '')).toEqual({ equal: true });
  });

  it.each([
    ['5\n', '5', at(0, 1)],
    ['5', '5\n', at(0, 1)],
    ['5\n', '5\r\n', at(0, 1)],
    ['1\n2 3\n', '1\n2  3\n', at(1, 2)],
    ['1\n', '1\n\n', at(1, 0)],
    ['a', 'b', at(0, 0)],
    ['', 'b', at(0, 0)],
    ['x😀', 'x😁', at(0, 1)],
    ['\n😀', '\n\ud83d', at(1, 0)],
    ['\ud83da', '\ud83db', at(0, 1)],
    ['é', 'e\u0301', at(0, 0)],
  ])('refuses for %j the output %j', (expected, got, comparison) => {
    expect(compareExact(expected, got)).toEqual(comparison);
  });
});
