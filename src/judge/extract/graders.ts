/** The extraction rules of rLLM, tinker-cookbook, LiveCodeBench, DeepCoder's paper, open-r1 and reward-kit. */
import { isPythonSpace, pythonStrip } from '../compare/python-text.ts';
import {
  type Extraction,
  FENCE,
  fenceMatches,
  noProgram,
  passedOverEarlier,
  PYTHON,
  THINK_CLOSE,
  THINK_OPEN,
  wordEnd,
} from './fences.ts';
import { extractStandard } from './standard.ts';

/**
 * Extracts the program as rLLM does (rllm-org/rllm `rllm/rewards/code_reward.py`, `extract_code_from_model`): the
 * last match of three backticks, at most one word, a line feed, a body and three backticks, stripped as Python does.
 * A block of any tag is accepted, even inside the reasoning. A tag followed by a blank, an attribute or a carriage
 * return opens nothing, and then the closing backticks may open a block of prose. An empty block is an empty
 * program.
 */
export function extractRllm(rawText: string): Extraction {
  return lastOfAnyTag(rawText, false);
}

/** @param isCut whether closed reasoning was removed from the text */
function lastOfAnyTag(rawText: string, isCut: boolean): Extraction {
  const reasoningNote = isCut ? ', with the reasoning left out' : '';
  const matches = fenceMatches(rawText, { tagEnd: wordEnd, closingMark: FENCE });
  const lastMatch = matches.at(-1);
  if (lastMatch === undefined)
    return noProgram(
      `no three backticks with at most one word behind them on their line are closed${reasoningNote}.`,
    );
  const { tag, start, end, bodyStart, bodyEnd } = lastMatch;
  const code = pythonStrip(rawText.slice(bodyStart, bodyEnd));
  const tagText = tag === '' ? 'without a tag' : `tagged ${tag.slice(0, 20)}`;
  const passedOverNote = passedOverEarlier(matches.length - 1);
  const explanation = `Took the last closed block whatever its tag, here one ${tagText}${passedOverNote}${reasoningNote}.`;
  return { found: true, code, start, end, how: explanation };
}

/**
 * Extracts the program as tinker-cookbook does (thinking-machines-lab/tinker-cookbook
 * `tinker_cookbook/recipes/code_rl/code_grading.py`, `extract_code_from_model`): with rLLM's expression, so the
 * last closed block of any tag. Unlike rLLM it never sees the reasoning: `deepcoder_tool.py` calls
 * `get_text_content`, and the renderers (`tinker_cookbook/renderers/base.py`, `parse_think_blocks`) have already
 * removed each closed `<think>…</think>`. Reasoning that is not closed, or that was opened in the prompt, is part
 * of the text.
 */
export function extractTinker(rawText: string): Extraction {
  const answer = withoutThinking(rawText);
  const extraction = lastOfAnyTag(answer.text, answer.text !== rawText);
  if (!extraction.found) return extraction;
  const start = answer.rawOffset(extraction.start);
  // The end is computed from the offset of the last character, because removed reasoning may follow that character.
  const end = answer.rawOffset(extraction.end - 1) + 1;
  return { ...extraction, start, end };
}

interface Rest {
  readonly text: string;
  /** Returns the offset in the raw text of a character of `text`. */
  readonly rawOffset: (offset: number) => number;
}

function withoutThinking(rawText: string): Rest {
  const pieces: { readonly rawStart: number; readonly start: number }[] = [];
  let text = '';
  const addPiece = (from: number, to: number): void => {
    if (to > from) pieces.push({ rawStart: from, start: text.length });
    text += rawText.slice(from, to);
  };
  let readTo = 0;
  for (
    let thinkStart = rawText.indexOf(THINK_OPEN);
    thinkStart !== -1;
    thinkStart = rawText.indexOf(THINK_OPEN, readTo)
  ) {
    const closeAt = rawText.indexOf(THINK_CLOSE, thinkStart + THINK_OPEN.length);
    if (closeAt === -1) break;
    addPiece(readTo, thinkStart);
    readTo = closeAt + THINK_CLOSE.length;
  }
  addPiece(readTo, rawText.length);
  const rawOffset = (offset: number): number => {
    const piece = pieces.findLast(({ start }) => start <= offset);
    return piece === undefined ? offset : piece.rawStart + offset - piece.start;
  };
  return { text, rawOffset };
}

