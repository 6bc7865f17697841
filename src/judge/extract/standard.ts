import { by, nothing, type Extraction, type How } from './extraction.ts';

const THINK_OPEN = '<think>';
const THINK_CLOSE = '</think>';
const PYTHON_TAGS: ReadonlySet<string> = new Set(['python', 'py', 'python3']);

/** A closed block, by offsets into the raw text. */
interface Block {
  /** Among the closed ones. */
  readonly index: number;
  /** The indentation of its opening line. */
  readonly indent: string;
  readonly start: number;
  readonly end: number;
  /** Its lines, without the fences. */
  readonly from: number;
  readonly to: number;
}

/** The counted facts about all blocks: a long answer may have hundreds of thousands. */
interface Scan {
  readonly closed: number;
  /** The last closed ones of their kind. */
  readonly python: Block | null;
  readonly untagged: Block | null;
  /** Tags of the closed blocks, four at most. */
  readonly tags: ReadonlySet<string>;
  /** Whether the text ends inside a block. */
  readonly unclosed: boolean;
}

/**
 * The program in a model's answer, by the rule of the `standard` profile: drop everything up to the last
 * `</think>`, and take nothing when a `<think>` is left open; then the last closed block tagged python, py
 * or python3 in any case, else the last closed block without a tag. It departs on purpose from rLLM
 * (agentica-project/rllm `extract_code_from_model`: the last fence of any tag, also inside the reasoning)
 * and LiveCodeBench (`lcb_runner/utils/extraction_utils.py`: what lies between the last two lines with
 * backticks), which take sample outputs, prose or drafts for the program.
 *
 * A block opens at a line of blanks, three or more backticks and an info string without a backtick, and
 * closes at a line of at least as many backticks and nothing else; the opening line's indentation is
 * taken off each of its lines (CommonMark 0.31 §4.5, but for blanks in any number and no `~~~`). Lines end
 * at LF or CRLF; the code has LF only. Offsets are UTF-16 code units of `raw` and cover the fence lines,
 * but not the line end after the last.
 * @param answerAt where the reasoning ends, where that is known: tags behind it are the program's own
 */
export function extractStandard(raw: string, answerAt: number | null = null): Extraction {
  const closeAt = answerAt ?? raw.lastIndexOf(THINK_CLOSE);
  const from = answerAt ?? (closeAt === -1 ? 0 : closeAt + THINK_CLOSE.length);
  if (answerAt === null && raw.includes(THINK_OPEN, from)) return nothing(by('hasOpenThinking'));
  const scan = scanBlocks(raw, from);
  const isAfterReasoning = closeAt !== -1;
  const block = scan.python ?? scan.untagged;
  if (block === null) return nothing(whyNothing(scan, isAfterReasoning));
  const { index, start, end } = block;
  const passed = { earlier: index, later: scan.closed - 1 - index, unclosed: scan.unclosed };
  const code = block === scan.python ? 'tookLastPython' : 'tookLastUntagged';
  return { found: true, code: codeOf(raw, block), start, end, how: by(code, isAfterReasoning, passed) };
}

function codeOf(raw: string, { from, to, indent }: Block): string {
  if (from === to) return '';
  const lines = raw.slice(from, to - 1).split('\n');
  return lines.map((line) => unindent(line.endsWith('\r') ? line.slice(0, -1) : line, indent)).join('\n');
}

function whyNothing({ closed, unclosed, tags }: Scan, isAfterReasoning: boolean): How {
  if (closed > 0) return by('hasOtherLanguages', isAfterReasoning, [...tags], unclosed);
  return unclosed ? by('hasOnlyOpenBlock', isAfterReasoning) : by('hasNoFencedBlock', isAfterReasoning);
}

function scanBlocks(raw: string, begin: number): Scan {
  let closed = 0;
  let python: Block | null = null;
  let untagged: Block | null = null;
  const tags = new Set<string>();
  let open: (Fence & { readonly start: number; readonly from: number }) | null = null;
  for (let start = begin; start <= raw.length;) {
    const lineFeed = raw.indexOf('\n', start);
    const next = lineFeed === -1 ? raw.length : lineFeed;
    const end = next > start && lineFeed !== -1 && raw[next - 1] === '\r' ? next - 1 : next;
    const fence = readFence(raw, start, end);
    if (open === null) {
      if (fence !== null && !fence.info.includes('`')) open = { ...fence, start, from: next + 1 };
    } else if (fence !== null && fence.length >= open.length && fence.info === '') {
      const tag = firstWord(open.info);
      const block = {
        index: closed,
        indent: open.indent,
        start: open.start,
        end,
        from: open.from,
        to: start,
      };
      if (tag === '') untagged = block;
      else if (PYTHON_TAGS.has(tag.toLowerCase())) python = block;
      if (tags.size < 4) tags.add(tag.slice(0, 20));
      closed += 1;
      open = null;
    }
    start = next + 1;
  }
  return { closed, python, untagged, tags, unclosed: open !== null };
}

interface Fence {
  readonly indent: string;
  /** Number of backticks. */
  readonly length: number;
  /** The text that follows them, without the blanks around. */
  readonly info: string;
}

/** By hand: `[ \t]+$` takes quadratic time on a long run of blanks, and whole answers can be one line. */
function readFence(raw: string, begin: number, stop: number): Fence | null {
  let ticks = begin;
  while (ticks < stop && isBlank(raw[ticks])) ticks++;
  let start = ticks;
  while (start < stop && raw[start] === '`') start++;
  const length = start - ticks;
  if (length < 3) return null;
  let end = stop;
  while (start < end && isBlank(raw[start])) start++;
  while (start < end && (isBlank(raw[end - 1]) || raw[end - 1] === '\r')) end--;
  return { indent: raw.slice(begin, ticks), length, info: raw.slice(start, end) };
}

function firstWord(info: string): string {
  let end = 0;
  while (end < info.length && !isBlank(info[end])) end++;
  return info.slice(0, end);
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

/** Takes off the indentation of the opening line; of a line with less, the blanks it has. */
function unindent(line: string, indent: string): string {
  if (line.startsWith(indent)) return line.slice(indent.length);
  let blanks = 0;
  while (blanks < indent.length && isBlank(line[blanks])) blanks++;
  return line.slice(blanks);
}
