/**
 * White space as Python's `str` methods see it. JavaScript's `trim` and `\s` differ: they accept U+FEFF, and lack
 * U+001C–U+001F and U+0085.
 */

/**
 * Whether `str.isspace` holds for a character, given as a UTF-16 code unit. No white space is above U+FFFF. Source:
 * CPython's `_PyUnicode_IsWhitespace` (Objects/unicodetype_db.h; the same set in 3.11–3.14).
 */
export function isPythonSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit >= 0x1c;
  if (unit < 0x85) return false;
  switch (unit) {
    case 0x85:
    case 0xa0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202f:
    case 0x205f:
    case 0x3000:
      return true;
    default:
      return unit >= 0x2000 && unit <= 0x200a;
  }
}

/** A part of a string, by offsets: `start` is included, `end` is not. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the part of `text[start:end]` that `strip()` keeps, as offsets into `text`. Copies nothing. */
export function stripSpan(text: string, start: number, end: number): Span {
  while (start < end && isPythonSpace(text.charCodeAt(start))) start++;
  while (end > start && isPythonSpace(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

/**
 * Returns the next word that `split()` finds in `text[start:end]`; null if only white space is left.
 * @param isSpace whether a code unit separates words
 */
export function nextWord(
  text: string,
  start: number,
  end: number,
  isSpace: (unit: number) => boolean = isPythonSpace,
): Span | null {
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  if (start >= end) return null;
  let stop = start + 1;
  while (stop < end && !isSpace(text.charCodeAt(stop))) stop++;
  return { start, end: stop };
}

/** Python's `text.strip()`. */
export function pythonStrip(text: string): string {
  const { start, end } = stripSpan(text, 0, text.length);
  return text.slice(start, end);
}

/** Python's `text.split()`: the words between white space; an empty array for an empty text. */
export function pythonSplit(text: string): string[] {
  const words: string[] = [];
  for (let word = nextWord(text, 0, text.length); word; word = nextWord(text, word.end, text.length)) {
    words.push(text.slice(word.start, word.end));
  }
  return words;
}

/**
 * The line ends of Python's `str.splitlines`, as code units. A line feed after a carriage return belongs to the
 * same line end.
 */
const LINE_ENDS = new Set([0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x85, 0x2028, 0x2029]);

/** Python's `text.splitlines()`: a line end at the end of the text adds no empty line. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (!LINE_ENDS.has(text.charCodeAt(at))) continue;
    lines.push(text.slice(start, at));
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    start = at + 1;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}
