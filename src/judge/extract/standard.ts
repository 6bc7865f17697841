import { answerStart, rawText } from '../../domain/completion.ts';
import type { Submission } from '../../domain/submission.ts';
import { noProgram, THINK_CLOSE, THINK_OPEN, type Extraction } from './fences.ts';

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
  readonly codeStart: number;
  readonly codeEnd: number;
}

/** A summary of all blocks, because a long answer may have hundreds of thousands of them. */
interface Scan {
  readonly closedBlocks: number;
  /** The last closed block of each kind; null if there is none. */
  readonly python: FencedBlock | null;
  readonly lastUntagged: FencedBlock | null;
  /** Tags of the closed blocks, at most four. */
  readonly tags: ReadonlySet<string>;
  /** Whether the text ends inside a block. */
  readonly endsOpen: boolean;
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
 * end at LF or CRLF; the code has LF only. Offsets are UTF-16 code units of `rawText`. They cover the fence lines, but
 * not the line end after the last.
 *
 * Models break these rules in ways that are still unambiguous, because Python has backticks only in strings and
 * comments. An end-of-answer token may follow the closing backticks. The closing backticks may follow the last line
 * of code; if no line closes the block, they may also follow a comment, and prose may come after them. The opening
 * backticks may follow prose if they are followed by `python`.
 * @param answerAt where the reasoning ends, if known; tags after it belong to the program
 */
export function extractStandard(rawText: string, answerAt: number | null = null): Extraction {
  const closeAt = answerAt ?? rawText.lastIndexOf(THINK_CLOSE);
  const answerStart = answerAt ?? (closeAt === -1 ? 0 : closeAt + THINK_CLOSE.length);
  if (answerAt === null && rawText.includes(THINK_OPEN, answerStart))
    return noProgram('<think> is opened and never closed, so there is no answer yet.');
  const scan = scanBlocks(rawText, answerStart);
  const isAfterReasoning = closeAt !== -1;
  const block = scan.python ?? scan.lastUntagged;
  if (block === null) return noProgram(nothingReason(scan, isAfterReasoning));
  const { index, start, end } = block;
  const otherBlocks = {
    earlierBlocks: index,
    laterBlocks: scan.closedBlocks - 1 - index,
    hasUnclosed: scan.endsOpen,
  };
  const placeText = placeOf(isAfterReasoning);
  const explanation =
    block === scan.python
      ? `Took the last closed python block${placeText}${passedOverNote(otherBlocks)}.`
      : `No closed block${placeText} is tagged python, so took the last closed one without a tag${passedOverNote(otherBlocks)}.`;
  return { found: true, code: codeOf(rawText, block), start, end, how: explanation };
}

/** Returns the program of a submission, extracted by the standard rule from an answer; null if there is none. */
export function programOf(submission: Submission): string | null {
  if (submission.kind === 'program') return submission.code;
  const { completion } = submission;
  const extraction = extractStandard(rawText(completion), answerStart(completion));
  return extraction.found ? extraction.code : null;
}

function codeOf(rawText: string, { codeStart, codeEnd, indent }: FencedBlock): string {
  if (codeStart === codeEnd) return '';
  const lines = rawText.slice(codeStart, codeEnd - 1).split('\n');
  return lines
    .map((line) => withoutIndent(line.endsWith('\r') ? line.slice(0, -1) : line, indent))
    .join('\n');
}

function placeOf(isAfterReasoning: boolean): string {
  return isAfterReasoning ? ' after the reasoning' : '';
}

interface OtherBlocks {
  readonly earlierBlocks: number;
  readonly laterBlocks: number;
  /** Whether the text ends inside a block. */
  readonly hasUnclosed: boolean;
}

function passedOverNote({ earlierBlocks, laterBlocks, hasUnclosed }: OtherBlocks): string {
  const notes: string[] = [];
  if (earlierBlocks > 0) notes.push(`${earlierBlocks} earlier`);
  if (laterBlocks > 0) notes.push(`${laterBlocks} later`);
  if (hasUnclosed) notes.push('an unclosed one at the end');
  return notes.length === 0 ? '' : `; passed over: ${notes.join(', ')}`;
}

const MOST_TAGS = 3;

function nothingReason({ closedBlocks, endsOpen, tags: blockTags }: Scan, isAfterReasoning: boolean): string {
  const placeText = placeOf(isAfterReasoning);
  if (closedBlocks === 0)
    return endsOpen
      ? `the only code block${placeText} is never closed.`
      : `there is no block fenced by backticks${placeText}.`;
  const tags = [...blockTags];
  const shownTags = tags.slice(0, MOST_TAGS).join(', ') + (tags.length > MOST_TAGS ? ', …' : '');
  const unclosedNote = endsOpen ? ', and the last block is never closed' : '';
  return `the closed blocks${placeText} are in other languages (${shownTags})${unclosedNote}.`;
}

/** End-of-answer tokens, special tokens or tags, as they appear in a text that was decoded with special tokens. */
const END_TOKEN =
  /^(?:<[|｜][^<>|｜\s]{1,40}[|｜]>|<\/[A-Za-z_][\w-]{0,40}>|<(?:eos|EOS|eot|EOT|end_of_turn|end_of_text)>|\[EOS\])/u;

interface OpenBlock extends Fence {
  readonly start: number;
  readonly codeStart: number;
  readonly tag: string;
}

/** The end of a block: where its code ends, and where its last line ends. */
interface Close {
  readonly codeEnd: number;
  readonly end: number;
}

class Scanner {
  closedBlocks = 0;
  python: FencedBlock | null = null;
  lastUntagged: FencedBlock | null = null;
  readonly tags = new Set<string>();
  openBlock: OpenBlock | null = null;
  /**
   * The backticks after other text that close the open block if no line of backticks closes it; null if there are
   * none.
   */
  #doubtfulClose: Close | null = null;
  /** The quotes of the multi-line string that encloses the current position; '' outside of one. */
  #openQuotes = '';

