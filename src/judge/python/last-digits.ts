/**
 * Wrong answers that may be right natively. The judge's mathematical functions round as glibc's do, but for about one
 * argument in a thousand, where the last bit of a result is another. A program that prints all digits shows it, and
 * rules that compare text call it wrong. Nothing but native Python can tell, so such a verdict carries the flag
 * `last-digits`.
 */
import { withFlag, type TestResult } from '../../domain/verdict.ts';

/**
 * Functions that round to another last digit at times, by whatever name a program reaches them (numpy's, and those of
 * `random` and `statistics` that are made of them), and powers.
 */
const FUNCTIONS = new RegExp(
  [
    String.raw`\*\*|\b(?:`,
    'a?(?:sin|cos|tan)h?|atan2|arc(?:sin|cos|tan)h?|arctan2|sinc|pow(?:er)?|float_power|cbrt|hypot',
    '|exp|exp2|expm1|log|log2|log10|log1p|erfc?|l?gamma|polar|rect|phase|degrees|radians',
    '|(?:log)?normalvariate|(?:expo|gamma|beta|pareto|weibull|vonmises)variate|gauss|NormalDist|geometric_mean',
    String.raw`)\b`,
  ].join(''),
);

/**
 * Whether a program may use one of them. Text that only looks like it (in a string) counts too: the flag needs an
 * answer that is wrong in its last digits alone, besides.
 */
export function usesRoundedMath(source: string): boolean {
  return FUNCTIONS.test(source);
}

/** With the flag, where an answer is wrong in its last digits alone. */
export function withLastDigits(result: TestResult, expected: string, got: string): TestResult {
  if (result.verdict !== 'wrong-answer' || !differsInLastDigits(expected, got)) return result;
  return withFlag(result, 'last-digits');
}

/** A number, with what stands before it. */
const NUMERAL = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/g;
/**
 * The largest effect of one wrong bit of a function in the sums and products of a program; a double has 16 digits.
 */
const RELATIVE = 1e-11;
/** Near zero, where nearly equal numbers were subtracted, the digits that are left say little. */
const ABSOLUTE = 1e-14;
/** With fewer, a last digit is no matter of rounding: 0.5 and 0.6 are two answers. */
const LEAST_DIGITS = 6;

/**
 * Whether a text is the expected one but for the last digits of numbers with a fraction, one at least. White space is
 * the same whatever its length. Linear in both texts.
 */
export function differsInLastDigits(expected: string, got: string): boolean {
  const wanted = expected.matchAll(NUMERAL);
  const given = got.matchAll(NUMERAL);
  let [from, gotFrom] = [0, 0];
  let differs = false;
  for (;;) {
    const one = wanted.next();
    const other = given.next();
    const end = one.done ? expected.length : one.value.index;
    const gotEnd = other.done ? got.length : other.value.index;
    if (spaced(expected.slice(from, end)) !== spaced(got.slice(gotFrom, gotEnd))) return false;
    if (one.done || other.done) return differs && one.done === other.done;
    const [number] = one.value;
    const [gotNumber] = other.value;
    if (number !== gotNumber) {
      if (!areClose(number, gotNumber)) return false;
      // 1 and 1.0 differ in how they are written, which is no matter of digits.
      differs ||= Number(number) !== Number(gotNumber);
    }
    from = end + number.length;
    gotFrom = gotEnd + gotNumber.length;
  }
}

function spaced(text: string): string {
  const words = text.split(/\s+/);
  return words.join(' ').trim();
}

function areClose(number: string, other: string): boolean {
  const [a, b] = [Number(number), Number(other)];
  if (a === b) return true;
  if (!isFraction(number) && !isFraction(other)) return false;
  const apart = Math.abs(a - b);
  if (apart <= ABSOLUTE || apart <= RELATIVE * Math.max(Math.abs(a), Math.abs(b))) return true;
  return isOneUnitApart(number, other);
}

function isFraction(number: string): boolean {
  return /[.eE]/.test(number);
}

/** Printed with as many digits after the point, and one more or less in the last place. */
function isOneUnitApart(number: string, other: string): boolean {
  const [decimals, otherDecimals] = [decimalsOf(number), decimalsOf(other)];
  if (decimals === null || decimals === 0 || decimals !== otherDecimals) return false;
  const [a, b] = [unitsOf(number), unitsOf(other)];
  const digits = Math.min(...[a, b].map((units) => units.toString().replace('-', '').length));
  return digits >= LEAST_DIGITS && (a - b === 1n || b - a === 1n);
}

function decimalsOf(number: string): number | null {
  return /^[+-]?\d*\.(\d*)$/.exec(number)?.[1]!.length ?? null;
}

/** In units of the last place. */
function unitsOf(number: string): bigint {
  const units = BigInt(number.replace(/[+.-]/g, ''));
  return number.startsWith('-') ? -units : units;
}
