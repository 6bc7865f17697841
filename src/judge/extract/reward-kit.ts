import { pythonStrip } from '../compare/python-text.ts';
import { nothing, type Extraction } from './extraction.ts';
import { fenceMatches, wordEnd } from './fence-matches.ts';
import { withoutVerbosity } from './reward-kit-verbosity.ts';

/**
 * Extracts the program as reward-kit does (fw-ai-external/reward-kit `reward_kit/rewards/code_execution.py`,
 * `extract_code_blocks`; `deepcoder_reward.py` runs the first block): the first block that is opened by three
 * backticks, at most one word and a line feed, and closed by three backticks at the start of a line. Its tag must
 * be empty or `python` in any case, so `py` does not count. Phrases of reasoning are deleted inside the block only.
 * A draft in the reasoning before the answer counts as the program.
 */
export function extractRewardKit(rawText: string): Extraction {
  const matches = fenceMatches(rawText, { tagEnd: wordEnd, close: '\n```' });
  const first = matches.findIndex(({ tag }) => tag === '' || tag.toLowerCase() === 'python');
  const block = matches[first];
  if (block === undefined)
    return nothing(
      matches.length === 0
        ? 'no block with at most one word as its tag is closed at the start of a line.'
        : 'no closed block is tagged python or has no tag.',
    );
  const body = rawText.slice(block.bodyStart, block.bodyEnd);
  const cleaned = withoutVerbosity(body);
  const tagged = block.tag === '' ? 'without a tag' : 'tagged python';
  const passed = first > 0 ? `; passed over ${first} in other languages` : '';
  const cut = cleaned === body ? '' : '; deleted phrases of reasoning in it';
  return {
    found: true,
    code: pythonStrip(cleaned),
    start: block.start,
    end: block.end,
    how: `Took the first closed block tagged python or without a tag, here one ${tagged}${passed}${cut}.`,
  };
}
