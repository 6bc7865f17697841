import { describe, expect, it } from 'vitest';
import { decimalKey, sameDecimal } from './decimal.ts';

/** Strings that CPython 3.11 reads as the same Decimal, one set per row. */
const EQUAL = [
  ['0', '-0', '+0', '0.0', '.0', '0.', '-0.00e5', '0e999999999999999999', '00'],
  [
    '1',
    '1.0',
    '+1',
    '01',
    '1e0',
    '10e-1',
    '0.1E1',
    '1_',
    '_1',
    '+_1',
    '1.e0',
    '１',
    '١',
    '𝟏',
    ' 1\n',
    '1e-_0',
  ],
  ['100000', '1e5', '1E+5', '1_000_00', '1__00000', '1e00000000000000000000000000005', '1e٥', '.1e6'],
  ['-2.5', '-2.50', '-25e-1', '-０２.５'],
  ['inf', 'Infinity', '+INF', 'i_nf', 'InFiNiTy'],
  ['-inf', '-Infinity'],
  ['1e999999999999999999', '0.1e1000000000000000000'],
  ['1e-1999999999999999997', '1_e-1999999999999999997'],
  ['50000000000000001', '50000000000000001.0'],
];

/** Strings that CPython 3.11's Decimal rejects. */
const REFUSED =
  `_ . +. -  .e5 e5 1e 1e+ 1e+- 1e+-5 --1 +-1 infinit inf1 in 0x10 1L 1,000 −1 ½ ² 1ｅ5 infİnity ınf 1e5.0
  1e1000000000000000000 10e999999999999999999 1e-1999999999999999998 10e-1999999999999999998
  1.0e-1999999999999999997 0e1000000000000000000 0e-1999999999999999998 1e99999999999999999999999
  \ufeff1 1\u200b Decimal("1") True 1/2 1j 0b1 # $1 1%`.split(/ |\n/);

describe('decimalKey', () => {
  it.each(EQUAL)('gives %s the key of its other spellings, and of nothing else', (...row) => {
    const keys = new Set(row.map(decimalKey));
    expect(keys.size).toBe(1);
    expect(keys.has(null)).toBe(false);
    for (const other of EQUAL) {
      if (other[0] !== row[0]) expect(keys.has(decimalKey(other[0] ?? ''))).toBe(false);
    }
  });

  it.each([...REFUSED, '', ' ', '1 0', '1\x000', '1\n2'])('refuses %j', (text) => {
    expect(decimalKey(text)).toBeNull();
  });

  it('gives NaN no key, so that it equals nothing', () => {
    for (const text of ['nan', 'NaN', '-nan', 'NaN123', 'sNaN']) expect(decimalKey(text)).toBeNull();
    expect(sameDecimal('nan', 'nan')).toBe(false);
  });

  it('does not round', () => {
    expect(sameDecimal('50000000000000001', '50000000000000000')).toBe(false);
    expect(sameDecimal('0.30000000000000004', '0.3')).toBe(false);
    expect(sameDecimal('3.000000001', '3.0')).toBe(false);
    expect(sameDecimal('1e-400', '0')).toBe(false);
    expect(sameDecimal('1e400', 'inf')).toBe(false);
  });

  it('reads millions of digits in linear time, and exactly', () => {
    const digits = '9'.repeat(3_000_000);
    expect(sameDecimal(digits, `0${digits}.0`)).toBe(true);
    expect(sameDecimal(digits, `${digits.slice(1)}8`)).toBe(false);
    expect(decimalKey(`${digits}x`)).toBeNull();
    expect(sameDecimal('9'.repeat(300_000), '９'.repeat(300_000))).toBe(true);
    expect(sameDecimal('1e999999999', '1e999999998')).toBe(false);
  });
});
