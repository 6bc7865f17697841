import { differing, type OutputComparison } from './comparison.ts';
import { pythonFloat } from './python-float.ts';
import { pythonStrip, stripSpan } from './python-text.ts';
import { splitLines } from './split-lines.ts';

/**
 * The rule of verl's `prime_code` (verl 0.9.1 `verl/utils/reward_score/prime_code/testing_util.py`, `run_test`), of which
 * much can never be true. The remaining rule: the stripped texts are the same, line by line if need be; or the lines that are
 * not empty are; or each of them is one number, and NumPy's `allclose` holds, unless all are unsigned integers.
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

/** NumPy's `allclose` of two numbers: a hundred-thousandth of the second, and 1e-8. */
export function allClose(one: number, other: number): boolean {
  if (one === other) return true;
  if (!Number.isFinite(one) || !Number.isFinite(other)) return false;
  return Math.abs(one - other) <= 1e-8 + 1e-5 * Math.abs(other);
}
