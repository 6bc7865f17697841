import type { Extraction } from './extraction.ts';
import { lastOfAnyTag } from './rllm.ts';

const THINK_OPEN = '<think>';
const THINK_CLOSE = '</think>';

/**
 * The program as tinker-cookbook takes it (thinking-machines-lab/tinker-cookbook
 * `tinker_cookbook/recipes/code_rl/code_grading.py`, `extract_code_from_model`): rLLM's expression, hence the
 * last closed block of any tag. Unlike rLLM it never sees the reasoning: `deepcoder_tool.py` asks for
 * `get_text_content`, and the renderers (`tinker_cookbook/renderers/base.py`, `parse_think_blocks`) have put each
 * closed `<think>…</think>` aside by then. One that stays open, or was opened in the prompt, is text to them.
 */
export function extractTinker(rawText: string): Extraction {
  const answer = withoutThinking(rawText);
  const extraction = lastOfAnyTag(answer.text, answer.text !== rawText);
  if (!extraction.found) return extraction;
  const start = answer.rawOffset(extraction.start);
  // The last character's place, as what was cut out may follow it.
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
