/**
 * Describes the first difference between an output and the expected output: as a message, and as a mark in
 * the lines.
 */
import type { Difference } from '../../domain/verdict.ts';
import { nextWord, type Span } from '../../judge/compare/python-text.ts';
import { cutText, visibleSpace, visibleText } from '../../kit/components/visible-text.ts';
import { counted, numberText } from '../../base/number-words.ts';

const charactersCut = (count: number): string => `… (${numberText(count)} more characters)`;

export interface ShownLine {
  /** Number of the line in the printed text, starting at 1. */
  readonly number: number;
  /** The line in up to three parts. The texts differ in the middle one. */
  readonly before: string;
  readonly markedText: string;
  readonly after: string;
  readonly differs: boolean;
}

/** Number of characters of a line that are shown at first around the mark. */
const WIDEST = 400;

/**
 * Returns lines of `text`. The token of the first difference is marked, and its white space is visible.
 * @param other the text with which it was compared
 * @param from index of the first line to return, because outputs may be very long
 * @param count number of lines to return
 */
export function markDifference(
  text: string,
  other: string,
  difference: Difference | null,
  from = 0,
  count = Infinity,
): readonly ShownLine[] {
  const lines = linesOf(text).slice(from, from + count);
  const at = difference === null ? null : differingLine(text, other, difference);
  return lines.map((line, offset) => {
    const index = from + offset;
    const number = index + 1;
    if (at === null || index !== at.line) {
      return {
        number,
        before: visibleText(cutText(line, WIDEST)),
        markedText: '',
        after: ellipsisText(line, WIDEST),
        differs: false,
      };
    }
    const [start, end] = markedSpan(line, at);
    const first = Math.max(0, start - WIDEST / 2);
    const to = Math.min(line.length, end, start + WIDEST);
    const show = (part: string): string => visibleSpace(visibleText(part));
    return {
      number,
      before: (first > 0 ? '…' : '') + show(line.slice(first, start)),
      markedText: show(line.slice(start, to)),
      after: to < end ? '…' : show(line.slice(end, end + WIDEST / 2)) + ellipsisText(line, end + WIDEST / 2),
      differs: true,
    };
  });
}

/** Returns the number of lines of a text, and the index of the marked line; null if no line is marked. */
export function measureDifference(
  text: string,
  other: string,
  difference: Difference | null,
): { readonly lines: number; readonly marked: number | null } {
  const lines = linesOf(text).length;
  const markedLine = difference === null ? null : (differingLine(text, other, difference)?.line ?? null);
  return { lines, marked: markedLine !== null && markedLine < lines ? markedLine : null };
}

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n');
}

interface MarkedPlace {
  readonly line: number;
  readonly token: number | null;
  /**
   * Position of the difference inside a value, as an offset into the line; null if the difference is not
   * inside a value.
   */
  readonly offset: number | null;
  /** Offsets of the part of the line to mark, if they are already known. */
  readonly span?: readonly [number, number];
}

function differingLine(text: string, other: string, difference: Difference): MarkedPlace | null {
  switch (difference.kind) {
    case 'line':
      // Lines are counted in the texts without leading and trailing white space.
      return { line: difference.line + leadingLines(text), token: difference.token, offset: null };
    case 'line-count': {
      const ownLines = text.trim().split('\n');
      const otherLines = other.trim().split('\n');
      const line = ownLines.findIndex((ownLine, index) => ownLine.trim() !== otherLines[index]?.trim());
      return {
        line: (line === -1 ? ownLines.length - 1 : line) + leadingLines(text),
        token: null,
        offset: null,
      };
    }
    case 'token':
      return placeOf(text, nthWord(text, difference.token));
    case 'token-count':
      return placeOf(text, nthWord(text, Math.min(difference.expected, difference.got)));
    case 'character': {
      const { line, column } = difference;
      const point = text.split('\n')[line]?.codePointAt(column);
      const width = point === undefined ? 0 : point > 0xffff ? 2 : 1;
      return { line, token: null, offset: null, span: [column, column + width] };
    }
    case 'value': {
      let offset = 0;
      while (offset < text.length && text[offset] === other[offset]) offset++;
      const textBefore = text.slice(0, offset);
      const line = textBefore.split('\n').length - 1;
      return { line, token: null, offset: offset - (textBefore.lastIndexOf('\n') + 1) };
    }
    case 'unreadable':
      return null;
  }
}

