/** Compares values as `compareValues` does, with a tolerance for expected numbers. */
import type { OutputComparison } from './comparers.ts';
import { compareAsserted } from './trainers.ts';
import type { PyValue } from './value-text.ts';
import { compareValues } from './values.ts';

/** Accepts finite numbers within 1e-6, absolute or relative: the rule of `compareFloat` for values. */
export function compareApproximately(expected: PyValue, got: PyValue): OutputComparison {
  return compareValues(expected, withExpectedNumbers(expected, got));
}

function isClose(expectedNumber: number, gotNumber: number): boolean {
  // Without this check, an infinite expected number would accept every number.
  return (
    Number.isFinite(expectedNumber) &&
    Math.abs(expectedNumber - gotNumber) <= 1e-6 * Math.max(1, Math.abs(expectedNumber))
  );
}

/**
 * Compares as EvalPlus does, one test at a time: Python's `==`, under which a tuple never equals a list. For an
 * expected float or list of floats it also accepts a value of the same type for which `np.allclose(rtol=1e-7,
 * atol=1e-6)` holds. So an int is never close to a float on its own, but may be inside a list. Source:
 * evalplus/evalplus 26d6d00 `evalplus/eval/__init__.py`, `unsafe_execute`.
 */
export function compareEvalPlus(expected: PyValue, got: PyValue): OutputComparison {
  const exactComparison = compareAsserted(expected, got);
  if (exactComparison.equal || expected.kind !== got.kind) return exactComparison;
  if (expected.kind === 'float') return isNear(expected.value, got) ? { equal: true } : exactComparison;
  if (expected.kind !== 'list' || got.kind !== 'list') return exactComparison;
  const expectedNumbers = expected.items.flatMap((item) => (item.kind === 'float' ? [item.value] : []));
  const isOfFloats = expectedNumbers.length > 0 && expectedNumbers.length === expected.items.length;
  const isAlike = isOfFloats && got.items.length === expectedNumbers.length && areNear(expectedNumbers, got);
  return isAlike ? { equal: true } : exactComparison;
}

function isNear(expectedNumber: number, got: PyValue): boolean {
  const gotNumber = nearlyOf(got);
  if (gotNumber === null) return false;
  return (
    gotNumber === expectedNumber ||
    (Number.isFinite(expectedNumber) &&
      Math.abs(gotNumber - expectedNumber) <= 1e-6 + 1e-7 * Math.abs(expectedNumber))
  );
}

/** Returns the number that NumPy calculates with; null for a value that is not a number. */
function nearlyOf(value: PyValue): number | null {
  switch (value.kind) {
    case 'int':
    case 'float':
      return numberOf(value);
    case 'bool':
      return Number(value.value);
    case 'fraction':
      return Number(value.numerator) / Number(value.denominator);
    default:
      return null;
  }
}

/**
 * Compares as NumPy does: each innermost list of an array with the expected list. A list of one item is repeated.
 */
function areNear(
  expectedNumbers: readonly number[],
  gotArray: PyValue & { readonly kind: 'list' | 'tuple' },
): boolean {
  const shape: number[] = [];
  for (let at: PyValue = gotArray; isSequence(at); at = at.items[0]!) {
    shape.push(at.items.length);
    if (at.items.length === 0) break;
  }
  const last = shape.at(-1)!;
  if (last !== expectedNumbers.length && last !== 1 && expectedNumbers.length !== 1) return false;
  const isNearAt = (value: PyValue, depth: number, index: number): boolean => {
    if (depth < shape.length) {
      return (
        isSequence(value) &&
        value.items.length === shape[depth] &&
        value.items.every((item, at) => isNearAt(item, depth + 1, at))
      );
    }
    if (last === 1) return expectedNumbers.every((number) => isNear(number, value));
    return isNear(expectedNumbers[expectedNumbers.length === 1 ? 0 : index]!, value);
  };
  return isNearAt(gotArray, 0, 0);
}

/** Returns `got` with every number that is close to the expected number replaced by the expected number. */
function withExpectedNumbers(expected: PyValue, got: PyValue): PyValue {
  if (isNumber(expected)) {
    const gotNumber = got.kind === 'decimal' ? Number(got.text) : got.kind === 'bool' ? null : nearlyOf(got);
    // Two ints are compared exactly.
    const isExact = expected.kind === 'int' && got.kind === 'int';
    return gotNumber !== null && !isExact && isClose(numberOf(expected), gotNumber) ? expected : got;
  }
  if (isSequence(expected) && isSequence(got)) {
    const { items } = expected;
    return {
      ...got,
      items: got.items.map((item, index) => {
        const target = items[index];
        return target === undefined ? item : withExpectedNumbers(target, item);
      }),
    };
  }
  if (expected.kind === 'dict' && got.kind === 'dict') {
    const expectedByKey = new Map(expected.entries.map(([key, value]) => [keyOf(key), value]));
    return {
      ...got,
      entries: got.entries.map(([key, value]) => {
        const expectedValue = expectedByKey.get(keyOf(key));
        return [
          key,
          expectedValue === undefined ? value : withExpectedNumbers(expectedValue, value),
        ] as const;
      }),
    };
  }
  return got;
}

type ExactOrFloat = Extract<PyValue, { kind: 'int' | 'float' }>;

function isNumber(value: PyValue): value is ExactOrFloat {
  return value.kind === 'int' || value.kind === 'float';
}

function isSequence(value: PyValue): value is Extract<PyValue, { kind: 'list' | 'tuple' }> {
  return value.kind === 'list' || value.kind === 'tuple';
}

function numberOf(value: ExactOrFloat): number {
  return value.kind === 'float' ? value.value : Number(value.digits);
}

function keyOf(key: PyValue): string {
  return key.kind === 'str' ? key.value : JSON.stringify(key);
}
