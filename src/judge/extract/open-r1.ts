import { nothing, passedOverEarlier, type Extraction } from './extraction.ts';
import { fenceMatches } from './fence-matches.ts';

const TAG = 'python';

/**
 * Extracts the program as open-r1 does (huggingface/open-r1 `src/open_r1/rewards.py`, `extract_code`): the
 * unchanged text from the last `` ```python `` and its line feed to the next three backticks, white space included.
 * No other spelling of the tag opens a block. The reasoning is searched as well.
 */
export function extractOpenR1(rawText: string): Extraction {
  const tagEnd = (text: string, at: number): number => (text.startsWith(TAG, at) ? at + TAG.length : -1);
  const matches = fenceMatches(rawText, { tagEnd, close: '```' });
  const last = matches.at(-1);
  if (last === undefined)
    return nothing('no block that opens with exactly ```python and a line feed is closed.');
  return {
    found: true,
    code: rawText.slice(last.bodyStart, last.bodyEnd),
    start: last.start,
    end: last.end,
    how: `Took the last closed block that opens with exactly \`\`\`python${passedOverEarlier(matches.length - 1)}.`,
  };
}
