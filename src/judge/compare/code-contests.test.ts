import { describe, expect, it } from 'vitest';
import { compareCodeContests } from './code-contests.ts';

describe('compareCodeContests', () => {
  it.each([
    ['YES 1', 'yes\n1.000009'],
    ['100000.0', '1e5'],
    ['9007199254740992', '9007199254740993'],
    ['+7', '7'],
    ['nan inf', 'NaN INF'],
    ['É', 'É'],
    ['', ' \r\n\v'],
  ])('accepts for %j the output %j', (expected, got) => {
    expect(compareCodeContests(expected, got)).toEqual({ equal: true });
  });

  it.each([
    ['1', '1.00001', { kind: 'token', token: 0 }],
    ['1000000', '1000000.5', { kind: 'token', token: 0 }],
    ['1000', '1_000', { kind: 'token', token: 0 }],
    ['5', '５', { kind: 'token', token: 0 }],
    ['É', 'é', { kind: 'token', token: 0 }],
    ['a b', 'a\xa0b', { kind: 'token', token: 0 }],
    ['a b', 'a\fb', { kind: 'token', token: 0 }],
    ['a 1', 'a x', { kind: 'token', token: 1 }],
    ['1 2', '1', { kind: 'token-count', expected: 2, got: 1 }],
  ])('refuses for %j the output %j', (expected, got, difference) => {
    expect(compareCodeContests(expected, got)).toEqual({ equal: false, difference });
  });

  it('refuses infinity and NaN beside themselves where another word is spelt differently', () => {
    expect(compareCodeContests('1 inf', '1 inf').equal).toBe(true);
    expect(compareCodeContests('1 inf', '1.0 inf')).toMatchObject({ difference: { token: 1 } });
    expect(compareCodeContests('1 nan', '1.0 nan')).toMatchObject({ difference: { token: 1 } });
  });
});
