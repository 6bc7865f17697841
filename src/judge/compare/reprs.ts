import { differing, type Comparison } from './comparison.ts';
import { compareTokens } from './tokens.ts';
import { showValue, type PyValue } from './value-text.ts';

/** Beyond this a value is not looked at further: no expected value is that long. */
const MOST_CHARACTERS = 8 << 20;

/**
 * Values by how Python shows them, white space collapsed: fw-ai-external/reward-kit 9889152
 * `reward_kit/rewards/code_execution.py`. `True` is not `1` here, and a tuple no list.
 */
export function compareReprs(expected: PyValue, got: PyValue): Comparison {
  const same = compareTokens(showValue(expected, MOST_CHARACTERS), showValue(got, MOST_CHARACTERS));
  return same.equal ? same : differing({ kind: 'value', path: '' });
}
