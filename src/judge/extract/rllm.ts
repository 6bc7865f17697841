import { pythonStrip } from '../compare/python-text.ts';
import { nothing, passedOverEarlier, type Extraction } from './extraction.ts';
import { fenceMatches, wordEnd } from './fence-matches.ts';

/**
 * Extracts the program as rLLM does (rllm-org/rllm `rllm/rewards/code_reward.py`, `extract_code_from_model`): the
 * last match of three backticks, at most one word, a line feed, a body and three backticks, stripped as Python
 * does. A block of any tag counts, also one inside the reasoning. A tag followed by a blank, an attribute or a
 * carriage return opens nothing, and then the closing backticks may open a block of prose. An empty block counts as
 * an empty program.
 */
export function extractRllm(rawText: string): Extraction {
  return lastOfAnyTag(rawText, false);
}

/** @param isCut whether closed reasoning was removed from the text */
export function lastOfAnyTag(rawText: string, isCut: boolean): Extraction {
  const reasoning = isCut ? ', with the reasoning left out' : '';
  const matches = fenceMatches(rawText, { tagEnd: wordEnd, close: '```' });
  const last = matches.at(-1);
  if (last === undefined)
    return nothing(
      `no three backticks with at most one word behind them on their line are closed${reasoning}.`,
    );
  const { tag, start, end, bodyStart, bodyEnd } = last;
  const code = pythonStrip(rawText.slice(bodyStart, bodyEnd));
  const tagged = tag === '' ? 'without a tag' : `tagged ${tag.slice(0, 20)}`;
  const passed = passedOverEarlier(matches.length - 1);
  const how = `Took the last closed block whatever its tag, here one ${tagged}${passed}${reasoning}.`;
  return { found: true, code, start, end, how };
}
