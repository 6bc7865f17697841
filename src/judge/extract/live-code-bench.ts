import { nothing, type Extraction } from './extraction.ts';

const FENCE = '```';
const EMPTY_PROGRAM = 'LiveCodeBench would grade an empty program.';

/**
 * Extracts the program as LiveCodeBench does (LiveCodeBench/LiveCodeBench `lcb_runner/utils/extraction_utils.py`,
 * `extract_code` for chat models): the unchanged lines between the last two lines that contain three backticks,
 * anywhere in the line and whether they open or close a block. If an answer is cut off inside its last block, this
 * is the prose before the block. Only line feeds end a line. An empty program counts as no program here.
 */
export function extractLiveCodeBench(rawText: string): Extraction {
  const last = lastFenceLine(rawText, rawText.length);
  const first = last && lastFenceLine(rawText, last.start - 1);
  if (!first) {
    const lines = last ? 'only one line contains' : 'no line contains';
    return nothing(`${lines} three backticks, and it takes two. ${EMPTY_PROGRAM}`);
  }
  const code = rawText.slice(first.end + 1, last.start - 1);
  if (code === '')
    return nothing(
      `the last two lines that contain three backticks have no text between them. ${EMPTY_PROGRAM}`,
    );
  const how = 'Took what lies between the last two lines that contain three backticks.';
  return { found: true, code, start: first.start, end: last.end, how };
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