/** Returns the n-th word of a text, or the end of the last word if the text has fewer. */
function nthWord(text: string, n: number): Span {
  let end = 0;
  for (let index = 0; ; index++) {
    const word = nextWord(text, end, text.length);
    if (word === null) return { start: end, end };
    if (index === n) return word;
    end = word.end;
  }
}

function placeOf(text: string, { start, end }: Span): MarkedPlace {
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(0, lineStart).split('\n').length - 1;
  return { line, token: null, offset: null, span: [start - lineStart, end - lineStart] };
}

function markedSpan(line: string, { token, offset, span }: MarkedPlace): readonly [number, number] {
  if (span !== undefined) return span;
  if (offset !== null) {
    // Marks the whole number or word that differs, not a part of it.
    const start = offset - (/[\w.+-]*$/.exec(line.slice(0, offset))?.[0].length ?? 0);
    const length = /^[\w.+-]+|^[^]?/.exec(line.slice(start))?.[0].length ?? 0;
    return [start, start + length];
  }
  if (token === null) return [0, line.length];
  const word = [...line.matchAll(/\S+/g)][token];
  return word === undefined ? [line.length, line.length] : [word.index, word.index + word[0].length];
}

function leadingLines(text: string): number {
  return (/^\s*/.exec(text)?.[0].match(/\n/g) ?? []).length;
}

function ellipsisText(line: string, shownLength: number): string {
  return line.length > shownLength ? charactersCut(line.length - shownLength) : '';
}

/**
 * Describes the difference as a message.
 * @param got the output, or its beginning
 */
export function differenceWords(difference: Difference, expected = '?', got = '?'): string {
  return emptinessText(difference, expected, got) ?? wordsOf(difference, expected, got);
}

/** Describes a difference if one of the texts is only white space, without a position; null otherwise. */
function emptinessText({ kind }: Difference, expected: string, got: string): string | null {
  if (kind === 'value' || kind === 'unreadable') return null;
  const isBlank = (text: string): boolean => text.trim() === '';
  if (isBlank(expected) === isBlank(got)) return null;
  const noun = kind === 'token-count' || kind === 'token' ? 'word' : 'line';
  const sizeText = (text: string): string =>
    counted(text.trim().split(noun === 'line' ? '\n' : /\s+/).length, noun);
  if (isBlank(expected)) return `Expected nothing, got ${sizeText(got)}.`;
  if (got !== '') return `Expected ${sizeText(expected)}, got only white space.`;
  return `The program printed nothing. Print the answer: the test expects ${sizeText(expected)}.`;
}

function wordsOf(difference: Difference, expected: string, got: string): string {
  switch (difference.kind) {
    case 'line-count':
      return `Expected ${counted(difference.expected, 'line')}, got ${counted(difference.got, 'line')}.`;
    case 'line':
      return difference.token === null
        ? `The first difference is in line ${difference.line + 1}.`
        : `The first difference is in line ${difference.line + 1}, word ${difference.token + 1}.`;
    case 'token':
      return `The first difference is in word ${numberText(difference.token + 1)}.`;
    case 'token-count':
      return `Expected ${counted(difference.expected, 'word')}, got ${counted(difference.got, 'word')}.`;
    case 'character':
      if (got === `${expected}\n`) return 'The output has a line feed too many at its end.';
      if (expected === `${got}\n`) return 'The output lacks the line feed at its end.';
      return `The first difference is in line ${difference.line + 1}, character ${difference.column + 1}.`;
    case 'value':
      return difference.path === '' ? 'The values differ.' : `The first difference is at ${difference.path}.`;
    case 'unreadable':
      return `The output could not be read: ${difference.reason}.`;
  }
}
