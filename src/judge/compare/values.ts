import { unequal, type OutputComparison } from './comparers.ts';
import { sameDecimal } from './decimal.ts';
import { showValue, type PyEntry, type PyValue } from './value-text.ts';

/** Maximum number of characters of a dict key in a path, and of a whole path. */
const MAX_KEY_CHARS = 60;
const MAX_PATH_CHARS = 400;

/**
 * Compares a returned value with the expected one: Python's `==`, after a tuple at the top of the answer became a
 * list (LiveCodeBench/LiveCodeBench `lcb_runner/evaluation/testing_util.py`, `grade_call_based`; rLLM's grader does
 * the same). True, 1 and 1.0 are equal. Ints and floats are compared exactly, and so are Decimals and Fractions if
 * the rules of a grader allow them. NaN equals nothing. A nested tuple does not equal a list. A dict has string
 * keys, in any order. A set or an opaque value equals nothing.
 *
 * The path of a difference is the first one in the order of the expected value. If one list is shorter, it names the
 * first item that only the other list has. The expected tree is walked, so its depth is the limit. Of the answer,
 * only the matching values are read, and the keys of a dict for which a dict is expected.
 *
 * @param expected read by `parseExpected`, so at most MAX_VALUE_DEPTH levels deep
 */
export function compareValues(expected: PyValue, got: PyValue): OutputComparison {
  const answer: PyValue = got.kind === 'tuple' ? { kind: 'list', items: got.items } : got;
  const path = firstDifference(expected, answer);
  if (path === null) return { equal: true };
  const text = path.reverse().join('');
  const shortPath = text.length > MAX_PATH_CHARS ? `${text.slice(0, MAX_PATH_CHARS - 1)}…` : text;
  return unequal({ kind: 'value', path: shortPath });
}

/** The kinds of expected values, as `any` names them. */
const KIND_LETTERS: Readonly<Partial<Record<PyValue['kind'], string>>> = {
  ...{ int: 'i', float: 'f', str: 's', bool: 'b', none: 'n', list: 'l', dict: 'd' },
};

/** Returns null for equal values, else the steps to the first difference, innermost first. */
function firstDifference(expected: PyValue, got: PyValue): string[] | null {
  if (got.kind === 'any') return got.of.includes(KIND_LETTERS[expected.kind] ?? '-') ? null : [];
  switch (expected.kind) {
    case 'none':
      return got.kind === 'none' ? null : [];
    case 'str':
      return got.kind === 'str' && got.value === expected.value ? null : [];
    case 'bool':
    case 'int':
    case 'float':
      return sameNumber(expected, got) ? null : [];
    case 'list':
    case 'tuple':
      return got.kind === expected.kind ? differenceInItems(expected.items, got.items) : [];
    case 'dict':
      return got.kind === 'dict' ? differenceInEntries(expected.entries, got.entries) : [];
    case 'set':
    case 'decimal':
    case 'fraction':
    case 'any':
    case 'opaque':
      return [];
  }
}

function differenceInItems(expected: readonly PyValue[], got: readonly PyValue[]): string[] | null {
  for (const [index, item] of expected.entries()) {
    const answer = got[index];
    const innerSteps = answer === undefined ? [] : firstDifference(item, answer);
    if (innerSteps !== null) {
      innerSteps.push(`[${index}]`);
      return innerSteps;
    }
  }
  return got.length > expected.length ? [`[${expected.length}]`] : null;
}

function differenceInEntries(expected: readonly PyEntry[], got: readonly PyEntry[]): string[] | null {
  const expectedKeys = new Set<string>();
  for (const [key] of expected) if (key.kind === 'str') expectedKeys.add(key.value);
  // Only expected keys are stored, so the table stays as small as the expected value.
  const gotByKey = new Map<string, PyValue>();
  let extraKey: PyValue | null = null;
  for (const [key, value] of got) {
    if (key.kind === 'str' && expectedKeys.has(key.value)) gotByKey.set(key.value, value);
    else extraKey ??= key;
  }
  for (const [key, value] of expected) {
    const answer = key.kind === 'str' ? gotByKey.get(key.value) : undefined;
    const innerSteps = answer === undefined ? [] : firstDifference(value, answer);
    if (innerSteps !== null) {
      innerSteps.push(keyStep(key));
      return innerSteps;
    }
  }
  if (extraKey !== null) return [keyStep(extraKey)];
  // A dict cannot have a key twice, so an answer that repeats one is not a dict.
  return got.length === expected.length ? null : [];
}

function keyStep(key: PyValue): string {
  return `[${showValue(key, MAX_KEY_CHARS)}]`;
}

type PyNumber = Extract<PyValue, { kind: 'bool' | 'int' | 'float' }>;

function sameNumber(expected: PyNumber, got: PyValue): boolean {
  // Python's Decimal and Fraction compare exactly with ints and floats (`_pydecimal.py` `_convert_for_comparison`,
  // `fractions.py` `__eq__`), whatever the context.
  if (got.kind === 'decimal') return sameDecimal(got.text, exactDecimal(expected));
  if (got.kind === 'fraction') return exactFraction(expected) === `${got.numerator}/${got.denominator}`;
  if (got.kind !== 'bool' && got.kind !== 'int' && got.kind !== 'float') return false;
  if (expected.kind === 'float' && got.kind === 'float') return expected.value === got.value;
  const digits = intDigits(expected);
  return digits !== null && digits === intDigits(got);
}

/**
 * Returns an integral number as a decimal string; null for any other number. A float is converted to an int (as
 * CPython's float_richcompare does), never an int to a float: 2**53 + 1 has no float.
 */
function intDigits(number: PyNumber): string | null {
  switch (number.kind) {
    case 'bool':
      return number.value ? '1' : '0';
    case 'int':
      return number.digits;
    case 'float':
      return Number.isInteger(number.value) ? BigInt(number.value).toString() : null;
  }
}

/** Returns all digits of a number, as a string that Decimal reads. For 0.1 there are 55. */
function exactDecimal(number: PyNumber): string {
  const digits = intDigits(number);
  if (digits !== null) return digits;
  const { value } = number as Extract<PyNumber, { kind: 'float' }>;
  if (!Number.isFinite(value)) return String(value);
  const { mantissa, halvings } = binaryFraction(value);
  return `${mantissa * 5n ** BigInt(halvings)}e-${halvings}`;
}

/** Returns a fraction in lowest terms; '' for a number that is not finite. */
function exactFraction(number: PyNumber): string {
  const digits = intDigits(number);
  if (digits !== null) return `${digits}/1`;
  const { value } = number as Extract<PyNumber, { kind: 'float' }>;
  if (!Number.isFinite(value)) return '';
  const { mantissa, halvings } = binaryFraction(value);
  return `${mantissa}/${2n ** BigInt(halvings)}`;
}

/** Returns a finite, non-integral float as an odd number halved `halvings` times. Doubling is exact. */
function binaryFraction(value: number): { readonly mantissa: bigint; readonly halvings: number } {
  let halvings = 0;
  let scaledValue = value;
  while (!Number.isInteger(scaledValue)) {
    scaledValue *= 2;
    halvings += 1;
  }
  return { mantissa: BigInt(scaledValue), halvings };
}
