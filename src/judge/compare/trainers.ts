/** The rules by which trainers' graders compare outputs, each with the code that states it. */
import { unequal, type OutputComparison } from './comparers.ts';
import { pythonSplit, pythonStrip, type Span, splitLines, stripSpan } from './python-text.ts';
import { compareExact, compareLines, compareWords, sameText } from './texts.ts';
import { pythonFloat } from './python-float.ts';
import { type PyEntry, type PyValue, showValue } from './value-text.ts';
import { compareValues } from './values.ts';
import { jsonText, MOST_CHARACTERS } from './json-text.ts';
import { decimalKey, nearDecimals } from './decimal.ts';

/**
 * Compares by the rule of open-r1 (huggingface/open-r1 `src/open_r1/rewards.py`, `code_reward`). The output is
 * stripped, both texts are split into lines, and stripped lines are compared pair by pair until the shorter text
 * ends. So a correct beginning passes, of the output or of the expected text, and an empty output passes if the
 * first expected line is blank. The expected text is not stripped: a line feed at its end adds one more line, which
 * must be blank in a longer output. Numbers are compared as text. In the output CRLF and CR end a line too, as
 * `subprocess` translates them.
 */
export function comparePrefix(expected: string, got: string): OutputComparison {
  const gotSpan = stripSpan(got, 0, got.length);
  let expectedAt = 0;
  let gotAt = gotSpan.start;
  for (let line = 0; ; line++) {
    const lineFeed = expected.indexOf('\n', expectedAt);
    const expectedEnd = lineFeed === -1 ? expected.length : lineFeed;
    const gotEnd = lineEnd(got, gotAt, gotSpan.end);
    const expectedLine = stripSpan(expected, expectedAt, expectedEnd);
    const gotLine = stripSpan(got, gotAt, gotEnd);
    if (!sameText(expected, expectedLine, got, gotLine)) {
      const token = differingWord(expected, expectedLine, got, gotLine);
      return unequal({ kind: 'line', line, token });
    }
    if (lineFeed === -1 || gotEnd === gotSpan.end) return { equal: true };
    expectedAt = expectedEnd + 1;
    gotAt = got[gotEnd] === '\r' && got[gotEnd + 1] === '\n' ? gotEnd + 2 : gotEnd + 1;
  }
}

/**
 * Returns the end of a line of the output. It reads unit by unit: two searches per line would take quadratic time.
 */
function lineEnd(text: string, start: number, end: number): number {
  let at = start;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a || unit === 0x0d) break;
  }
  return at;
}

/** Returns the offset of the first word that differs; null if only the spacing differs. */
function differingWord(a: string, aLine: Span, b: string, bLine: Span): number | null {
  const [aText, bText] = [a.slice(aLine.start, aLine.end), b.slice(bLine.start, bLine.end)];
  const comparison = compareWords(aText, bText, (x, y) => sameText(aText, x, bText, y));
  if (comparison.equal) return null;
  const { difference } = comparison;
  if (difference.kind === 'token') return difference.token;
  return difference.kind === 'token-count' ? Math.min(difference.expected, difference.got) : null;
}

/**
 * Compares by the rule of verl's `prime_code` (verl 0.9.1 `verl/utils/reward_score/prime_code/testing_util.py`,
 * `run_test`), without its conditions that can never hold. The stripped texts are equal, as a whole or line by
 * line; or the lines that are not empty are equal; or each of these lines is one number and NumPy's `allclose`
 * holds, unless all are unsigned integers.
 */
