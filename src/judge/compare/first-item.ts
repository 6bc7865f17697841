/** Compares values as graders derived from APPS do: the first item of an expected list is accepted, too. */
import { differing, type OutputComparison } from './comparison.ts';
import type { PyEntry, PyValue } from './value-text.ts';
import { compareValues } from './values.ts';

/**
 * Compares as `compareValues` does, or with the first item of an expected list. In that case the answer's items may
 * be tuples if the first one is. If all keys of an expected dict are integers, they become ints: in a dict at the
 * top, or in the first item of a list, which is then the only item. Source: verl 0.9.1
 * `verl/utils/reward_score/prime_code/testing_util.py`, `run_test`.
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
 * Compares as `compareValues` does, or with the first item of an expected list. The execution has already turned
 * tuples into lists and keys into text. Source: research-environments 1f95879
 * `code_env/utils/verification_utils.py`, `run_func_call`.
 */
export function compareOrFirst(expected: PyValue, got: PyValue): OutputComparison {
  const whole = compareValues(expected, got);
  if (whole.equal || expected.kind !== 'list' || expected.items.length === 0) return whole;
  return compareValues(expected.items[0]!, got).equal ? { equal: true } : whole;
}

/** Compares by Python's unchanged `==`: an expected value has no tuples, and a tuple never equals a list. */
export function compareAsserted(expected: PyValue, got: PyValue): OutputComparison {
  return got.kind === 'tuple' ? differing({ kind: 'value', path: '' }) : compareValues(expected, got);
}

function listed(value: PyValue): PyValue {
  return value.kind === 'tuple' ? { kind: 'list', items: value.items } : value;
}

function isWhole(key: PyValue): boolean {
  return key.kind === 'str' && /^\s*[+-]?\d+\s*$/.test(key.value);
}

/**
 * If all keys of a dict at the top or first in a list are integers, returns a list of that dict with int keys.
 */
function withWholeKeys(expected: PyValue): PyValue {
  const dict = expected.kind === 'list' ? expected.items[0] : expected;
  if (dict?.kind !== 'dict' || !dict.entries.every(([key]) => isWhole(key))) return expected;
  const entries = dict.entries.map(([key, value]): PyEntry => {
    const digits = key.kind === 'str' ? BigInt(key.value.trim().replace(/^\+/, '')).toString() : '';
    return [{ kind: 'int', digits }, value];
  });
  return { kind: 'list', items: [{ kind: 'dict', entries }] };
}

/**
 * Compares as `compareValues` does, which accepts text keys only: the keys of both sides become text that names
 * their type.
 */
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
