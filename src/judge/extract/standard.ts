import { nothing, THINK_CLOSE, THINK_OPEN, type Extraction } from './fences.ts';

const PYTHON_TAGS: ReadonlySet<string> = new Set(['python', 'py', 'python3']);

/** A closed block, by offsets into the raw text. */
interface FencedBlock {
  /** Index among the closed blocks. */
  readonly index: number;
  /** The indentation of its opening line. */
  readonly indent: string;
  readonly start: number;
  readonly end: number;
  /** Range of its lines in the raw text, without the fence lines. */
  readonly from: number;
  readonly to: number;
}

/** A summary of all blocks, because a long answer may have hundreds of thousands of them. */
interface Scan {
  readonly closed: number;
  /** The last closed block of each kind; null if there is none. */
  readonly python: FencedBlock | null;
  readonly untagged: FencedBlock | null;
  /** Tags of the closed blocks, at most four. */
  readonly tags: ReadonlySet<string>;
  /** Whether the text ends inside a block. */
  readonly unclosed: boolean;
}

/**
 * Extracts the program from a model's answer by the rule of the `standard` profile. All text up to the last
 * `</think>` is dropped, and an unclosed `<think>` means that there is no program. The program is the last closed
 * block tagged python, py or python3 in any case, else the last closed block without a tag. This rule differs on
 * purpose from rLLM (agentica-project/rllm `extract_code_from_model`: the last fence of any tag, also inside the
 * reasoning) and LiveCodeBench (`lcb_runner/utils/extraction_utils.py`: the lines between the last two lines with
 * backticks), which may take sample outputs, prose or drafts for the program.
 *
 * A block opens at a line of blanks, three or more backticks and an info string without a backtick. It closes at a
 * line of at least as many backticks and nothing else. The opening line's indentation is removed from each of its
 * lines (CommonMark 0.31 §4.5, except that any number of blanks may come first, and `~~~` opens no block). Lines
 * end at LF or CRLF; the code has LF only. Offsets are UTF-16 code units of `raw`. They cover the fence lines, but
 * not the line end after the last.
 *
 * Models break these rules in ways that are still unambiguous, because Python has backticks only in strings and
 * comments. An end-of-answer token may follow the closing backticks. The closing backticks may follow the last line
 * of code; if no line closes the block, they may also follow a comment, and prose may come after them. The opening
 * backticks may follow prose if they are followed by `python`.
 * @param answerAt where the reasoning ends, if known; tags after it belong to the program
 */
export function extractStandard(raw: string, answerAt: number | null = null): Extraction {
  const closeAt = answerAt ?? raw.lastIndexOf(THINK_CLOSE);
  const from = answerAt ?? (closeAt === -1 ? 0 : closeAt + THINK_CLOSE.length);
  if (answerAt === null && raw.includes(THINK_OPEN, from))
    return nothing('<think> is opened and never closed, so there is no answer yet.');
  const scan = scanBlocks(raw, from);
  const isAfterReasoning = closeAt !== -1;
  const block = scan.python ?? scan.untagged;
  if (block === null) return nothing(nothingReason(scan, isAfterReasoning));
  const { index, start, end } = block;
  const otherBlocks = { earlier: index, later: scan.closed - 1 - index, unclosed: scan.unclosed };
  const placeText = placeOf(isAfterReasoning);
  const how =
    block === scan.python
      ? `Took the last closed python block${placeText}${passedOverNote(otherBlocks)}.`
      : `No closed block${placeText} is tagged python, so took the last closed one without a tag${passedOverNote(otherBlocks)}.`;
  return { found: true, code: codeOf(raw, block), start, end, how };
}

function codeOf(raw: string, { from, to, indent }: FencedBlock): string {
  if (from === to) return '';
  const lines = raw.slice(from, to - 1).split('\n');
  return lines.map((line) => unindent(line.endsWith('\r') ? line.slice(0, -1) : line, indent)).join('\n');
}