  readLine(rawText: string, start: number, end: number, next: number): void {
    const fence = readFence(rawText, start, end);
    const { openBlock } = this;
    if (openBlock === null) {
      const opening = fence === null ? fenceBehindProse(rawText, start, end) : fence;
      if (opening !== null && !opening.info.includes('`')) this.#openBlock(opening, start, next);
      return;
    }
    if (fence !== null && fence.length >= openBlock.length) {
      if (fence.info === '' || END_TOKEN.test(fence.info)) return this.#close({ codeEnd: start, end });
      const isTag = /^[\w+#.-]+$/.test(fence.info) || isPython(firstWord(fence.info));
      if (!isTag) this.#closeBehind(this.#openQuotes === '', { codeEnd: start, end });
      else if (this.#doubtfulClose !== null) {
        this.#close(this.#doubtfulClose);
        this.#openBlock(fence, start, next);
      }
      return;
    }
    const at = ticksBehindText(rawText.slice(start, end), openBlock.length);
    const isCode = this.#readCode(rawText, start, at === -1 ? end : start + at);
    if (at === -1) return;
    // The code ends just before the backticks, as if a line feed were there.
    this.#closeBehind(isCode, { codeEnd: start + at + 1, end });
    if (this.openBlock !== null && this.#openQuotes !== '') this.#readCode(rawText, start + at, end);
  }

  finish(): void {
    if (this.#doubtfulClose !== null) this.#close(this.#doubtfulClose);
  }

  #openBlock(fence: Fence, start: number, next: number): void {
    const tag = firstWord(fence.info);
    this.openBlock = { ...fence, start: start + (fence.proseLength ?? 0), codeStart: next + 1, tag };
    this.#openQuotes = '';
  }

  /** Backticks outside Python's strings and comments are not Python, so they close the block. */
  #closeBehind(isCode: boolean, blockEnd: Close): void {
    const { tag } = this.openBlock!;
    if (isCode && (tag === '' || isPython(tag))) this.#close(blockEnd);
    else this.#doubtfulClose ??= blockEnd;
  }

  #close({ codeEnd, end }: Close): void {
    const { indent, start, codeStart, tag } = this.openBlock!;
    const block = { index: this.closedBlocks, indent, start, end, codeStart, codeEnd };
    if (tag === '') this.lastUntagged = block;
    else if (isPython(tag)) this.python = block;
    if (this.tags.size < 4) this.tags.add(tag.slice(0, 20));
    this.closedBlocks += 1;
    this.openBlock = null;
    this.#doubtfulClose = null;
  }

