import type { OutputComparison } from './comparison.ts';
import { pythonFloat } from './python-float.ts';
import { compareWords, sameText } from './words.ts';

const TOLERANCE = 1e-6;

/**
 * Equal words between white space, where two numbers are equal within 1e-6, absolute or relative to the expected one:
 * what problems with real answers need (shared/oracle/oracle.py, `is_close`).
 * Words that are not the same text must be finite numbers as Python's `float` reads them: an infinite expected one
 * would be within a millionth of every number, and integers of more than 308 digits are all infinite.
 */
export function compareFloat(expected: string, got: string): OutputComparison {
  return compareWords(expected, got, (a, b) => {
    if (sameText(expected, a, got, b)) return true;
    const wanted = pythonFloat(expected, a);
    const given = wanted === null ? null : pythonFloat(got, b);
    return wanted !== null && given !== null && isClose(wanted, given);
  });
}

function isClose(wanted: number, given: number): boolean {
  if (!Number.isFinite(wanted) || !Number.isFinite(given)) return false;
  return Math.abs(given - wanted) <= TOLERANCE * Math.max(1, Math.abs(wanted));
}
