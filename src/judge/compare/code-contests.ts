import type { OutputComparison } from './comparison.ts';
import { pythonFloat } from './python-float.ts';
import { nextWord, type Span } from './python-text.ts';
import { compareWords } from './words.ts';

const TOLERANCE = 1e-5;

/**
 * Compares by the rule of CodeContests (google-deepmind/code_contests `execution/tester_sandboxer.cc`,
 * `OutputsMatch`). Words are separated by blanks, tabs, line ends and vertical tabs, and ASCII letters are compared
 * in lower case. Both texts need the same number of words. Either all words are equal, or each pair is equal or
 * consists of numbers less than 1e-5 apart. The distance is absolute, so large integers are compared as doubles.
 * Unless all words are equal, infinity and NaN fail even against themselves.
 */
export function compareCodeContests(expected: string, got: string): OutputComparison {
  const sameWord = (a: Span, b: Span): boolean => sameLowerCase(expected, a, got, b);
  const strict = compareWords(expected, got, sameWord, nextPiece);
  if (strict.equal) return strict;
  const valuesMatch = (a: Span, b: Span): boolean => {
    const wanted = plainFloat(expected, a);
    const given = wanted === null ? null : plainFloat(got, b);
    if (wanted === null || given === null) return sameWord(a, b);
    return Math.abs(given - wanted) < TOLERANCE;
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
