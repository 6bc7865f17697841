/** The rules of NeMo-Gym: nemo-gym 0.7.0 `resources_servers/code_gen/lcb_integration/testing_util.py`. */
import type { OutputComparison } from './comparison.ts';
import { decimalKey } from './decimal.ts';
import { jsonText } from './json-text.ts';
import { compareLines } from './lines.ts';
import { nearDecimals } from './near-decimals.ts';
import { allClose } from './prime-code.ts';
import { pythonFloat } from './python-float.ts';
import { pythonSplit, pythonStrip } from './python-text.ts';
import type { PyValue } from './value-text.ts';
import { compareValues } from './values.ts';

/**
 * Compares lines as LiveCodeBench does, with two exceptions: "yes" and "no" are equal in any case, and two numbers,
 * one of them with a point or an exponent, may differ by a millionth, absolute or relative to the expected one.
 */
export function compareNemoGym(expected: string, got: string): OutputComparison {
  const exact = compareLines(expected, got);
  if (exact.equal || exact.difference.kind !== 'line') return exact;
  const [wanted, given] = [linesOf(expected), linesOf(got)];
  // Lines that this grader finds equal are replaced by the expected line.
  const mended = given.map((line, index) => (sameLine(wanted[index]!, line) ? wanted[index]! : line));
  return compareLines(expected, mended.join('\n'));
}

function linesOf(text: string): string[] {
  return pythonStrip(text).split('\n').map(pythonStrip);
}

function sameLine(expected: string, got: string): boolean {
  if (/^(?:yes|no)$/i.test(got) && got.toLowerCase() === expected.toLowerCase()) return true;
  const [wanted, given] = [pythonSplit(expected), pythonSplit(got)];
  return wanted.length === given.length && wanted.every((word, index) => sameNumber(word, given[index]!));
}

function sameNumber(expected: string, got: string): boolean {
  const [key, other] = [decimalKey(expected), decimalKey(got)];
  if (key === null || other === null) return false;
  if (key === other) return true;
  if (![expected, got].some((word) => /[.e]/i.test(word))) return false;
  return nearDecimals(key, other, MILLIONTH);
}

const MILLIONTH = { digits: 1n, exponent: -6, relative: true };

/**
 * Accepts a value if `compareValues` does, if its JSON is equal, or if NumPy finds numbers close, one of them a
 * float. Numbers may be in lists.
 */
export function compareNemoGymValue(expected: PyValue, got: PyValue): OutputComparison {
  const exact = compareValues(expected, got);
  if (exact.equal) return exact;
  const text = jsonText(expected);
  if (text !== null && text === jsonText(got)) return { equal: true };
  if (areClose(expected, got)) return { equal: true };
  if (expected.kind !== 'list' || (got.kind !== 'list' && got.kind !== 'tuple')) return exact;
  const { items } = got;
  const alike =
    items.length === expected.items.length &&
    expected.items.every((item, index) => isSame(item, items[index]!) || areClose(item, items[index]!));
  return alike ? { equal: true } : exact;
}

/** Inside a list a tuple does not equal a list. */
function isSame(expected: PyValue, got: PyValue): boolean {
  return got.kind !== 'tuple' && compareValues(expected, got).equal;
}

function areClose(expected: PyValue, got: PyValue): boolean {
  if (expected.kind !== 'float' && got.kind !== 'float') return false;
  const [wanted, given] = [numberOf(expected), numberOf(got)];
  return wanted !== null && given !== null && allClose(given, wanted);
}

/** Returns Python's `float(value)` of a number or a text. */
function numberOf(value: PyValue): number | null {
  if (value.kind === 'float') return value.value;
  if (value.kind === 'int') {
    const number = Number(value.digits);
    return Number.isFinite(number) ? number : null;
  }
  if (value.kind !== 'str') return null;
  const text = pythonStrip(value.value);
  return pythonFloat(text, { start: 0, end: text.length });
}
