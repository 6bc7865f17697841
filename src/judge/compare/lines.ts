import { differing, type OutputComparison } from './comparison.ts';
import { decimalKey, sameDecimal } from './decimal.ts';
import { nextWord, stripSpan, type Span } from './python-text.ts';
import { sameText } from './words.ts';

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
  const wanted = stripSpan(expected, 0, expected.length);
  const given = stripSpan(got, 0, got.length);
  if (sameText(expected, wanted, got, given)) return { equal: true };
  const lines = countLines(expected, wanted);
  const gotLines = countLines(got, given);
  if (lines !== gotLines) return differing({ kind: 'line-count', expected: lines, got: gotLines });

  let a = wanted.start;
  let b = given.start;
  for (let line = 0; line < lines; line++) {
    const aEnd = lineEnd(expected, a, wanted.end);
    const bEnd = lineEnd(got, b, given.end);
    const aLine = stripSpan(expected, a, aEnd);
    const bLine = stripSpan(got, b, bEnd);
    if (!sameText(expected, aLine, got, bLine) && !sameNumbers(expected, aLine, got, bLine)) {
      return differing({ kind: 'line', line, token: differingToken(expected, aLine, got, bLine) });
    }
    a = aEnd + 1;
    b = bEnd + 1;
  }
  return { equal: true };
}

function countLines(text: string, { start, end }: Span): number {
  let lines = 1;
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
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
 * Returns the offset of the difference to show in two lines that are not equal: the first word that differs as text
 * and as a number, or that only one line has. If there is none, returns the first word that differs as text,
 * because numbers on a line with other words are compared as text. Returns null if only the spacing differs.
 */
function differingToken(a: string, aLine: Span, b: string, bLine: Span): number | null {
  let aWord = nextWord(a, aLine.start, aLine.end);
  let bWord = nextWord(b, bLine.start, bLine.end);
  let otherText: number | null = null;
  for (let token = 0; aWord && bWord; token++) {
    if (!sameText(a, aWord, b, bWord)) {
      if (!sameDecimal(a.slice(aWord.start, aWord.end), b.slice(bWord.start, bWord.end))) return token;
      otherText ??= token;
    }
    aWord = nextWord(a, aWord.end, aLine.end);
    bWord = nextWord(b, bWord.end, bLine.end);
    if ((aWord === null) !== (bWord === null)) return token + 1;
  }
  return aWord || bWord ? 0 : otherText;
}
