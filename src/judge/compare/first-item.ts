/** Values as the graders that come from APPS compare them: the expected list's first item will do, too. */
import { differing, type OutputComparison } from './comparison.ts';
import type { PyEntry, PyValue } from './value-text.ts';
import { compareValues } from './values.ts';

/**
 * verl 0.9.1 `verl/utils/reward_score/prime_code/testing_util.py`, `run_test`: as `compareValues`, or equal to the first
 * item of an expected list, where the answer's own items may be tuples if the first of them is. Expected dicts whose keys
 * are all integers get those for keys, at the top and as the first item, which then is the only one.
 */
export function comparePrimeCode(expected: PyValue, got: PyValue): OutputComparison {
  const [wanted, answer] = [withWholeKeys(expected), listed(got)];
  const whole = compareKeyed(wanted, answer);
  if (whole.equal || wanted.kind !== 'list' || wanted.items.length === 0) return whole;
  const first = wanted.items[0]!;
  if (compareKeyed(first, answer).equal) return { equal: true };
  const isOfTuples = answer.kind === 'list' && answer.items[0]?.kind === 'tuple';
  const items = isOfTuples && answer.items.map(listed);
  return items && compareKeyed(first, { kind: 'list', items }).equal ? { equal: true } : whole;
}

/**
 * research-environments 1f95879 `code_env/utils/verification_utils.py`, `run_func_call`: as `compareValues`, or equal to the
 * first item of an expected list. The execution has made lists of tuples and text of keys.
 */
export function compareOrFirst(expected: PyValue, got: PyValue): OutputComparison {
  const whole = compareValues(expected, got);
  if (whole.equal || expected.kind !== 'list' || expected.items.length === 0) return whole;
  return compareValues(expected.items[0]!, got).equal ? { equal: true } : whole;
}

/** Python's `==` as it is: an expected value holds no tuple, and a tuple is no list. */
export function compareAsserted(expected: PyValue, got: PyValue): OutputComparison {
  return got.kind === 'tuple' ? differing({ kind: 'value', path: '' }) : compareValues(expected, got);
}

function listed(value: PyValue): PyValue {
  return value.kind === 'tuple' ? { kind: 'list', items: value.items } : value;
}

function isWhole(key: PyValue): boolean {
  return key.kind === 'str' && /^\s*[+-]?\d+\s*$/.test(key.value);
}

/** Where a dict's keys all are integers, at the top or first in a list: a list of that dict, its keys as integers. */
function withWholeKeys(expected: PyValue): PyValue {
  const dict = expected.kind === 'list' ? expected.items[0] : expected;
  if (dict?.kind !== 'dict' || !dict.entries.every(([key]) => isWhole(key))) return expected;
  const entries = dict.entries.map(([key, value]): PyEntry => {
    const digits = key.kind === 'str' ? BigInt(key.value.trim().replace(/^\+/, '')).toString() : '';
    return [{ kind: 'int', digits }, value];
  });
  return { kind: 'list', items: [{ kind: 'dict', entries }] };
}

/** `compareValues`, to which no expected key is an integer: those of both sides become text, marked as what they were. */
function compareKeyed(expected: PyValue, got: PyValue): OutputComparison {
  return compareValues(marked(expected), marked(got));
}

function marked(value: PyValue): PyValue {
  if (value.kind === 'list') return { ...value, items: value.items.map(marked) };
  if (value.kind !== 'dict') return value;
  const entries = value.entries.map(([key, member]): PyEntry => {
    if (key.kind === 'int') return [{ kind: 'str', value: `int ${key.digits}` }, marked(member)];
    return [key.kind === 'str' ? { kind: 'str', value: `str ${key.value}` } : key, marked(member)];
  });
  return { kind: 'dict', entries };
}
