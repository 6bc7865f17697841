import { rawText, type Completion } from '../../domain/completion.ts';
import type { Extraction } from '../../judge/extract/extraction.ts';

/** An answer in the parts it is shown in: what stands before the block that was taken, the block, the rest. */
export interface SplitAnswer {
  readonly before: string;
  readonly block: string;
  readonly after: string;
}

/** Splits the shown text; the extraction counts in the raw text, which has the reasoning in front. */
export function splitAnswer(completion: Completion, extraction: Extraction | null): SplitAnswer {
  const whole = { before: completion.text, block: '', after: '' };
  if (!extraction?.found) return whole;
  const raw = rawText(completion);
  const offset = raw.length - completion.text.length;
  const start = extraction.start - offset;
  if (start < 0) return whole;
  return {
    before: completion.text.slice(0, start),
    block: completion.text.slice(start, extraction.end - offset),
    after: completion.text.slice(extraction.end - offset),
  };
}