function placeOf(isAfterReasoning: boolean): string {
  return isAfterReasoning ? ' after the reasoning' : '';
}

interface OtherBlocks {
  readonly earlier: number;
  readonly later: number;
  /** Whether the text ends inside a block. */
  readonly unclosed: boolean;
}

function passedOverNote({ earlier, later, unclosed }: OtherBlocks): string {
  const notes: string[] = [];
  if (earlier > 0) notes.push(`${earlier} earlier`);
  if (later > 0) notes.push(`${later} later`);
  if (unclosed) notes.push('an unclosed one at the end');
  return notes.length === 0 ? '' : `; passed over: ${notes.join(', ')}`;
}

const MOST_TAGS = 3;

function nothingReason({ closed, unclosed, tags: blockTags }: Scan, isAfterReasoning: boolean): string {
  const placeText = placeOf(isAfterReasoning);
  if (closed === 0)
    return unclosed
      ? `the only code block${placeText} is never closed.`
      : `there is no block fenced by backticks${placeText}.`;
  const tags = [...blockTags];
  const shownTags = tags.slice(0, MOST_TAGS).join(', ') + (tags.length > MOST_TAGS ? ', …' : '');
  const unclosedNote = unclosed ? ', and the last block is never closed' : '';
  return `the closed blocks${placeText} are in other languages (${shownTags})${unclosedNote}.`;
}

/** End-of-answer tokens, special tokens or tags, as they appear in a text that was decoded with special tokens. */
const END_TOKEN =
  /^(?:<[|｜][^<>|｜\s]{1,40}[|｜]>|<\/[A-Za-z_][\w-]{0,40}>|<(?:eos|EOS|eot|EOT|end_of_turn|end_of_text)>|\[EOS\])/u;

interface OpenBlock extends Fence {
  readonly start: number;
  readonly from: number;
  readonly tag: string;
}

/** The end of a block: where its code ends, and where its last line ends. */
interface Close {
  readonly to: number;
  readonly end: number;
}

class Scanner {
  closed = 0;
  python: FencedBlock | null = null;
  untagged: FencedBlock | null = null;
  readonly tags = new Set<string>();
  open: OpenBlock | null = null;
  /**
   * The backticks after other text that close the open block if no line of backticks closes it; null if there are
   * none.
   */
  #doubtful: Close | null = null;
  /** The quotes of the multi-line string that encloses the current position; '' outside of one. */
  #quotes = '';

  line(raw: string, start: number, end: number, next: number): void {
    const fence = readFence(raw, start, end);
    const { open } = this;
    if (open === null) {
      const opening = fence === null ? fenceBehindProse(raw, start, end) : fence;
      if (opening !== null && !opening.info.includes('`')) this.#begin(opening, start, next);
      return;
    }
    if (fence !== null && fence.length >= open.length) {
      if (fence.info === '' || END_TOKEN.test(fence.info)) return this.#close({ to: start, end });
      const isTag = /^[\w+#.-]+$/.test(fence.info) || isPython(firstWord(fence.info));
      if (!isTag) this.#closeBehind(this.#quotes === '', { to: start, end });
      else if (this.#doubtful !== null) {
        this.#close(this.#doubtful);
        this.#begin(fence, start, next);
      }
      return;
    }
    const at = ticksBehindText(raw.slice(start, end), open.length);
    const isCode = this.#read(raw, start, at === -1 ? end : start + at);
    if (at === -1) return;
    // The code ends just before the backticks, as if a line feed were there.
    this.#closeBehind(isCode, { to: start + at + 1, end });
    if (this.open !== null && this.#quotes !== '') this.#read(raw, start + at, end);
  }

  finish(): void {
    if (this.#doubtful !== null) this.#close(this.#doubtful);
  }

  #begin(fence: Fence, start: number, next: number): void {
    const tag = firstWord(fence.info);
    this.open = { ...fence, start: start + (fence.skipped ?? 0), from: next + 1, tag };
    this.#quotes = '';
  }

  /** Backticks outside Python's strings and comments are not Python, so they close the block. */
  #closeBehind(isCode: boolean, close: Close): void {
    const { tag } = this.open!;
    if (isCode && (tag === '' || isPython(tag))) this.#close(close);
    else this.#doubtful ??= close;
  }

  #close({ to, end }: Close): void {
    const { indent, start, from, tag } = this.open!;
    const block = { index: this.closed, indent, start, end, from, to };
    if (tag === '') this.untagged = block;
    else if (isPython(tag)) this.python = block;
    if (this.tags.size < 4) this.tags.add(tag.slice(0, 20));
    this.closed += 1;
    this.open = null;
    this.#doubtful = null;
  }

