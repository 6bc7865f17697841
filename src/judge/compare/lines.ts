import { differing, type OutputComparison } from './comparison.ts';
import { decimalKey, sameDecimal } from './decimal.ts';
import { nextWord, stripSpan, type Span } from './python-text.ts';
import { sameText } from './words.ts';

/**
 * Holds printed text against the expected text by the rule of LiveCodeBench (LiveCodeBench/LiveCodeBench
 * `lcb_runner/evaluation/testing_util.py`, `grade_stdio`; rLLM's grader has the same): both are stripped and
 * split at line feeds, the number of lines must agree, every stripped line must be equal, or both lines
 * must be lists of numbers that `Decimal` calls equal one by one. No tolerance.
 *
 * An output much longer than expected costs one pass that counts its lines: it is never copied, and it is
 * never refused for its length alone, because `1` and a `1.` with a million zeros are equal in Python.
 * Time is linear in both texts.
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
 * Whether both lines are lists of equal numbers. Python reads all tokens before it compares; walking both
 * lists together and leaving at the first fault gives the same bit, as every fault is a wrong answer.
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
 * Finds the place that a reader should look at in two lines that are not equal: the first token that is neither the
 * same text nor the same number, or that only one line has; else the first token with other text (a number on a line
 * that holds words is compared as text); null when the tokens agree and only the spacing differs.
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
