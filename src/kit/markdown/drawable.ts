/**
 * Decides how much of an untrusted text is rendered as Markdown. The weight of a text measures the cost of its layout,
 * which grows faster than its length: the browser takes ten seconds for a paragraph of a few thousand formulas. All
 * statements of DeepCoder and LiveCodeBench, and answers of ordinary length, are far below the limits.
 */

/** Largest weight of the rendered part. A plain word weighs its number of characters. */
const MOST = 100_000;
/** Largest weight of a part without a blank line, which the browser lays out in one step. */
const MOST_IN_PARAGRAPH = 20_000;
const LINE_WEIGHT = 30;
/** Weight of a line that begins or ends a code block. */
const FENCE_WEIGHT = 150;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;

/** Additional weight of a character. */
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  // A formula has at least two of them.
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
/** Combining marks, and right-to-left text. */
const STRANGE = /[\p{M}\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const STRANGE_WEIGHT = 100;

export interface Drawable {
  /** The rendered part: whole lines from the start. */
  readonly renderedSource: string;
  /** The rest of the text, which is shown as plain text; '' for nearly every text. */
  readonly remainder: string;
}

export function drawable(source: string): Drawable {
  // Most texts are so short that they cannot reach a limit.
  if (source.length * 70 < MOST_IN_PARAGRAPH) return { renderedSource: source, remainder: '' };
  let total = 0;
  let paragraph = 0;
  let fence: string | null = null;
  for (let start = 0; start < source.length;) {
    const lineFeedIndex = source.indexOf('\n', start);
    const end = lineFeedIndex === -1 ? source.length : lineFeedIndex + 1;
    if (end - start > MOST_IN_PARAGRAPH) return cutAt(source, start);
    const line = source.slice(start, end);
    const fenceMark = FENCE.exec(line)?.[1];
    let weight = LINE_WEIGHT + line.length;
    if (fenceMark !== undefined) {
      weight += FENCE_WEIGHT;
      if (fence === null) fence = fenceMark;
      else if (fenceMark.startsWith(fence)) fence = null;
    } else if (fence === null) weight += markWeight(line);
    total += weight;
    paragraph = line.trim() === '' && fence === null ? 0 : paragraph + (fence === null ? weight : weight / 2);
    if (total > MOST || paragraph > MOST_IN_PARAGRAPH) return cutAt(source, start);
    start = end;
  }
  return { renderedSource: source, remainder: '' };
}

function cutAt(source: string, at: number): Drawable {
  return { renderedSource: source.slice(0, at), remainder: source.slice(at) };
}

function markWeight(line: string): number {
  let weight = 0;
  for (const character of line) {
    weight +=
      WEIGHTS.get(character) ?? (character > '\u02ff' && STRANGE.test(character) ? STRANGE_WEIGHT : 0);
  }
  return weight;
}
