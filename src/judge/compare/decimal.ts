/**
 * Equality of numbers written as text, exactly as `Decimal(a) == Decimal(b)` decides in 64-bit CPython: without
 * tolerance or rounding. No number is expanded or computed with. Each is converted to one canonical text in time
 * linear in its length, so `1e999999999` and a number of three million digits are cheap. The length has no limit,
 * as in Python.
 */
import { pythonStrip } from './python-text.ts';

/** libmpdec's limits on 64-bit machines (mpdecimal.h: MPD_MAX_EMAX, and Etiny at MPD_MAX_PREC). */
const MAX_ADJUSTED_EXPONENT = 999_999_999_999_999_999n;
const MIN_EXPONENT = -1_999_999_999_999_999_997n;
/** An exponent with more digits than this is outside the limits, whatever the length of the coefficient. */
const MAX_EXPONENT_DIGITS = 19;

const ZERO = 0x30;
const NINE = 0x39;

/**
 * The digit zero of every sequence of decimal digits (category Nd) in Unicode 14, the version of CPython 3.11.
 */
const OTHER_ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
  0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x11066, 0x110f0, 0x11136,
  0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x11730, 0x118e0, 0x11950, 0x11c50, 0x11d50, 0x11da0,
  0x16a60, 0x16ac0, 0x16b50, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e950, 0x1fbf0,
];

/**
 * The value of each decimal digit beyond ASCII, by code point. `int`, `float` and `Decimal` read these digits.
 */
export const OTHER_DIGITS: ReadonlyMap<number, number> = new Map(
  OTHER_ZEROS.flatMap((zero) => Array.from({ length: 10 }, (_, digit) => [zero + digit, digit] as const)),
);

/**
 * Returns a key that two numbers share exactly when Python's `Decimal` finds them equal: `1e5`, `+100000.0` and
 * `1_00000` have one key, and `-0` has the key of `0`. Returns null for a string that `Decimal` rejects, and for
 * NaN, which equals nothing, itself included.
 *
 * The grammar is that of CPython's `Decimal(str)` (Modules/_decimal/_decimal.c `numeric_as_ascii`, then libmpdec
 * `mpd_qset_string`). Surrounding white space and *all* underscores are dropped, digits of any script are read, and
 * all other characters must be ASCII.
 */
export function decimalKey(text: string): string | null {
  const ascii = asciiNumeral(text);
  if (ascii === null) return null;
  let at = 0;
  let sign = '';
  if (ascii[0] === '-' || ascii[0] === '+') {
    if (ascii[0] === '-') sign = '-';
    at = 1;
  }
  if (isInfinity(ascii, at)) return `${sign}inf`;

  const wholeEnd = skipDigits(ascii, at);
  let coefficient = ascii.slice(at, wholeEnd);
  let fractionLength = 0;
  at = wholeEnd;
  if (ascii[at] === '.') {
    const end = skipDigits(ascii, at + 1);
    fractionLength = end - at - 1;
    coefficient += ascii.slice(at + 1, end);
    at = end;
  }
  if (coefficient === '') return null;

  let writtenExponent = 0n;
  if (ascii[at] === 'e' || ascii[at] === 'E') {
    const exponent = readExponent(ascii, at + 1);
    if (exponent === null) return null;
    writtenExponent = exponent;
    at = ascii.length;
  }
  if (at !== ascii.length) return null;
  return canonicalKey(sign, coefficient, writtenExponent - BigInt(fractionLength));
}

/** Whether Python's `Decimal` reads both strings as numbers and finds them equal. */
export function sameDecimal(a: string, b: string): boolean {
  const key = decimalKey(a);
  return key !== null && key === decimalKey(b);
}

/** @param exponent the power of ten of the coefficient's last digit */
function canonicalKey(sign: string, coefficient: string, exponent: bigint): string | null {
  let start = 0;
  while (coefficient.charCodeAt(start) === ZERO) start++;
  let end = coefficient.length;
  while (end > start && coefficient.charCodeAt(end - 1) === ZERO) end--;
  if (exponent < MIN_EXPONENT) return null;
  const significantDigits = Math.max(coefficient.length - start, 1);
  if (exponent + BigInt(significantDigits - 1) > MAX_ADJUSTED_EXPONENT) return null;
  if (start === end) return '0';
  return `${sign}${coefficient.slice(start, end)}e${exponent + BigInt(coefficient.length - end)}`;
}

