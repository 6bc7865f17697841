/** Rules that compare printed text: word by word, character by character, or line by line. */
import { unequal, type OutputComparison } from './comparers.ts';
import { nextWord, type Span, stripSpan } from './python-text.ts';
import { type PyValue, showValue } from './value-text.ts';
import { MOST_CHARACTERS } from './json-text.ts';
import { pythonFloat } from './python-float.ts';
import { decimalKey, sameDecimal } from './decimal.ts';

/**
 * Whether both texts have the same number of words and `isSameWord` holds for each pair. The difference is the first pair
 * for which it does not hold, or the two numbers of words if one text is longer. One pass over both texts; nothing
 * is copied.
 *
 * @param next finds the next word; by default as Python's `split()` does
 */
export function compareWords(
  expected: string,
  got: string,
  isSameWord: (expectedWord: Span, gotWord: Span) => boolean,
  next: typeof nextWord = nextWord,
): OutputComparison {
  let expectedSpan = next(expected, 0, expected.length);
  let gotSpan = next(got, 0, got.length);
  let token = 0;
  for (; expectedSpan && gotSpan; token++) {
    if (!isSameWord(expectedSpan, gotSpan)) return unequal({ kind: 'token', token });
    expectedSpan = next(expected, expectedSpan.end, expected.length);
    gotSpan = next(got, gotSpan.end, got.length);
  }
  if (expectedSpan === gotSpan) return { equal: true };
  const remainingWords = (text: string, word: Span | null): number => {
    let count = 0;
    for (; word; word = next(text, word.end, text.length)) count++;
    return count;
  };
  const counts = {
    expected: token + remainingWords(expected, expectedSpan),
    got: token + remainingWords(got, gotSpan),
  };
  return unequal({ kind: 'token-count', ...counts });
}

export function sameText(a: string, aSpan: Span, b: string, bSpan: Span): boolean {
  if (aSpan.end - aSpan.start !== bSpan.end - bSpan.start) return false;
  return a.slice(aSpan.start, aSpan.end) === b.slice(bSpan.start, bSpan.end);
}

/**
 * Compares texts character by character, white space and line ends included: Python's `a == b`. The difference is
 * the first character that differs or that only one text has.
 */
export function compareExact(expected: string, got: string): OutputComparison {
  if (expected === got) return { equal: true };
  let at = 0;
  let line = 0;
  let lineStart = 0;
  const commonLength = Math.min(expected.length, got.length);
  for (; at < commonLength; at++) {
    const unit = expected.charCodeAt(at);
    if (unit !== got.charCodeAt(at)) break;
    if (unit === 0x0a) {
      line++;
      lineStart = at + 1;
    }
  }
  if (isWithinPair(expected, at) || isWithinPair(got, at)) at--;
  return unequal({ kind: 'character', line, column: at - lineStart });
}

/** Whether the offset lies between the two halves of one character. */
function isWithinPair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

/**
 * Compares words between white space, as Python's `a.split() == b.split()`: line ends and spacing are ignored, but
 * the notation of numbers matters. reward-kit gives the same results: it replaces white space by one blank and
 * compares the strings (fw-ai-external/reward-kit `reward_kit/rewards/code_execution.py`, `_run_test_cases`).
 */
export function compareTokens(expected: string, got: string): OutputComparison {
  return compareWords(expected, got, (a, b) => sameText(expected, a, got, b));
}

/**
 * Compares values by their Python repr, with white space collapsed. `True` does not equal `1`, and a tuple does not
 * equal a list. Source: fw-ai-external/reward-kit 9889152 `reward_kit/rewards/code_execution.py`.
 */
export function compareReprs(expected: PyValue, got: PyValue): OutputComparison {
  const comparison = compareTokens(showValue(expected, MOST_CHARACTERS), showValue(got, MOST_CHARACTERS));
  return comparison.equal ? comparison : unequal({ kind: 'value', path: '' });
}

/**
 * Compares words between white space. Two numbers are equal within 1e-6, absolute or relative to the expected one.
 * This is the rule for problems with real-valued answers (shared/oracle/oracle.py, `is_close`). Words with
 * different text must be finite numbers as Python's `float` reads them. Otherwise an expected infinity would accept
 * every number, and every integer of more than 308 digits is infinite.
 */
export function compareFloat(expected: string, got: string): OutputComparison {
  return compareWords(expected, got, (expectedWord, gotWord) => {
    if (sameText(expected, expectedWord, got, gotWord)) return true;
    const expectedNumber = pythonFloat(expected, expectedWord);
    const gotNumber = expectedNumber === null ? null : pythonFloat(got, gotWord);
    return expectedNumber !== null && gotNumber !== null && isClose(expectedNumber, gotNumber);
  });
}

function isClose(expectedNumber: number, gotNumber: number): boolean {
  if (!Number.isFinite(expectedNumber) || !Number.isFinite(gotNumber)) return false;
  return Math.abs(gotNumber - expectedNumber) <= 1e-6 * Math.max(1, Math.abs(expectedNumber));
}

/**
 * Compares by the rule of CodeContests (google-deepmind/code_contests `execution/tester_sandboxer.cc`,
 * `OutputsMatch`). Words are separated by blanks, tabs, line ends and vertical tabs, and ASCII letters are compared
 * in lower case. Both texts need the same number of words. Either all words are equal, or each pair is equal or
 * consists of numbers less than 1e-5 apart. The distance is absolute, so large integers are compared as doubles.
 * Unless all words are equal, infinity and NaN fail even against themselves.
 */
