import type { OutputComparison } from './comparison.ts';
import { pythonFloat } from './python-float.ts';
import { compareWords, sameText } from './words.ts';

const TOLERANCE = 1e-6;

/**
 * Compares words between white space. Two numbers are equal within 1e-6, absolute or relative to the expected one.
 * This is the rule for problems with real-valued answers (shared/oracle/oracle.py, `is_close`). Words with
 * different text must be finite numbers as Python's `float` reads them. Otherwise an expected infinity would accept
 * every number, and every integer of more than 308 digits is infinite.
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