const EMPTY_PROGRAM = 'LiveCodeBench would grade an empty program.';

/**
 * Extracts the program as LiveCodeBench does (LiveCodeBench/LiveCodeBench `lcb_runner/utils/extraction_utils.py`,
 * `extract_code` for chat models): the unchanged lines between the last two lines that contain three backticks,
 * anywhere in the line and whether they open or close a block. If an answer is cut off inside its last block, this
 * is the prose before the block. Only line feeds end a line. An empty program is treated as no program here.
 */
export function extractLiveCodeBench(rawText: string): Extraction {
  const lastFence = lastFenceLine(rawText, rawText.length);
  const firstFence = lastFence && lastFenceLine(rawText, lastFence.start - 1);
  if (!firstFence) {
    const lines = lastFence ? 'only one line contains' : 'no line contains';
    return noProgram(`${lines} three backticks, and it takes two. ${EMPTY_PROGRAM}`);
  }
  const code = rawText.slice(firstFence.end + 1, lastFence.start - 1);
  if (code === '')
    return noProgram(
      `the last two lines that contain three backticks have no text between them. ${EMPTY_PROGRAM}`,
    );
  const explanation = 'Took what lies between the last two lines that contain three backticks.';
  return { found: true, code, start: firstFence.start, end: lastFence.end, how: explanation };
}

interface FenceLine {
  readonly start: number;
  readonly end: number;
}

/** Returns the last line with three backticks in `text[:end]`, without its line feed; null if there is none. */
function lastFenceLine(text: string, end: number): FenceLine | null {
  if (end < FENCE.length) return null;
  const at = text.lastIndexOf(FENCE, end - FENCE.length);
  if (at === -1) return null;
  const start = at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
  const lineFeed = text.indexOf('\n', at);
  return { start, end: lineFeed === -1 ? text.length : lineFeed };
}

/**
 * Extracts the program as DeepCoder's release describes it (together.ai/blog/deepcoder, "Reward Function": no reward
 * when the answer misses ```` ```python[CODE]``` ````). This is the rule of `standard`, but a block without a tag is
 * never accepted. The published code accepts a block of any tag, see `extractRllm`.
 */
export function extractDeepcoderPaper(rawText: string, answerAt: number | null = null): Extraction {
  const extraction = extractStandard(rawText, answerAt);
  if (!extraction.found || opensWithTag(rawText, extraction.start)) return extraction;
  return noProgram('no closed block is tagged python, and one without a tag does not count.');
}

/** Whether a tag follows the backticks of the block that starts at `start`. */
function opensWithTag(rawText: string, start: number): boolean {
  let at = start;
  while (rawText[at] === ' ' || rawText[at] === '\t' || rawText[at] === '`') at++;
  return rawText[at] !== '\n' && rawText[at] !== '\r';
}

/**
 * Extracts the program as open-r1 does (huggingface/open-r1 `src/open_r1/rewards.py`, `extract_code`): the
 * unchanged text from the last `` ```python `` and its line feed to the next three backticks, white space included.
 * No other spelling of the tag opens a block. The reasoning is searched as well.
 */
export function extractOpenR1(rawText: string): Extraction {
  const tagEnd = (text: string, at: number): number =>
    text.startsWith(PYTHON, at) ? at + PYTHON.length : -1;
  const matches = fenceMatches(rawText, { tagEnd, closingMark: FENCE });
  const lastMatch = matches.at(-1);
  if (lastMatch === undefined)
    return noProgram('no block that opens with exactly ```python and a line feed is closed.');
  return {
    found: true,
    code: rawText.slice(lastMatch.bodyStart, lastMatch.bodyEnd),
    start: lastMatch.start,
    end: lastMatch.end,
    how: `Took the last closed block that opens with exactly \`\`\`python${passedOverEarlier(matches.length - 1)}.`,
  };
}

/**
 * Extracts the program as reward-kit does (fw-ai-external/reward-kit `reward_kit/rewards/code_execution.py`,
 * `extract_code_blocks`; `deepcoder_reward.py` runs the first block): the first block that is opened by three
 * backticks, at most one word and a line feed, and closed by three backticks at the start of a line. Its tag must be
 * empty or `python` in any case, so `py` is not accepted. Phrases of reasoning are deleted inside the block only. A
 * draft in the reasoning before the answer is taken as the program.
 */
