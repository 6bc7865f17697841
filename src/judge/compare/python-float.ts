import { OTHER_DIGITS } from './decimal.ts';
import type { Span } from './python-text.ts';

/**
 * Number of significant digits that are read, more than the 767 that can decide how a number is rounded to a double.
 * Of further digits, only whether they are all 0 matters.
 */
const KEPT_DIGITS = 800;
/** Largest exponent that is used. No number of digits can bring a larger one back into the range of a double. */
const MAX_EXPONENT = 1e12;

/** The usual notation, which JavaScript reads as Python does. It is a fast path for long lists of numbers. */
const PLAIN_NUMBER = /^[+-]?[0-9]+(?:\.[0-9]*)?$/;
const PLAIN_LENGTH = 24;

const SPECIAL_VALUES: ReadonlyMap<string, number> = new Map([
  ['inf', Infinity],
  ['infinity', Infinity],
  ['nan', NaN],
]);

/**
 * Returns the number that Python's `float` reads from a word without surrounding white space; null if `float`
 * raises ValueError. The grammar is CPython's (Objects/floatobject.c `PyFloat_FromString`): decimal digits of any
 * script, single underscores between two digits only, `inf`, `infinity` and `nan` in any case, no hexadecimal. A
 * number that is too large is infinite. Time is linear and memory bounded, whatever the length.
 */
export function pythonFloat(text: string, { start, end }: Span): number | null {
  if (end - start <= PLAIN_LENGTH) {
    const word = text.slice(start, end);
    if (PLAIN_NUMBER.test(word)) return Number(word);
  }
  const negative = text[start] === '-';
  let at = negative || text[start] === '+' ? start + 1 : start;
  const specialValue = SPECIAL_VALUES.get(text.slice(at, Math.min(end, at + 9)).toLowerCase());
  if (specialValue !== undefined) return negative ? -specialValue : specialValue;

  let digits = '';
  let exponent = 0;
  let hasDigits = false;
  let hasLostDigits = false;
  const take = (digit: number, isFraction: boolean): void => {
    hasDigits = true;
    const keep = digits.length < KEPT_DIGITS;
    if (keep && (digits !== '' || digit !== 0)) digits += digit;
    if (!keep && digit !== 0) hasLostDigits = true;
    if (keep && isFraction) exponent--;
    if (!keep && !isFraction) exponent++;
  };
  at = readDigits(text, at, end, (digit) => take(digit, false));
  if (at !== -1 && at < end && text[at] === '.') {
    at = readDigits(text, at + 1, end, (digit) => take(digit, true));
  }
  if (at === -1 || !hasDigits) return null;

  if (at < end && (text[at] === 'e' || text[at] === 'E')) {
    const isNegativeExponent = text[at + 1] === '-';
    const from = isNegativeExponent || text[at + 1] === '+' ? at + 2 : at + 1;
    let writtenExponent = 0;
    at = readDigits(text, from, end, (digit) => {
      writtenExponent = Math.min(writtenExponent * 10 + digit, MAX_EXPONENT);
    });
    if (at === from) return null;
    exponent += isNegativeExponent ? -writtenExponent : writtenExponent;
  }
  if (at !== end) return null;
  if (hasLostDigits) {
    digits += '1';
    exponent--;
  }
  return Number(`${negative ? '-' : ''}${digits === '' ? '0' : digits}e${exponent}`);
}

/**
 * Reads digits and returns the offset of the first other character; -1 if an underscore is not between two digits.
 */
function readDigits(text: string, at: number, end: number, take: (digit: number) => void): number {
  let lastKind: 'nothing' | 'digit' | 'underscore' = 'nothing';
  while (at < end) {
    const point = text.codePointAt(at) ?? 0;
    if (point === 0x5f) {
      if (lastKind !== 'digit') return -1;
      lastKind = 'underscore';
    } else {
      const digit = point >= 0x30 && point <= 0x39 ? point - 0x30 : OTHER_DIGITS.get(point);
      if (digit === undefined) break;
      take(digit);
      lastKind = 'digit';
    }
    at += point > 0xffff ? 2 : 1;
  }
  return lastKind === 'underscore' ? -1 : at;
}