  /** Reads Python's strings and comments up to `end`. Returns whether `end` is outside of them. */
  #readCode(rawText: string, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const character = rawText[at]!;
      if (character === '\\') at += 1;
      else if (this.#openQuotes !== '') {
        if (!rawText.startsWith(this.#openQuotes, at)) continue;
        at += this.#openQuotes.length - 1;
        this.#openQuotes = '';
      } else if (character === '#') return false;
      else if (character === '"' || character === "'") {
        this.#openQuotes = rawText.startsWith(character.repeat(3), at) ? character.repeat(3) : character;
        at += this.#openQuotes.length - 1;
      }
    }
    const isOutside = this.#openQuotes === '';
    // A string in single quotes ends at the end of its line.
    if (this.#openQuotes.length === 1) this.#openQuotes = '';
    return isOutside;
  }
}

function scanBlocks(rawText: string, answerStart: number): Scan {
  const scanner = new Scanner();
  for (let start = answerStart; start <= rawText.length;) {
    const lineFeed = rawText.indexOf('\n', start);
    const next = lineFeed === -1 ? rawText.length : lineFeed;
    const end = next > start && lineFeed !== -1 && rawText[next - 1] === '\r' ? next - 1 : next;
    scanner.readLine(rawText, start, end, next);
    start = next + 1;
  }
  scanner.finish();
  const { closedBlocks, python, lastUntagged, tags, openBlock } = scanner;
  return { closedBlocks, python, lastUntagged, tags, endsOpen: openBlock !== null };
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
function fenceBehindProse(rawText: string, start: number, end: number): Fence | null {
  const line = rawText.slice(start, end).trimEnd();
  const last = line.lastIndexOf('`');
  const info = line.slice(last + 1);
  if (last === -1 || !isPython(info)) return null;
  let at = last;
  while (at > 0 && line[at - 1] === '`') at--;
  return last + 1 - at < 3 ? null : { indent: '', length: last + 1 - at, info, proseLength: at };
}

interface Fence {
  readonly indent: string;
  /** Number of backticks. */
  readonly length: number;
  /** The text after them, without surrounding blanks. */
  readonly info: string;
  /** Characters of prose before the fence on its line. */
  readonly proseLength?: number;
}

/**
 * Reads the fence in a line. Written by hand, because the expression `[ \t]+$` takes quadratic time on a long
 * sequence of blanks, and a whole answer can be one line.
 */
function readFence(rawText: string, lineStart: number, lineEnd: number): Fence | null {
  let ticksStart = lineStart;
  while (ticksStart < lineEnd && isBlank(rawText[ticksStart])) ticksStart++;
  let start = ticksStart;
  while (start < lineEnd && rawText[start] === '`') start++;
  const length = start - ticksStart;
  if (length < 3) return null;
  let end = lineEnd;
  while (start < end && isBlank(rawText[start])) start++;
  while (start < end && (isBlank(rawText[end - 1]) || rawText[end - 1] === '\r')) end--;
  return { indent: rawText.slice(lineStart, ticksStart), length, info: rawText.slice(start, end) };
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
function withoutIndent(line: string, indent: string): string {
  if (line.startsWith(indent)) return line.slice(indent.length);
  let blanks = 0;
  while (blanks < indent.length && isBlank(line[blanks])) blanks++;
  return line.slice(blanks);
}
