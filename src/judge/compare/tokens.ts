import type { Comparison } from './comparison.ts';
import { compareWords, sameText } from './words.ts';

/**
 * Equal words between white space, as Python's `a.split() == b.split()`: line ends and spacing do not matter, the
 * spelling of a number does. That is what reward-kit comes to, which collapses white space into one blank and
 * then asks for equal texts (fw-ai-external/reward-kit `reward_kit/rewards/code_execution.py`, `_run_test_cases`).
 */
export function compareTokens(expected: string, got: string): Comparison {
  return compareWords(expected, got, (a, b) => sameText(expected, a, got, b));
}
