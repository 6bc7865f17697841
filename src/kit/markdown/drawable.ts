/**
 * How much of a stranger's text is drawn as Markdown. The weight of a text measures the cost of its layout, which grows
 * faster than its length: a paragraph of a few thousand formulas takes the browser ten seconds. All of DeepCoder's and
 * LiveCodeBench's statements, and answers of ordinary length, are far below.
 */

/** A text of nothing but words weighs its characters. */
const MOST = 100_000;
/** In what has no blank line inside: it is laid out in one go. */
const MOST_IN_PARAGRAPH = 20_000;
const LINE_WEIGHT = 30;
/** A line that begins or ends a block of code. */
const FENCE_WEIGHT = 150;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;

/** Additional weight of a character. */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  // A formula has two of them.
  ['$', 100],
  ['\\', 40],
  ['[', 40],
  ['`', 20],
  ['|', 20],
  ['<', 10],
  ['*', 10],
  ['_', 10],
  ['~', 10],
  ['&', 10],
  ['>', 10],
]);
/** Marks that are set upon others, and writing from right to left. */
const STRANGE = /[\p{M}\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const STRANGE_WEIGHT = 100;

export interface Drawable {
  /** Whole lines from the start. */
  readonly drawn: string;
  /** The rest of the text, which is shown as plain text; '' for nearly every text. */
  readonly rest: string;
}

export function drawable(source: string): Drawable {
  // Most texts weigh too little to be looked at.
  if (source.length * 70 < MOST_IN_PARAGRAPH) return { drawn: source, rest: '' };
  let total = 0;
  let paragraph = 0;
  let fence: string | null = null;
  for (let start = 0; start < source.length;) {
    const found = source.indexOf('\n', start);
    const end = found === -1 ? source.length : found + 1;
    if (end - start > MOST_IN_PARAGRAPH) return cutAt(source, start);
    const line = source.slice(start, end);
    const mark = FENCE.exec(line)?.[1];
    let weight = LINE_WEIGHT + line.length;
    if (mark !== undefined) {
      weight += FENCE_WEIGHT;
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
    } else if (fence === null) weight += markWeight(line);
    total += weight;
    paragraph = line.trim() === '' && fence === null ? 0 : paragraph + (fence === null ? weight : weight / 2);
    if (total > MOST || paragraph > MOST_IN_PARAGRAPH) return cutAt(source, start);
    start = end;
  }
  return { drawn: source, rest: '' };
}

function cutAt(source: string, at: number): Drawable {
  return { drawn: source.slice(0, at), rest: source.slice(at) };
}

function markWeight(line: string): number {
  let weight = 0;
  for (const character of line) {
    weight +=
      WEIGHTS.get(character) ?? (character > '\u02ff' && STRANGE.test(character) ? STRANGE_WEIGHT : 0);
  }
  return weight;
}