export function comparePrimeCodeText(expected: string, got: string): OutputComparison {
  const outputLines = splitLines(got);
  const expectedText = pythonStrip(expected);
  if (pythonStrip(outputLines.join('\n')) === expectedText) return { equal: true };
  if (pythonStrip(outputLines.map(pythonStrip).join('\n')) === expectedText) return { equal: true };
  const expectedLines = expected.split('\n').filter(Boolean).map(pythonStrip);
  const filledLines = outputLines.filter(Boolean);
  if (
    sameLines(expectedLines, outputLines) ||
    sameLines(expectedLines, filledLines) ||
    closeLines(expectedLines, filledLines)
  )
    return { equal: true };
  if (expectedLines.length !== filledLines.length) {
    return unequal({ kind: 'line-count', expected: expectedLines.length, got: filledLines.length });
  }
  const line = expectedLines.findIndex((text, index) => text !== filledLines[index]);
  return unequal({ kind: 'line', line: Math.max(0, line), token: null });
}

function sameLines(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

/** `str.isdigit`, for ASCII. */
const DIGITS_ONLY = /^\d+$/;

function closeLines(expected: readonly string[], got: readonly string[]): boolean {
  if (expected.length !== got.length) return false;
  if ([...expected, ...got].every((line) => DIGITS_ONLY.test(line))) return false;
  return expected.every((line, index) => {
    const [expectedNumber, gotNumber] = [floatOf(line), floatOf(got[index]!)];
    return expectedNumber !== null && gotNumber !== null && allClose(gotNumber, expectedNumber);
  });
}

function floatOf(line: string): number | null {
  return pythonFloat(line, stripSpan(line, 0, line.length));
}

/** NumPy's `allclose` for two numbers: they differ by at most 1e-8 plus 1e-5 times the second. */
function allClose(one: number, other: number): boolean {
  if (one === other) return true;
  if (!Number.isFinite(one) || !Number.isFinite(other)) return false;
  return Math.abs(one - other) <= 1e-8 + 1e-5 * Math.abs(other);
}

/**
 * Compares as `compareValues` does, or with the first item of an expected list. In that case the answer's items may
 * be tuples if the first one is. If all keys of an expected dict can be read as integers, they are converted to
 * ints. This applies to a top-level dict, and to a dict that is the first item of a list; the other items are then
 * ignored. Source: verl 0.9.1 `verl/utils/reward_score/prime_code/testing_util.py`, `run_test`.
 */
export function comparePrimeCode(expected: PyValue, got: PyValue): OutputComparison {
  const [expectedValue, answer] = [withWholeKeys(expected), asList(got)];
  const fullComparison = compareKeyed(expectedValue, answer);
  if (fullComparison.equal || expectedValue.kind !== 'list' || expectedValue.items.length === 0)
    return fullComparison;
  const firstItem = expectedValue.items[0]!;
  if (compareKeyed(firstItem, answer).equal) return { equal: true };
  const isOfTuples = answer.kind === 'list' && answer.items[0]?.kind === 'tuple';
  const items = isOfTuples && answer.items.map(asList);
  return items && compareKeyed(firstItem, { kind: 'list', items }).equal ? { equal: true } : fullComparison;
}

/**
 * Compares as `compareValues` does, or with the first item of an expected list. The execution has already turned
 * tuples into lists and keys into strings. Source: research-environments 1f95879
 * `code_env/utils/verification_utils.py`, `run_func_call`.
 */
export function compareOrFirst(expected: PyValue, got: PyValue): OutputComparison {
  const valueComparison = compareValues(expected, got);
  if (valueComparison.equal || expected.kind !== 'list' || expected.items.length === 0)
    return valueComparison;
  return compareValues(expected.items[0]!, got).equal ? { equal: true } : valueComparison;
}

/** Compares by Python's unchanged `==`: an expected value has no tuples, and a tuple never equals a list. */
export function compareAsserted(expected: PyValue, got: PyValue): OutputComparison {
  return got.kind === 'tuple' ? unequal({ kind: 'value', path: '' }) : compareValues(expected, got);
}

function asList(value: PyValue): PyValue {
  return value.kind === 'tuple' ? { kind: 'list', items: value.items } : value;
}

function isWhole(key: PyValue): boolean {
  return key.kind === 'str' && /^\s*[+-]?\d+\s*$/.test(key.value);
}

/**
 * If all keys of a top-level dict, or of a dict that is the first item of a list, can be read as integers, returns a
 * list of only that dict, with int keys. Returns any other value unchanged.
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
 * Compares as `compareValues` does, which accepts string keys only: the keys of both sides become strings that name
 * their type.
 */
function compareKeyed(expected: PyValue, got: PyValue): OutputComparison {
  return compareValues(withTypedKeys(expected), withTypedKeys(got));
}

function withTypedKeys(value: PyValue): PyValue {
  if (value.kind === 'list') return { ...value, items: value.items.map(withTypedKeys) };
  if (value.kind !== 'dict') return value;
  const entries = value.entries.map(([key, member]): PyEntry => {
    if (key.kind === 'int') return [{ kind: 'str', value: `int ${key.digits}` }, withTypedKeys(member)];
    return [key.kind === 'str' ? { kind: 'str', value: `str ${key.value}` } : key, withTypedKeys(member)];
  });
  return { kind: 'dict', entries };
}

/**
 * Compares outputs, ignoring line feeds at the end. Source: verl 0.9.1
 * `verl/utils/reward_score/sandbox_fusion/utils.py`, `_process_single_case`.
 */
export function comparePrinted(expected: string, got: string): OutputComparison {
  return compareExact(withoutLineFeeds(expected), withoutLineFeeds(got));
}

/**
 * Compares printed values. The expected text is JSON as Python writes it. The returned value is printed: strings
 * unchanged, numbers by `str`, all other data as JSON. So a string never equals an expected string, which has
 * quotes, but 5 equals an expected "5".
 */
export function comparePrintedValue(expected: PyValue, got: PyValue): OutputComparison {
  const text = textOf(got);
  const isSame = text !== null && comparePrinted(jsonText(expected) ?? '', text).equal;
  return isSame ? { equal: true } : unequal({ kind: 'value', path: '' });
}

function textOf(value: PyValue): string | null {
  if (value.kind === 'str') return value.value;
  const isNumber = value.kind === 'int' || value.kind === 'float';
  return isNumber ? showValue(value, MOST_CHARACTERS) : jsonText(value);
}

function withoutLineFeeds(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

/**
 * Compares lines as LiveCodeBench does, with two exceptions: "yes" and "no" are equal in any case, and two numbers,
 * one of them with a point or an exponent, may differ by a millionth, absolute or relative to the expected one. Source:
 * nemo-gym 0.7.0 `resources_servers/code_gen/lcb_integration/testing_util.py`.
 */
export function compareNemoGym(expected: string, got: string): OutputComparison {
  const lineComparison = compareLines(expected, got);
  if (lineComparison.equal || lineComparison.difference.kind !== 'line') return lineComparison;
  const [expectedLines, gotLines] = [linesOf(expected), linesOf(got)];
  // Lines that this grader finds equal are replaced by the expected line.
  const adjustedLines = gotLines.map((line, index) =>
    sameLine(expectedLines[index]!, line) ? expectedLines[index]! : line,
  );
  return compareLines(expected, adjustedLines.join('\n'));
}

function linesOf(text: string): string[] {
  return pythonStrip(text).split('\n').map(pythonStrip);
}

function sameLine(expected: string, got: string): boolean {
  if (/^(?:yes|no)$/i.test(got) && got.toLowerCase() === expected.toLowerCase()) return true;
  const [expectedWords, gotWords] = [pythonSplit(expected), pythonSplit(got)];
  return (
    expectedWords.length === gotWords.length &&
    expectedWords.every((word, index) => sameNumber(word, gotWords[index]!))
  );
}

function sameNumber(expected: string, got: string): boolean {
  const [expectedKey, gotKey] = [decimalKey(expected), decimalKey(got)];
  if (expectedKey === null || gotKey === null) return false;
  if (expectedKey === gotKey) return true;
  if (![expected, got].some((word) => /[.e]/i.test(word))) return false;
  return nearDecimals(expectedKey, gotKey, MILLIONTH);
}

const MILLIONTH = { digits: 1n, exponent: -6, relative: true };

/**
 * Accepts a value if `compareValues` does, if its JSON is equal, or if NumPy finds numbers close, one of them a
 * float. Numbers may be in lists.
 */
export function compareNemoGymValue(expected: PyValue, got: PyValue): OutputComparison {
  const exactComparison = compareValues(expected, got);
  if (exactComparison.equal) return exactComparison;
  const text = jsonText(expected);
  if (text !== null && text === jsonText(got)) return { equal: true };
  if (areClose(expected, got)) return { equal: true };
  if (expected.kind !== 'list' || (got.kind !== 'list' && got.kind !== 'tuple')) return exactComparison;
  const { items } = got;
  const areAlike =
    items.length === expected.items.length &&
    expected.items.every((item, index) => isSame(item, items[index]!) || areClose(item, items[index]!));
  return areAlike ? { equal: true } : exactComparison;
}

/** Inside a list a tuple does not equal a list. */
function isSame(expected: PyValue, got: PyValue): boolean {
  return got.kind !== 'tuple' && compareValues(expected, got).equal;
}

function areClose(expected: PyValue, got: PyValue): boolean {
  if (expected.kind !== 'float' && got.kind !== 'float') return false;
  const [expectedNumber, gotNumber] = [numberOf(expected), numberOf(got)];
  return expectedNumber !== null && gotNumber !== null && allClose(gotNumber, expectedNumber);
}

/** Returns Python's `float(value)` of a number or a string. */
function numberOf(value: PyValue): number | null {
  if (value.kind === 'float') return value.value;
  if (value.kind === 'int') {
    const number = Number(value.digits);
    return Number.isFinite(number) ? number : null;
  }
  if (value.kind !== 'str') return null;
  const text = pythonStrip(value.value);
  return pythonFloat(text, { start: 0, end: text.length });
}

/**
 * Compares by the rule of INTELLECT-3's code environment (research-environments 1f95879
 * `code_env/utils/deepcoder_utils.py`, `compare_stdout_results`). Either the same words are in the same lines,
 * blank lines ignored. Or the number of words is the same, and each is a number that Decimal reads, within a
 * thousandth of the expected one.
 */
export function compareIntellect3(expected: string, got: string): OutputComparison {
  const [expectedLines, gotLines] = [wordsOf(expected), wordsOf(got)];
  const lineIndex = expectedLines.findIndex((words, line) => words.join(' ') !== gotLines[line]?.join(' '));
  if (lineIndex === -1 && expectedLines.length === gotLines.length) return { equal: true };
  if (sameNumbers(expectedLines.flat(), gotLines.flat())) return { equal: true };
  if (expectedLines.length !== gotLines.length) {
    return unequal({ kind: 'line-count', expected: expectedLines.length, got: gotLines.length });
  }
  const token = expectedLines[lineIndex]!.findIndex((word, index) => word !== gotLines[lineIndex]![index]);
  return unequal({ kind: 'line', line: lineIndex, token: token === -1 ? null : token });
}

function wordsOf(text: string): string[][] {
  return splitLines(text)
    .map(pythonSplit)
    .filter((words) => words.length > 0);
}

/** `Decimal(0.001)` is a little more than a thousandth. */
const THOUSANDTH = { digits: 1000000000000000020816681711721685n, exponent: -36, relative: false };

function sameNumbers(expected: readonly string[], got: readonly string[]): boolean {
  if (expected.length !== got.length || expected.length === 0) return false;
  return expected.every((word, index) => {
    const [expectedKey, gotKey] = [decimalKey(word), decimalKey(got[index]!)];
    return expectedKey !== null && gotKey !== null && nearDecimals(expectedKey, gotKey, THOUSANDTH);
  });
}
