import { describe, expect, it } from 'vitest';
import { comparePrefix } from './prefix.ts';

describe('comparePrefix', () => {
  it.each([
    ['5\n6\n7', '5'],
    ['5', '5\n6\n7'],
    ['1\n2', ' 1 \r\n2\r\n'],
    ['1\n2', '1\r2'],
    ['a\n\nb', 'a\n\nb'],
    ['', ''],
    ['\n5', ''],
    ['5\n', '5\n\n6'],
  ])('accepts for %j the output %j', (expected, got) => {
    expect(comparePrefix(expected, got)).toEqual({ equal: true });
  });

  it.each([
    ['5', '', 0, 0],
    ['', '5', 0, 0],
    ['5\n', '5\n6', 1, 0],
    ['\n5', '5', 0, 0],
    ['1 2', '1  2', 0, null],
    ['1', '1.0', 0, 0],
    ['1\n2 3', '1\n2 4', 1, 1],
    ['1\n2 3', '1\n2', 1, 1],
    ['yes', 'Yes', 0, 0],
  ])('refuses for %j the output %j', (expected, got, line, token) => {
    expect(comparePrefix(expected, got)).toEqual({ equal: false, difference: { kind: 'line', line, token } });
  });
});
