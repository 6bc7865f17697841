export const FENCE = '```';
export const PYTHON = 'python';
export const THINK_OPEN = '<think>';
export const THINK_CLOSE = '</think>';

/** The result of extracting the program from a model's answer: the text, its place and the rule. */
export type Extraction =
  | {
      readonly found: true;
      readonly code: string;
      /** Span of the whole block, fence lines included, as offsets into the raw text. */
      readonly start: number;
      readonly end: number;
      /** A message for the user: the rule that chose the block. */
      readonly how: string;
    }
  | {
      readonly found: false;
      /** A message that says why there is no program to run. */
      readonly how: string;
    };

export function noProgram(reason: string): Extraction {
  return { found: false, how: `Nothing taken: ${reason}` };
}

/** Returns the end of a message about the last block: the number of blocks before it. */
export function passedOverEarlier(earlierBlocks: number): string {
  return earlierBlocks > 0 ? `; passed over: ${earlierBlocks} earlier` : '';
}

/** A match of an expression such as `` ```(\w*)\n(.*?)``` ``, as offsets into the searched text. */
interface FenceMatch {
  readonly tag: string;
  /** Start and end of the whole match, backticks included. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

interface FenceExpression {
  /** Returns the end of a tag that starts at `at`; -1 if no permitted tag starts there. */
  readonly tagEnd: (text: string, at: number) => number;
  /** The mark that ends the body. The first occurrence after the opening is used, anywhere in a line. */
  readonly closingMark: '```' | '\n```';
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/**
 * Returns the end of the word that Python's `\w*` matches from `at` on. An older Python may not know Unicode's
 * newest letters.
 */
export function wordEnd(text: string, at: number): number {
  for (;;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!WORD_CHARACTER.test(character)) return at;
    at += character.length;
  }
}

/**
 * Returns all matches of Python's `re.findall`: three backticks, a tag, a line feed, and the shortest possible body
 * before the closing mark. An opening may be inside a line, a closing mark may have text after it, and an opening
 * inside a body is ignored. Written by hand, because a regular expression engine does not guarantee linear time and
 * a constant stack for any text.
 */
export function fenceMatches(text: string, { tagEnd, closingMark }: FenceExpression): readonly FenceMatch[] {
  const matches: FenceMatch[] = [];
  for (let start = text.indexOf('```'); start !== -1;) {
    const lineFeed = tagEnd(text, start + 3);
    if (lineFeed === -1 || text[lineFeed] !== '\n') {
      start = text.indexOf('```', start + 1);
      continue;
    }
    const bodyStart = lineFeed + 1;
    const bodyEnd = text.indexOf(closingMark, bodyStart);
    // If no mark closes this block, none closes a later one.
    if (bodyEnd === -1) break;
    const end = bodyEnd + closingMark.length;
    matches.push({ tag: text.slice(start + 3, lineFeed), start, end, bodyStart, bodyEnd });
    start = text.indexOf('```', end);
  }
  return matches;
}
