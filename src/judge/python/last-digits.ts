/**
 * Finds wrong answers that may be right under native Python. The judge's mathematical functions round as glibc's
 * do, except that for about one argument in a thousand the last bit of the result differs. A program that prints
 * all digits shows this difference, and rules that compare text reject it. Only native Python can decide, so the
 * verdict gets the flag `last-digits`.
 */
import { withFlag, type TestResult } from '../../domain/verdict.ts';

/**
 * Functions that sometimes round to another last digit, under any name that a program may use (including those of
 * numpy, and those of `random` and `statistics` that depend on them), and powers.
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
 * Whether a program may use one of these functions. A string that looks like a call is enough: the flag also
 * requires an answer that is wrong in its last digits only.
 */
export function usesRoundedMath(source: string): boolean {
  return FUNCTIONS.test(source);
}

/** Adds the flag if an answer is wrong in its last digits only. */
export function withLastDigits(result: TestResult, expected: string, got: string): TestResult {
  if (result.verdict !== 'wrong-answer' || !differsInLastDigits(expected, got)) return result;
  return withFlag(result, 'last-digits');
}

/** A number, with its sign. */
const NUMERAL = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/g;
/**
 * The largest relative effect of one wrong bit of a function in the sums and products of a program. A double has 16
 * digits.
 */
const RELATIVE_TOLERANCE = 1e-11;
/**
 * The largest absolute effect. Near zero, after a subtraction of nearly equal numbers, few digits are significant.
 */
const ABSOLUTE_TOLERANCE = 1e-14;
/**
 * Minimum number of digits of a rounded number. With fewer digits, a difference is not caused by rounding: 0.5 and
 * 0.6 are different answers.
 */
const LEAST_DIGITS = 6;

/**
 * Whether a text equals the expected one except for the last digits of one or more numbers with a fraction. The
 * length of white space is ignored. Time is linear in both texts.
 */
export function differsInLastDigits(expected: string, got: string): boolean {
  const expectedNumerals = expected.matchAll(NUMERAL);
  const gotNumerals = got.matchAll(NUMERAL);
  let [expectedFrom, gotFrom] = [0, 0];
  let hasDifference = false;
  for (;;) {
    const expectedMatch = expectedNumerals.next();
    const gotMatch = gotNumerals.next();
    const expectedEnd = expectedMatch.done ? expected.length : expectedMatch.value.index;
    const gotEnd = gotMatch.done ? got.length : gotMatch.value.index;
    if (
      withSingleSpaces(expected.slice(expectedFrom, expectedEnd)) !==
      withSingleSpaces(got.slice(gotFrom, gotEnd))
    )
      return false;
    if (expectedMatch.done || gotMatch.done) return hasDifference && expectedMatch.done === gotMatch.done;
    const [number] = expectedMatch.value;
    const [gotNumber] = gotMatch.value;
    if (number !== gotNumber) {
      if (!areClose(number, gotNumber)) return false;
      // 1 and 1.0 differ in notation only, not in their digits.
      hasDifference ||= Number(number) !== Number(gotNumber);
    }
    expectedFrom = expectedEnd + number.length;
    gotFrom = gotEnd + gotNumber.length;
  }
}

function withSingleSpaces(text: string): string {
  const words = text.split(/\s+/);
  return words.join(' ').trim();
}

function areClose(firstNumber: string, secondNumber: string): boolean {
  const [a, b] = [Number(firstNumber), Number(secondNumber)];
  if (a === b) return true;
  if (!isFraction(firstNumber) && !isFraction(secondNumber)) return false;
  const distance = Math.abs(a - b);
  if (distance <= ABSOLUTE_TOLERANCE || distance <= RELATIVE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b)))
    return true;
  return isOneUnitApart(firstNumber, secondNumber);
}

function isFraction(number: string): boolean {
  return /[.eE]/.test(number);
}

/** Whether both numbers have the same number of decimals and differ by at most one in the last place. */
function isOneUnitApart(firstNumber: string, secondNumber: string): boolean {
  const [decimals, otherDecimals] = [decimalsOf(firstNumber), decimalsOf(secondNumber)];
  if (decimals === null || decimals === 0 || decimals !== otherDecimals) return false;
  const [a, b] = [unitsOf(firstNumber), unitsOf(secondNumber)];
  const digits = Math.min(...[a, b].map((units) => units.toString().replace('-', '').length));
  return digits >= LEAST_DIGITS && (a - b === 1n || b - a === 1n);
}

function decimalsOf(number: string): number | null {
  return /^[+-]?\d*\.(\d*)$/.exec(number)?.[1]!.length ?? null;
}

/** Returns the number in units of its last place. */
function unitsOf(number: string): bigint {
  const units = BigInt(number.replace(/[+.-]/g, ''));
  return number.startsWith('-') ? -units : units;
}
