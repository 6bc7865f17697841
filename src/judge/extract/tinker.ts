import type { Extraction } from './extraction.ts';
import { lastOfAnyTag } from './rllm.ts';

const THINK_OPEN = '<think>';
const THINK_CLOSE = '</think>';

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
  // The end follows from the place of the last character, because removed text may come after it.
  const end = answer.rawOffset(extraction.end - 1) + 1;
  return { ...extraction, start, end };
}

interface Rest {
  readonly text: string;
  /** Returns the offset in the raw text of a character of `text`. */
  readonly rawOffset: (offset: number) => number;
}

function withoutThinking(raw: string): Rest {
  const kept: { readonly rawStart: number; readonly start: number }[] = [];
  let text = '';
  const keep = (from: number, to: number): void => {
    if (to > from) kept.push({ rawStart: from, start: text.length });
    text += raw.slice(from, to);
  };
  let from = 0;
  for (let open = raw.indexOf(THINK_OPEN); open !== -1; open = raw.indexOf(THINK_OPEN, from)) {
    const close = raw.indexOf(THINK_CLOSE, open + THINK_OPEN.length);
    if (close === -1) break;
    keep(from, open);
    from = close + THINK_CLOSE.length;
  }
  keep(from, raw.length);
  const rawOffset = (offset: number): number => {
    const piece = kept.findLast(({ start }) => start <= offset);
    return piece === undefined ? offset : piece.rawStart + offset - piece.start;
  };
  return { text, rawOffset };
}