export function compareCodeContests(expected: string, got: string): OutputComparison {
  const sameWord = (expectedWord: Span, gotWord: Span): boolean =>
    sameLowerCase(expected, expectedWord, got, gotWord);
  const textComparison = compareWords(expected, got, sameWord, nextPiece);
  if (textComparison.equal) return textComparison;
  const valuesMatch = (expectedWord: Span, gotWord: Span): boolean => {
    const expectedNumber = plainFloat(expected, expectedWord);
    const gotNumber = expectedNumber === null ? null : plainFloat(got, gotWord);
    if (expectedNumber === null || gotNumber === null) return sameWord(expectedWord, gotWord);
    return Math.abs(gotNumber - expectedNumber) < 1e-5;
  };
  return compareWords(expected, got, valuesMatch, nextPiece);
}

/**
 * Reads a number as `absl::SimpleAtod` does: the grammar of Python's `float`, but ASCII digits only and no
 * underscores.
 */
function plainFloat(text: string, word: Span): number | null {
  for (let at = word.start; at < word.end; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f || unit === 0x5f) return null;
  }
  return pythonFloat(text, word);
}

function nextPiece(text: string, start: number, end: number): Span | null {
  return nextWord(text, start, end, isSeparator);
}

/** One of ` \n\t\r\v`. */
function isSeparator(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0c);
}

function sameLowerCase(a: string, aSpan: Span, b: string, bSpan: Span): boolean {
  const length = aSpan.end - aSpan.start;
  if (length !== bSpan.end - bSpan.start) return false;
  for (let at = 0; at < length; at++) {
    if (lowerCase(a.charCodeAt(aSpan.start + at)) !== lowerCase(b.charCodeAt(bSpan.start + at))) return false;
  }
  return true;
}

function lowerCase(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}

/**
 * Compares printed text by the rule of LiveCodeBench (LiveCodeBench/LiveCodeBench
 * `lcb_runner/evaluation/testing_util.py`, `grade_stdio`), which rLLM's grader shares. Both texts are stripped and
 * split at line feeds, and the number of lines must agree. Each pair of stripped lines must be equal, or be lists
 * of numbers that `Decimal` finds equal one by one. There is no tolerance.
 *
 * An output that is much longer than expected takes one pass that counts its lines, and is not copied. It is not
 * refused for its length, because `1` and a `1.` with a million zeros are equal in Python. Time is linear in both
 * texts.
 */
export function compareLines(expected: string, got: string): OutputComparison {
  const expectedSpan = stripSpan(expected, 0, expected.length);
  const gotSpan = stripSpan(got, 0, got.length);
  if (sameText(expected, expectedSpan, got, gotSpan)) return { equal: true };
  const lineCount = countLines(expected, expectedSpan);
  const gotLineCount = countLines(got, gotSpan);
  if (lineCount !== gotLineCount)
    return unequal({ kind: 'line-count', expected: lineCount, got: gotLineCount });

  let expectedAt = expectedSpan.start;
  let gotAt = gotSpan.start;
  for (let line = 0; line < lineCount; line++) {
    const expectedEnd = lineEnd(expected, expectedAt, expectedSpan.end);
    const gotEnd = lineEnd(got, gotAt, gotSpan.end);
    const expectedLine = stripSpan(expected, expectedAt, expectedEnd);
    const gotLine = stripSpan(got, gotAt, gotEnd);
    if (
      !sameText(expected, expectedLine, got, gotLine) &&
      !sameNumbers(expected, expectedLine, got, gotLine)
    ) {
      return unequal({ kind: 'line', line, token: differingToken(expected, expectedLine, got, gotLine) });
    }
    expectedAt = expectedEnd + 1;
    gotAt = gotEnd + 1;
  }
  return { equal: true };
}

function countLines(text: string, { start, end }: Span): number {
  let count = 1;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function lineEnd(text: string, start: number, end: number): number {
  const at = text.indexOf('\n', start);
  return at === -1 || at > end ? end : at;
}

/**
 * Whether both lines are lists of equal numbers. Python reads all words before it compares. Here both lists are
 * read together up to the first fault, with the same result, because every fault is a wrong answer.
 */
function sameNumbers(a: string, aLine: Span, b: string, bLine: Span): boolean {
  let aWord = nextWord(a, aLine.start, aLine.end);
  let bWord = nextWord(b, bLine.start, bLine.end);
  while (aWord && bWord) {
    const key = decimalKey(a.slice(aWord.start, aWord.end));
    if (key === null) return false;
    if (!sameText(a, aWord, b, bWord) && key !== decimalKey(b.slice(bWord.start, bWord.end))) return false;
    aWord = nextWord(a, aWord.end, aLine.end);
    bWord = nextWord(b, bWord.end, bLine.end);
  }
  return aWord === bWord;
}

/**
 * Returns the offset of the difference to show in two lines that are not equal: the first word that differs both as
 * text and as a number, or that only one line has. If there is none, returns the first word that differs as text,
 * because numbers on a line with other words are compared as text. Returns null if only the spacing differs.
 */
function differingToken(a: string, aLine: Span, b: string, bLine: Span): number | null {
  let aWord = nextWord(a, aLine.start, aLine.end);
  let bWord = nextWord(b, bLine.start, bLine.end);
  let firstTextDifference: number | null = null;
  for (let token = 0; aWord && bWord; token++) {
    if (!sameText(a, aWord, b, bWord)) {
      if (!sameDecimal(a.slice(aWord.start, aWord.end), b.slice(bWord.start, bWord.end))) return token;
      firstTextDifference ??= token;
    }
    aWord = nextWord(a, aWord.end, aLine.end);
    bWord = nextWord(b, bWord.end, bLine.end);
    if ((aWord === null) !== (bWord === null)) return token + 1;
  }
  return aWord || bWord ? 0 : firstTextDifference;
}
