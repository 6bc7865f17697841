/** A match of an expression such as `` ```(\w*)\n(.*?)``` ``, as offsets into the text it was found in. */
export interface FenceMatch {
  readonly tag: string;
  /** Start and end of the whole match, backticks included. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

export interface FenceExpression {
  /** Where a tag that starts at `at` ends, -1 when there is none that fits. */
  readonly tagEnd: (text: string, at: number) => number;
  /** The mark that ends the body: its next occurrence, anywhere in a line. */
  readonly close: '```' | '\n```';
}

const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/**
 * Returns the end of the word that Python's `\w*` takes from `at` on. Unicode's newest letters may be unknown to an
 * older Python.
 */
export function wordEnd(text: string, at: number): number {
  for (;;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!WORD_CHARACTER.test(character)) return at;
    at += character.length;
  }
}

/**
 * All matches that Python's `re.findall` would give: three backticks, a tag, a line feed, and as little as
 * possible up to what closes. An opening need not start a line, a closing need not end one, and what
 * looks like an opening inside a body opens nothing. By hand because it is linear in time and needs no
 * stack on any text, which an expression engine does not promise.
 */
export function fenceMatches(text: string, { tagEnd, close }: FenceExpression): readonly FenceMatch[] {
  const matches: FenceMatch[] = [];
  for (let start = text.indexOf('```'); start !== -1;) {
    const lineFeed = tagEnd(text, start + 3);
    if (lineFeed === -1 || text[lineFeed] !== '\n') {
      start = text.indexOf('```', start + 1);
      continue;
    }
    const bodyStart = lineFeed + 1;
    const bodyEnd = text.indexOf(close, bodyStart);
    // A mark that does not close this one closes no later one either.
    if (bodyEnd === -1) break;
    const end = bodyEnd + close.length;
    matches.push({ tag: text.slice(start + 3, lineFeed), start, end, bodyStart, bodyEnd });
    start = text.indexOf('```', end);
  }
  return matches;
}
