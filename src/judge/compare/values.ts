import { differing, type OutputComparison } from './comparison.ts';
import { sameDecimal } from './decimal.ts';
import { showValue, type PyEntry, type PyValue } from './value-text.ts';

/** Characters of a dict key in a path, and of a whole path, at most. */
const MAX_KEY_CHARS = 60;
const MAX_PATH_CHARS = 400;

/**
 * Holds a returned value against the expected one: Python's `==` after a tuple at the top of the answer
 * became a list (LiveCodeBench/LiveCodeBench `lcb_runner/evaluation/testing_util.py`, `grade_call_based`;
 * rLLM's grader has the same). True, 1 and 1.0 are equal; ints and floats are compared exactly, without
 * tolerance, Decimals and Fractions (where a grader's rules let them through) too; NaN equals nothing; a tuple
 * further in is no list; a dict has text keys, in any order; a set or anything opaque equals nothing.
 *
 * The path of a difference is the first one in the order of the expected value; where one list ends
 * early it names the first item that only the other has. The expected tree is walked, never the answer,
 * so depth is bounded by the former; of the answer no more is read than lies beside it, and the keys of a
 * dict that stands where a dict is expected.
 *
 * @param expected read by `parseExpected`, hence at most MAX_VALUE_DEPTH deep
 */
export function compareValues(expected: PyValue, got: PyValue): OutputComparison {
  const answer: PyValue = got.kind === 'tuple' ? { kind: 'list', items: got.items } : got;
  const path = firstDifference(expected, answer);
  if (path === null) return { equal: true };
  const text = path.reverse().join('');
  const shown = text.length > MAX_PATH_CHARS ? `${text.slice(0, MAX_PATH_CHARS - 1)}…` : text;
  return differing({ kind: 'value', path: shown });
}

/** Null when equal; else the steps to the first difference, innermost first. */
function firstDifference(expected: PyValue, got: PyValue): string[] | null {
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
    case 'opaque':
      return [];
  }
}

function differenceInItems(expected: readonly PyValue[], got: readonly PyValue[]): string[] | null {
  for (const [index, item] of expected.entries()) {
    const answer = got[index];
    const inner = answer === undefined ? [] : firstDifference(item, answer);
    if (inner !== null) {
      inner.push(`[${index}]`);
      return inner;
    }
  }
  return got.length > expected.length ? [`[${expected.length}]`] : null;
}

function differenceInEntries(expected: readonly PyEntry[], got: readonly PyEntry[]): string[] | null {
  const wanted = new Set<string>();
  for (const [key] of expected) if (key.kind === 'str') wanted.add(key.value);
  // Only keys that are asked for are kept: the table stays as small as the expected value.
  const given = new Map<string, PyValue>();
  let extra: PyValue | null = null;
  for (const [key, value] of got) {
    if (key.kind === 'str' && wanted.has(key.value)) given.set(key.value, value);
    else extra ??= key;
  }
  for (const [key, value] of expected) {
    const answer = key.kind === 'str' ? given.get(key.value) : undefined;
    const inner = answer === undefined ? [] : firstDifference(value, answer);
    if (inner !== null) {
      inner.push(keyStep(key));
      return inner;
    }
  }
  if (extra !== null) return [keyStep(extra)];
  // No real dict holds a key twice, so an answer that does is not a dict.
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
 * The number as an int's text, null when it is none. A float is turned into the int it stands for (as
 * CPython's float_richcompare does), never an int into a float: 2**53 + 1 has no float.
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

/** All digits of a number, as text that Decimal reads: those of 0.1 are 55. */
function exactDecimal(number: PyNumber): string {
  const digits = intDigits(number);
  if (digits !== null) return digits;
  const { value } = number as Extract<PyNumber, { kind: 'float' }>;
  if (!Number.isFinite(value)) return String(value);
  const { mantissa, halvings } = binaryFraction(value);
  return `${mantissa * 5n ** BigInt(halvings)}e-${halvings}`;
}

/** In lowest terms; '' for what is no number or not finite. */
function exactFraction(number: PyNumber): string {
  const digits = intDigits(number);
  if (digits !== null) return `${digits}/1`;
  const { value } = number as Extract<PyNumber, { kind: 'float' }>;
  if (!Number.isFinite(value)) return '';
  const { mantissa, halvings } = binaryFraction(value);
  return `${mantissa}/${2n ** BigInt(halvings)}`;
}

/** A finite float that is no integer, as an odd number halved `halvings` times; doubling is exact. */
function binaryFraction(value: number): { readonly mantissa: bigint; readonly halvings: number } {
  let halvings = 0;
  let whole = value;
  while (!Number.isInteger(whole)) {
    whole *= 2;
    halvings += 1;
  }
  return { mantissa: BigInt(whole), halvings };
}