/**
 * Returns the signed number whose digits run from `at` to the end; null if there is any other character or too many
 * digits.
 */
function readExponent(ascii: string, at: number): bigint | null {
  const isNegative = ascii[at] === '-';
  if (isNegative || ascii[at] === '+') at++;
  if (at === ascii.length || skipDigits(ascii, at) !== ascii.length) return null;
  while (at < ascii.length - 1 && ascii.charCodeAt(at) === ZERO) at++;
  if (ascii.length - at > MAX_EXPONENT_DIGITS) return null;
  const value = BigInt(ascii.slice(at));
  return isNegative ? -value : value;
}

function isInfinity(ascii: string, at: number): boolean {
  const length = ascii.length - at;
  if (length !== 3 && length !== 8) return false;
  const word = ascii.slice(at).toLowerCase();
  return word === 'inf' || word === 'infinity';
}

function skipDigits(ascii: string, at: number): number {
  for (; at < ascii.length; at++) {
    const unit = ascii.charCodeAt(at);
    if (unit < ZERO || unit > NINE) break;
  }
  return at;
}

/**
 * Returns the text with digits in ASCII, without surrounding white space and underscores; null if another non-ASCII
 * character is left.
 */
function asciiNumeral(text: string): string | null {
  if (!/[^!-^`-~]/.test(text)) return text;
  const strippedText = pythonStrip(text);
  // Filled unit by unit and decoded in chunks: appending to a string digit by digit would take gigabytes at
  // full length.
  const units = new Uint16Array(strippedText.length);
  let length = 0;
  for (let at = 0; at < strippedText.length; at++) {
    const point = strippedText.codePointAt(at) ?? 0;
    if (point === 0x5f) continue;
    if (point > 0x7f) {
      const digit = OTHER_DIGITS.get(point);
      if (digit === undefined) return null;
      units[length++] = ZERO + digit;
      if (point > 0xffff) at++;
    } else if (point > 0x20) {
      units[length++] = point;
    } else {
      return null;
    }
  }
  let ascii = '';
  for (let from = 0; from < length; from += 8192) {
    ascii += String.fromCharCode(...units.subarray(from, Math.min(from + 8192, length)));
  }
  return ascii;
}

interface Amount {
  readonly digits: bigint;
  readonly exponent: number;
}

interface Tolerance extends Amount {
  /** Whether the tolerance grows with an expected number above 1. */
  readonly relative: boolean;
}

/**
 * The largest sum of the exponents of two numbers that are compared within a tolerance. Beyond it, numbers are near
 * each other only if they are equal, and the comparison would need very long integers.
 */
const MOST_DIGITS = 400;

/**
 * Whether two Decimals differ by no more than the tolerance; false if one is infinite.
 * @param expected a key returned by `decimalKey`, as is `got`
 */
export function nearDecimals(expected: string, got: string, tolerance: Tolerance): boolean {
  const [expectedAmount, gotAmount] = [amountOf(expected), amountOf(got)];
  if (expectedAmount === null || gotAmount === null) return false;
  if (Math.abs(expectedAmount.exponent) + Math.abs(gotAmount.exponent) > MOST_DIGITS) return expected === got;
  const leastExponent = Math.min(expectedAmount.exponent, gotAmount.exponent, 0);
  const toUnits = ({ digits, exponent }: Amount) => digits * 10n ** BigInt(exponent - leastExponent);
  const [expectedUnits, gotUnits, oneInUnits] = [
    toUnits(expectedAmount),
    toUnits(gotAmount),
    10n ** BigInt(-leastExponent),
  ];
  const size = expectedUnits < 0n ? -expectedUnits : expectedUnits;
  const scale = tolerance.relative && size > oneInUnits ? size : oneInUnits;
  const distance = expectedUnits > gotUnits ? expectedUnits - gotUnits : gotUnits - expectedUnits;
  return distance * 10n ** BigInt(-tolerance.exponent) <= scale * tolerance.digits;
}

function amountOf(key: string): Amount | null {
  if (key === '0') return { digits: 0n, exponent: 0 };
  if (key.endsWith('inf')) return null;
  const [digits = '', exponent = ''] = key.split('e');
  return { digits: BigInt(digits), exponent: Number(exponent) };
}
