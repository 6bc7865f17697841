/** Values compared as `compareValues` does, but with a tolerance where a number is expected. */
import { differing, type Comparison } from './comparison.ts';
import type { PyValue } from './value-text.ts';
import { compareValues } from './values.ts';

type Close = (expected: number, got: number) => boolean;

/** Numbers within 1e-6, absolute or relative: the rule of `compareFloat` for values. */
export function compareApproximately(expected: PyValue, got: PyValue): Comparison {
  return compareValues(
    expected,
    pulled(expected, got, (a, b) => Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a))),
  );
}

/**
 * Python's `==`, and where a float or a list of nothing but floats is expected `np.allclose(rtol=1e-7, atol=1e-6)`:
 * EvalPlus's rule (evalplus/evalplus 26d6d00 `evalplus/eval/__init__.py`, `is_floats`). A tuple is no list under `==`.
 */
export function compareEvalPlus(expected: PyValue, got: PyValue): Comparison {
  if (!isFloats(expected)) {
    const isOther = expected.kind === 'list' && got.kind === 'tuple';
    return isOther ? differing({ kind: 'value', path: '' }) : compareValues(expected, got);
  }
  const close: Close = (a, b) => Math.abs(b - a) <= 1e-6 + 1e-7 * Math.abs(a);
  return compareValues(expected, pulled(expected, got, close));
}

function isFloats(value: PyValue): boolean {
  if (isSequence(value)) return value.items.every(({ kind }) => kind === 'float');
  return value.kind === 'float';
}

/** `got` with every number that is close to the expected one replaced by it. */
function pulled(expected: PyValue, got: PyValue, close: Close): PyValue {
  if (isNumber(expected) && isNumber(got)) {
    const one = expected.kind === 'float' || got.kind === 'float';
    return one && close(numberOf(expected), numberOf(got)) ? expected : got;
  }
  if (isSequence(expected) && isSequence(got)) {
    const { items } = expected;
    return {
      ...got,
      items: got.items.map((item, index) => {
        const wanted = items[index];
        return wanted === undefined ? item : pulled(wanted, item, close);
      }),
    };
  }
  if (expected.kind === 'dict' && got.kind === 'dict') {
    const wanted = new Map(expected.entries.map(([key, value]) => [keyOf(key), value]));
    return {
      ...got,
      entries: got.entries.map(([key, value]) => {
        const other = wanted.get(keyOf(key));
        return [key, other === undefined ? value : pulled(other, value, close)] as const;
      }),
    };
  }
  return got;
}

type PyNumber = Extract<PyValue, { kind: 'int' | 'float' }>;

function isNumber(value: PyValue): value is PyNumber {
  return value.kind === 'int' || value.kind === 'float';
}

function isSequence(value: PyValue): value is Extract<PyValue, { kind: 'list' | 'tuple' }> {
  return value.kind === 'list' || value.kind === 'tuple';
}

function numberOf(value: PyNumber): number {
  return value.kind === 'float' ? value.value : Number(value.digits);
}

function keyOf(key: PyValue): string {
  return key.kind === 'str' ? key.value : JSON.stringify(key);
}
