import { differing, type OutputComparison } from './comparison.ts';
import { showValue, type PyValue } from './value-text.ts';
import { compareWords, sameText } from './words.ts';

/**
 * Equal words between white space, as Python's `a.split() == b.split()`: line ends and spacing do not matter, the
 * spelling of a number does. That is what reward-kit comes to, which collapses white space into one blank and
 * then asks for equal texts (fw-ai-external/reward-kit `reward_kit/rewards/code_execution.py`, `_run_test_cases`).
 */
export function compareTokens(expected: string, got: string): OutputComparison {
  return compareWords(expected, got, (a, b) => sameText(expected, a, got, b));
}

/** Beyond this a value is not looked at further: no expected value is that long. */
const MOST_CHARACTERS = 8 << 20;

/**
 * Values by how Python shows them, white space collapsed: fw-ai-external/reward-kit 9889152
 * `reward_kit/rewards/code_execution.py`. `True` is not `1` here, and a tuple no list.
 */
export function compareReprs(expected: PyValue, got: PyValue): OutputComparison {
  const same = compareTokens(showValue(expected, MOST_CHARACTERS), showValue(got, MOST_CHARACTERS));
  return same.equal ? same : differing({ kind: 'value', path: '' });
}