  /** Reads Python's strings and comments up to `end`. Returns whether `end` is outside of them. */
  #read(raw: string, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const character = raw[at]!;
      if (character === '\\') at += 1;
      else if (this.#quotes !== '') {
        if (!raw.startsWith(this.#quotes, at)) continue;
        at += this.#quotes.length - 1;
        this.#quotes = '';
      } else if (character === '#') return false;
      else if (character === '"' || character === "'") {
        this.#quotes = raw.startsWith(character.repeat(3), at) ? character.repeat(3) : character;
        at += this.#quotes.length - 1;
      }
    }
    const isOutside = this.#quotes === '';
    // A string in single quotes ends at the end of its line.
    if (this.#quotes.length === 1) this.#quotes = '';
    return isOutside;
  }
}

function scanBlocks(raw: string, begin: number): Scan {
  const scanner = new Scanner();
  for (let start = begin; start <= raw.length;) {
    const lineFeed = raw.indexOf('\n', start);
    const next = lineFeed === -1 ? raw.length : lineFeed;
    const end = next > start && lineFeed !== -1 && raw[next - 1] === '\r' ? next - 1 : next;
    scanner.line(raw, start, end, next);
    start = next + 1;
  }
  scanner.finish();
  const { closed, python, untagged, tags, open } = scanner;
  return { closed, python, untagged, tags, unclosed: open !== null };
}

function isPython(tag: string): boolean {
  return PYTHON_TAGS.has(tag.toLowerCase());
}

/**
 * Returns the start of the backticks that end a line after other text, with or without a token; -1 if there are
 * none.
 */
function ticksBehindText(line: string, minLength: number): number {
  const last = line.lastIndexOf('`');
  if (last === -1) return -1;
  let at = last;
  while (at > 0 && line[at - 1] === '`') at--;
  const textAfter = line.slice(last + 1).trim();
  return last + 1 - at >= minLength && (textAfter === '' || END_TOKEN.test(textAfter)) ? at : -1;
}

/** Finds an opening at the end of a line of prose, if its tag is unambiguous. */
function fenceBehindProse(raw: string, start: number, end: number): Fence | null {
  const line = raw.slice(start, end).trimEnd();
  const last = line.lastIndexOf('`');
  const info = line.slice(last + 1);
  if (last === -1 || !isPython(info)) return null;
  let at = last;
  while (at > 0 && line[at - 1] === '`') at--;
  return last + 1 - at < 3 ? null : { indent: '', length: last + 1 - at, info, skipped: at };
}

interface Fence {
  readonly indent: string;
  /** Number of backticks. */
  readonly length: number;
  /** The text after them, without surrounding blanks. */
  readonly info: string;
  /** Characters of prose before the fence on its line. */
  readonly skipped?: number;
}

/**
 * Reads the fence in a line. Written by hand, because the expression `[ \t]+$` takes quadratic time on a long
 * sequence of blanks, and a whole answer can be one line.
 */
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

/** Removes the indentation of the opening line, or as much of it as the line has. */
function unindent(line: string, indent: string): string {
  if (line.startsWith(indent)) return line.slice(indent.length);
  let blanks = 0;
  while (blanks < indent.length && isBlank(line[blanks])) blanks++;
  return line.slice(blanks);
}
