import { differing, type OutputComparison } from './comparison.ts';
import { pythonFloat } from './python-float.ts';
import { pythonStrip, stripSpan } from './python-text.ts';
import { splitLines } from './split-lines.ts';

/**
 * Compares by the rule of verl's `prime_code` (verl 0.9.1 `verl/utils/reward_score/prime_code/testing_util.py`,
 * `run_test`), without its conditions that can never hold. The stripped texts are equal, as a whole or line by
 * line; or the lines that are not empty are equal; or each of these lines is one number and NumPy's `allclose`
 * holds, unless all are unsigned integers.
 */
export function comparePrimeCodeText(expected: string, got: string): OutputComparison {
  const output = splitLines(got);
  const wanted = pythonStrip(expected);
  if (pythonStrip(output.join('\n')) === wanted) return { equal: true };
  if (pythonStrip(output.map(pythonStrip).join('\n')) === wanted) return { equal: true };
  const lines = expected.split('\n').filter(Boolean).map(pythonStrip);
  const given = output.filter(Boolean);
  if (sameLines(lines, output) || sameLines(lines, given) || closeLines(lines, given)) return { equal: true };
  if (lines.length !== given.length) {
    return differing({ kind: 'line-count', expected: lines.length, got: given.length });
  }
  const line = lines.findIndex((text, index) => text !== given[index]);
  return differing({ kind: 'line', line: Math.max(0, line), token: null });
}

function sameLines(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

/** `str.isdigit`, for ASCII. */
const DIGITS = /^\d+$/;

function closeLines(expected: readonly string[], got: readonly string[]): boolean {
  if (expected.length !== got.length) return false;
  if ([...expected, ...got].every((line) => DIGITS.test(line))) return false;
  return expected.every((line, index) => {
    const [wanted, given] = [numberOf(line), numberOf(got[index]!)];
    return wanted !== null && given !== null && allClose(given, wanted);
  });
}

function numberOf(line: string): number | null {
  return pythonFloat(line, stripSpan(line, 0, line.length));
}

/** NumPy's `allclose` for two numbers: they differ by at most 1e-8 plus 1e-5 times the second. */
export function allClose(one: number, other: number): boolean {
  if (one === other) return true;
  if (!Number.isFinite(one) || !Number.isFinite(other)) return false;
  return Math.abs(one - other) <= 1e-8 + 1e-5 * Math.abs(other);
}
