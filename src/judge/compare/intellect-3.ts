import { differing, type OutputComparison } from './comparison.ts';
import { decimalKey } from './decimal.ts';
import { nearDecimals } from './near-decimals.ts';
import { pythonSplit } from './python-text.ts';
import { splitLines } from './split-lines.ts';

/**
 * Compares by the rule of INTELLECT-3's code environment (research-environments 1f95879
 * `code_env/utils/deepcoder_utils.py`, `compare_stdout_results`). Either the same words are in the same lines,
 * blank lines ignored. Or the number of words is the same, and each is a number that Decimal reads, within a
 * thousandth of the expected one.
 */
export function compareIntellect3(expected: string, got: string): OutputComparison {
  const [wanted, given] = [wordsOf(expected), wordsOf(got)];
  const at = wanted.findIndex((words, line) => words.join(' ') !== given[line]?.join(' '));
  if (at === -1 && wanted.length === given.length) return { equal: true };
  if (sameNumbers(wanted.flat(), given.flat())) return { equal: true };
  if (wanted.length !== given.length) {
    return differing({ kind: 'line-count', expected: wanted.length, got: given.length });
  }
  const token = wanted[at]!.findIndex((word, index) => word !== given[at]![index]);
  return differing({ kind: 'line', line: at, token: token === -1 ? null : token });
}

function wordsOf(text: string): string[][] {
  return splitLines(text)
    .map(pythonSplit)
    .filter((words) => words.length > 0);
}

/** `Decimal(0.001)` is a little more than a thousandth. */
const TOLERANCE = { digits: 1000000000000000020816681711721685n, exponent: -36, relative: false };

function sameNumbers(expected: readonly string[], got: readonly string[]): boolean {
  if (expected.length !== got.length || expected.length === 0) return false;
  return expected.every((word, index) => {
    const [wanted, given] = [decimalKey(word), decimalKey(got[index]!)];
    return wanted !== null && given !== null && nearDecimals(wanted, given, TOLERANCE);
  });
}
