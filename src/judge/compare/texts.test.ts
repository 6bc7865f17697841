/** Tests the comparers of printed text on outputs that show their rules. */
import { expect, it, test } from 'vitest';
import type { Difference } from '../../domain/verdict.ts';
import type { ComparerName } from './comparers.ts';
import { COMPARISONS } from './comparisons.ts';
import { compareFloat } from './texts.ts';

const token = (at: number): Difference => ({ kind: 'token', token: at });
const tokenCount = (expected: number, got: number): Difference => ({ kind: 'token-count', expected, got });
const character = (line: number, column: number): Difference => ({ kind: 'character', line, column });
const line = (at: number, token: number | null): Difference => ({ kind: 'line', line: at, token });

test.for<readonly [ComparerName, string, string, Difference | null]>([
  ['tokens', '1 2', '1\n2\n', null],
  ['tokens', 'a b', 'a  \t b', null],
  ['tokens', 'a\n\nb', 'a\r\nb', null],
  ['tokens', '', '\n', null],
  ['tokens', '5', '\xa05\u2003', null],
  ['tokens', '1', '1.0', token(0)],
  ['tokens', '1 2 3', '1 3 2', token(1)],
  ['tokens', 'yes', 'Yes', token(0)],
  ['tokens', '1 2', '12', token(0)],
  ['tokens', '5', '\ufeff5', token(0)],
  ['tokens', '1 2 3', '1 2', tokenCount(3, 2)],
  ['tokens', '', '0', tokenCount(0, 1)],
  ['float', '3.0', '3.000000001', null],
  ['float', '0.3', '0.30000000000000004', null],
  ['float', '1000000', '1000000.9', null],
  ['float', '1', '1.000001', null],
  ['float', '0', '1e-6', null],
  ['float', '0', '-0.0', null],
  ['float', '1e5 7\n1000', '100000\n+7 1_000', null],
  ['float', '5', '５', null],
  ['float', 'inf nan 1e400', 'inf nan 1e400', null],
  ['float', '9'.repeat(400), '9'.repeat(400), null],
  ['float', 'YES 1.0', 'YES\n1', null],
  ['float', '1', '1.0000011', token(0)],
  ['float', '0', '1.1e-6', token(0)],
  ['float', 'YES', 'yes', token(0)],
  ['float', '1 2', '1 x', token(1)],
  ['float', 'x', '1', token(0)],
  ['float', '1', '0x1', token(0)],
  ['float', 'NaN', 'nan', token(0)],
  ['float', '1 2', '1.0', tokenCount(2, 1)],
  ['exact', '5\n', '5\n', null],
  ['exact', '', '', null],
  ['exact', '5\n', '5', character(0, 1)],
  ['exact', '5', '5\n', character(0, 1)],
  ['exact', '5\n', '5\r\n', character(0, 1)],
  ['exact', '1\n2 3\n', '1\n2  3\n', character(1, 2)],
  ['exact', '1\n', '1\n\n', character(1, 0)],
  ['exact', 'a', 'b', character(0, 0)],
  ['exact', '', 'b', character(0, 0)],
  ['exact', 'x😀', 'x😁', character(0, 1)],
  ['exact', '\n😀', '\n\ud83d', character(1, 0)],
  ['exact', '\ud83da', '\ud83db', character(0, 1)],
  ['exact', 'é', 'e\u0301', character(0, 0)],
  ['prefix', '5\n6\n7', '5', null],
  ['prefix', '5', '5\n6\n7', null],
  ['prefix', '1\n2', ' 1 \r\n2\r\n', null],
  ['prefix', '1\n2', '1\r2', null],
  ['prefix', 'a\n\nb', 'a\n\nb', null],
  ['prefix', '', '', null],
  ['prefix', '\n5', '', null],
  ['prefix', '5\n', '5\n\n6', null],
  ['prefix', '5', '', line(0, 0)],
  ['prefix', '', '5', line(0, 0)],
  ['prefix', '5\n', '5\n6', line(1, 0)],
  ['prefix', '\n5', '5', line(0, 0)],
  ['prefix', '1 2', '1  2', line(0, null)],
  ['prefix', '1', '1.0', line(0, 0)],
  ['prefix', '1\n2 3', '1\n2 4', line(1, 1)],
  ['prefix', '1\n2 3', '1\n2', line(1, 1)],
  ['prefix', 'yes', 'Yes', line(0, 0)],
  ['nocase', 'YES 1', 'yes\n1.000009', null],
  ['nocase', '100000.0', '1e5', null],
  ['nocase', '9007199254740992', '9007199254740993', null],
  ['nocase', '+7', '7', null],
  ['nocase', 'nan inf', 'NaN INF', null],
  ['nocase', 'É', 'É', null],
  ['nocase', '', ' \r\n\v', null],
  ['nocase', '1', '1.00001', token(0)],
  ['nocase', '1000000', '1000000.5', token(0)],
  ['nocase', '1000', '1_000', token(0)],
  ['nocase', '5', '５', token(0)],
  ['nocase', 'É', 'é', token(0)],
  ['nocase', 'a b', 'a\xa0b', token(0)],
  ['nocase', 'a b', 'a\fb', token(0)],
  ['nocase', 'a 1', 'a x', token(1)],
  ['nocase', '1 2', '1', tokenCount(2, 1)],
  // Infinity and NaN fail even against themselves if another word has a different notation.
  ['nocase', '1 inf', '1 inf', null],
  ['nocase', '1 inf', '1.0 inf', token(1)],
  ['nocase', '1 nan', '1.0 nan', token(1)],
])('%s: for %j the output %j', ([name, expected, got, difference]) => {
  const comparison = difference === null ? { equal: true } : { equal: false, difference };
  expect(COMPARISONS[name].text(expected, got)).toEqual(comparison);
});

it('float has no tolerance that NaN or Infinity could slip through', () => {
  for (const got of ['nan', 'inf', '-inf', '1e400']) {
    expect(compareFloat('3.5', got).equal).toBe(false);
    expect(compareFloat('1e308', got).equal).toBe(false);
  }
  for (const got of ['nan', '-inf', 'Infinity', '5', '1e308', '1e400'])
    expect(compareFloat('inf', got).equal).toBe(false);
  expect(compareFloat('nan', '5').equal).toBe(false);
  expect(compareFloat('9'.repeat(400), '8'.repeat(400)).equal).toBe(false);
});