export function extractRewardKit(rawText: string): Extraction {
  const matches = fenceMatches(rawText, { tagEnd: wordEnd, closingMark: '\n```' });
  const blockIndex = matches.findIndex(({ tag }) => tag === '' || tag.toLowerCase() === 'python');
  const block = matches[blockIndex];
  if (block === undefined)
    return noProgram(
      matches.length === 0
        ? 'no block with at most one word as its tag is closed at the start of a line.'
        : 'no closed block is tagged python or has no tag.',
    );
  const body = rawText.slice(block.bodyStart, block.bodyEnd);
  const cleanedBody = withoutVerbosity(body);
  const tagText = block.tag === '' ? 'without a tag' : 'tagged python';
  const passedOverNote = blockIndex > 0 ? `; passed over ${blockIndex} in other languages` : '';
  const deletionNote = cleanedBody === body ? '' : '; deleted phrases of reasoning in it';
  return {
    found: true,
    code: pythonStrip(cleanedBody),
    start: block.start,
    end: block.end,
    how: `Took the first closed block tagged python or without a tag, here one ${tagText}${passedOverNote}${deletionNote}.`,
  };
}

/**
 * Returns a block without the explanations that reward-kit deletes (fw-ai-external/reward-kit
 * `reward_kit/rewards/code_execution.py`, `extract_code_blocks`: five expressions, one after the other). Each is
 * written by hand, because the expressions take quadratic time on long sequences of blank lines.
 */
export function withoutVerbosity(code: string): string {
  let remainder = withoutElement(code, 'think');
  remainder = withoutElement(remainder, 'reasoning');
  remainder = withoutThinkingPhrase(remainder);
  remainder = withoutLine(remainder, /here's the python code/giu);
  return withoutLine(remainder, /okay, here is the code:/giu);
}

/** Deletes `<name>.*?</name>`, across lines. */
function withoutElement(text: string, name: string): string {
  const [openTag, closeTag] = [`<${name}>`, `</${name}>`];
  let keptText = '';
  let readTo = 0;
  for (let start = text.indexOf(openTag); start !== -1; start = text.indexOf(openTag, readTo)) {
    const end = text.indexOf(closeTag, start + openTag.length);
    if (end === -1) break;
    keptText += text.slice(readTo, start);
    readTo = end + closeTag.length;
  }
  return keptText + text.slice(readTo);
}

const PHRASE = 'Thinking:';

/**
 * Deletes `Thinking:\s*.*?(?=\n\S)`, across lines: the text up to the next line that is not indented. White space
 * is matched first, so the line after the phrase is deleted too, unless it is the last one that is not indented.
 */
function withoutThinkingPhrase(text: string): string {
  let keptText = '';
  let readTo = 0;
  for (let start = text.indexOf(PHRASE); start !== -1; start = text.indexOf(PHRASE, readTo)) {
    let textStart = start + PHRASE.length;
    while (textStart < text.length && isPythonSpace(text.charCodeAt(textStart))) textStart++;
    let end = text.indexOf('\n', textStart);
    while (end !== -1 && (end + 1 === text.length || isPythonSpace(text.charCodeAt(end + 1)))) {
      end = text.indexOf('\n', end + 1);
    }
    // In a backtracking match, `\s*` gives back its last line feed if no other line feed follows.
    if (end === -1 && textStart < text.length && text[textStart - 1] === '\n') end = textStart - 1;
    if (end === -1) break;
    keptText += text.slice(readTo, start);
    readTo = end;
  }
  return keptText + text.slice(readTo);
}

/**
 * Deletes `^\s*phrase.*?\n` in any case: the line of the phrase from its first word on, and all blank lines before
 * it.
 */
function withoutLine(text: string, phrase: RegExp): string {
  let keptText = '';
  let readTo = 0;
  for (const { index } of text.matchAll(phrase)) {
    if (index < readTo) continue;
    const end = text.indexOf('\n', index);
    if (end === -1) break;
    // The first line start in the white space before the phrase. `readTo` is always a line start.
    let start = index === readTo ? readTo : -1;
    for (let at = index; at > readTo && isPythonSpace(text.charCodeAt(at - 1)); at--) {
      if (text[at - 1] === '\n') start = at;
      if (at - 1 === readTo) start = readTo;
    }
    if (start === -1) continue;
    keptText += text.slice(readTo, start);
    readTo = end + 1;
  }
  return keptText + text.slice(readTo);
}
