import { describe, expect, it } from 'vitest';
import { compareTokens } from './tokens.ts';

describe('compareTokens', () => {
  it.each([
    ['1 2', '1\n2\n'],
    ['a b', 'a  \t b'],
    ['a\n\nb', 'a\r\nb'],
    ['', '\n'],
    ['5', '\xa05\u2003'],
  ])('accepts for %j the output %j', (expected, got) => {
    expect(compareTokens(expected, got)).toEqual({ equal: true });
  });

  it.each([
    ['1', '1.0', { kind: 'token', token: 0 }],
    ['1 2 3', '1 3 2', { kind: 'token', token: 1 }],
    ['yes', 'Yes', { kind: 'token', token: 0 }],
    ['1 2', '12', { kind: 'token', token: 0 }],
    ['5', '\ufeff5', { kind: 'token', token: 0 }],
    ['1 2 3', '1 2', { kind: 'token-count', expected: 3, got: 2 }],
    ['', '0', { kind: 'token-count', expected: 0, got: 1 }],
  ])('refuses for %j the output %j', (expected, got, difference) => {
    expect(compareTokens(expected, got)).toEqual({ equal: false, difference });
  });
});
