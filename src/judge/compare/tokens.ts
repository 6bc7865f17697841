import { differing, type OutputComparison } from './comparison.ts';
import { showValue, type PyValue } from './value-text.ts';
import { compareWords, sameText } from './words.ts';

/**
 * Compares words between white space, as Python's `a.split() == b.split()`: line ends and spacing do not count, the
 * notation of a number does. reward-kit gives the same results: it replaces white space by one blank and compares
 * the texts (fw-ai-external/reward-kit `reward_kit/rewards/code_execution.py`, `_run_test_cases`).
 */
export function compareTokens(expected: string, got: string): OutputComparison {
  return compareWords(expected, got, (a, b) => sameText(expected, a, got, b));
}

/** The largest length of a text of a value. No expected value is that long. */
const MOST_CHARACTERS = 8 << 20;

/**
 * Compares values by their Python repr, with white space collapsed. `True` does not equal `1`, and a tuple does not
 * equal a list. Source: fw-ai-external/reward-kit 9889152 `reward_kit/rewards/code_execution.py`.
 */
export function compareReprs(expected: PyValue, got: PyValue): OutputComparison {
  const same = compareTokens(showValue(expected, MOST_CHARACTERS), showValue(got, MOST_CHARACTERS));
  return same.equal ? same : differing({ kind: 'value', path: '' });
}
