import { nothing, type Extraction } from './extraction.ts';
import { extractStandard } from './standard.ts';

/**
 * Extracts the program as DeepCoder's release describes it (together.ai/blog/deepcoder, "Reward Function": no
 * reward when the answer misses ```` ```python[CODE]``` ````). This is the rule of `standard`, but a block without
 * a tag never counts. The published code accepts a block of any tag, see `extractRllm`.
 */
export function extractDeepcoderPaper(rawText: string, answerAt: number | null = null): Extraction {
  const extraction = extractStandard(rawText, answerAt);
  if (!extraction.found || opensWithTag(rawText, extraction.start)) return extraction;
  return nothing('no closed block is tagged python, and one without a tag does not count.');
}

/** Whether a tag follows the backticks of the block that starts at `start`. */
function opensWithTag(rawText: string, start: number): boolean {
  let at = start;
  while (rawText[at] === ' ' || rawText[at] === '\t' || rawText[at] === '`') at++;
  return rawText[at] !== '\n' && rawText[at] !== '\r';
}
