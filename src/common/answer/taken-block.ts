/** The position of the extracted program in an answer, as text and as marked lines. */
import { rawText, type Completion } from '../../domain/completion.ts';
import type { Extraction } from '../../judge/extract/fences.ts';

/** A line of the answer. `taken` is the extracted span of the line, as offsets into it. */
export interface AnswerLine {
  /** Number of the line, starting at 1. */
  readonly number: number;
  readonly text: string;
  readonly taken: readonly [start: number, end: number] | null;
}

/** Returns text such as "Block 2 of 3, text", or "Lines 14–30" for text outside the blocks of the answer. */
export function takenWords(raw: string, extraction: Extraction): string {
  if (!extraction.found) return 'Nothing';
  const first = lineAt(raw, extraction.start);
  const last = lineAt(raw, Math.max(extraction.start, extraction.end - 1));
  const blocks = blocksOf(raw);
  const index = blocks.findIndex((block) => block.first === first && block.last === last);
  const block = blocks[index];
  if (block === undefined) return first === last ? `Line ${first + 1}` : `Lines ${first + 1}–${last + 1}`;
  const tag = block.tag === '' ? 'no tag' : block.tag.slice(0, 20);
  return `Block ${index + 1} of ${blocks.length}, ${tag}`;
}

/** Returns all lines of the answer. Extracted lines are marked. */
export function answerLines(raw: string, extraction: Extraction | null): readonly AnswerLine[] {
  let start = 0;
  return raw.split('\n').map((text, index) => {
    const from = start;
    start += text.length + 1;
    return { number: index + 1, text, taken: takenOf(from, text.length, extraction) };
  });
}

/** Returns the number of the Python block that a line is in; null for other lines, including the fences. */
export function pythonBlocks(raw: string): (line: number) => number | null {
  const numbers = new Map<number, number>();
  for (const [number, { tag, first, last }] of blocksOf(raw).entries()) {
    if (!/^(?:python3?|py)$/i.test(tag)) continue;
    for (let line = first + 1; line < last; line++) numbers.set(line, number);
  }
  return (line) => numbers.get(line) ?? null;
}

function takenOf(from: number, length: number, extraction: Extraction | null): AnswerLine['taken'] {
  if (!extraction?.found || extraction.start > from + length || extraction.end <= from) return null;
  return [Math.max(0, extraction.start - from), Math.min(length, extraction.end - from)];
}

/** Returns the index of the line that contains an offset. */
function lineAt(raw: string, offset: number): number {
  let line = 0;
  for (let at = raw.indexOf('\n'); at !== -1 && at < offset; at = raw.indexOf('\n', at + 1)) line++;
  return line;
}

interface Block {
  readonly tag: string;
  readonly first: number;
  readonly last: number;
}

/**
 * Finds the blocks that a reader sees: from a line that starts with three backticks to a line with only
 * backticks.
 */
function blocksOf(raw: string): readonly Block[] {
  const blocks: Block[] = [];
  let openFence: { readonly tag: string; readonly first: number } | null = null;
  for (const [index, line] of raw.split('\n').entries()) {
    const fence = /^\s*`{3,}([^`]*)$/.exec(line);
    if (fence === null) continue;
    const info = (fence[1] ?? '').trim();
    if (openFence === null) openFence = { tag: info.split(/\s/, 1)[0] ?? '', first: index };
    else if (info === '') {
      blocks.push({ ...openFence, last: index });
      openFence = null;
    }
  }
  return blocks;
}

/** The text before the block of the program, the block, and the text after it. */
export interface SplitAnswer {
  readonly before: string;
  readonly block: string;
  readonly after: string;
}

/**
 * Splits the shown text. The offsets of the extraction are relative to the raw text, which begins with the
 * reasoning.
 */
export function splitAnswer(completion: Completion, extraction: Extraction | null): SplitAnswer {
  const withoutBlock = { before: completion.text, block: '', after: '' };
  if (!extraction?.found) return withoutBlock;
  const raw = rawText(completion);
  const offset = raw.length - completion.text.length;
  const start = extraction.start - offset;
  if (start < 0) return withoutBlock;
  return {
    before: completion.text.slice(0, start),
    block: completion.text.slice(start, extraction.end - offset),
    after: completion.text.slice(extraction.end - offset),
  };
}

/** A part of a text: the content of a fenced Python block, or the text around it. */
export interface FencedPart {
  readonly text: string;
  readonly isPython: boolean;
}

/** Splits a text at the fences of its Python blocks. The concatenated parts are the text. */
export function fencedParts(text: string): readonly FencedPart[] {
  const parts: FencedPart[] = [];
  let partStart = 0;
  const addTaken = (end: number, isPython: boolean): void => {
    if (end > partStart) parts.push({ text: text.slice(partStart, end), isPython });
    partStart = end;
  };
  for (let at = 0, fence: string | null = null; at < text.length;) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    const line = text.slice(at, Math.min(end, at + 200)).trim();
    if (fence === null && line.startsWith('```') && !line.slice(3).includes('`')) {
      fence = line.slice(3).trim().toLowerCase();
      addTaken(end, false);
    } else if (fence !== null && line === '```') {
      addTaken(at, /^(?:python3?|py)\b/.test(fence));
      fence = null;
    }
    at = end;
  }
  addTaken(text.length, false);
  return parts;
}
