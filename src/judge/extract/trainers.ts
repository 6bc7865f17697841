/** The extraction rules of NeMo-Gym, open-instruct, INTELLECT-3 and lm-eval. */
import { pythonStrip, stripSpan } from '../compare/python-text.ts';
import { nothing, type Extraction } from './extraction.ts';
import { wordEnd } from './fence-matches.ts';
import { extractLiveCodeBench } from './live-code-bench.ts';
import { extractRllm } from './rllm.ts';

const FENCE = '```';
const PYTHON = 'python';
const THINK_OPEN = '<think>';
const THINK_CLOSE = '</think>';

/**
 * NeMo-Gym (nemo-gym 0.7.0 `resources_servers/code_gen/app.py`): LiveCodeBench's rule on the answer. A think tag in
 * the answer violates the format and pays `reasoning_format_penalty`, which is 0 by default.
 *
 * @param answerAt where the reasoning ends; the trainer stores the reasoning separately
 */
export function extractNemoGym(rawText: string, answerAt: number | null = null): Extraction {
  const from = answerAt ?? 0;
  const answer = rawText.slice(from);
  if (answer.includes(THINK_OPEN) || answer.includes(THINK_CLOSE))
    return nothing('NeMo-Gym pays nothing for an answer that holds a think tag.');
  return shifted(extractLiveCodeBench(answer), from);
}

/**
 * open-instruct (allenai/open-instruct e6c3044 `open_instruct/ground_truth_utils.py`, `extract_python_code`): the
 * last match of three backticks, an optional `python`, a body and three backticks, stripped. No line feed is
 * required, so any other tag becomes the first word of the program. Without a match the whole answer is the
 * program.
 */
export function extractOpenInstruct(rawText: string): Extraction {
  let last: { readonly start: number; readonly end: number } | null = null;
  for (let start = rawText.indexOf(FENCE); start !== -1;) {
    const close = rawText.indexOf(FENCE, bodyStartOf(rawText, start));
    if (close === -1) break;
    last = { start, end: close + FENCE.length };
    start = rawText.indexOf(FENCE, last.end);
  }
  if (last === null) {
    const how = 'Took the whole answer, as no three backticks are closed.';
    return { found: true, code: rawText, start: 0, end: rawText.length, how };
  }
  const body = rawText.slice(bodyStartOf(rawText, last.start), last.end - FENCE.length);
  const how = 'Took what the last pair of backticks holds.';
  return { found: true, code: pythonStrip(body), ...last, how };
}

function bodyStartOf(text: string, start: number): number {
  const at = start + FENCE.length;
  return text.startsWith(PYTHON, at) ? at + PYTHON.length : at;
}

/**
 * INTELLECT-3 (research-environments 1f95879 `environments/code_env/code_env/code_env.py`): rLLM's expression on
 * the text after the last `</think>`. If the reasoning is opened and not closed, there is no program. An empty
 * block does not count.
 */
export function extractIntellect3(rawText: string): Extraction {
  const close = rawText.lastIndexOf(THINK_CLOSE);
  if (close === -1 && rawText.includes(THINK_OPEN)) return nothing('the reasoning is not closed.');
  const from = close === -1 ? 0 : close + THINK_CLOSE.length;
  // White space around the answer is stripped before the search. White space inside a block is not.
  const { start, end } =
    close === -1 ? { start: 0, end: rawText.length } : stripSpan(rawText, from, rawText.length);
  const extraction = shifted(extractRllm(rawText.slice(start, end)), start);
  if (extraction.found && extraction.code === '') return nothing('the block is empty.');
  return extraction;
}

/**
 * lm-eval 0.4.13 (`lm_eval/tasks/mbpp/utils.py`, `extract_code_blocks`): the prompt ends in an open block, so three
 * backticks are put before the answer. The program is the first match of backticks, an optional word, an optional
 * line feed, a body, an optional line feed and backticks. The first word of the answer is taken for the tag.
 */
export function extractLmEval(rawText: string): Extraction {
  let at = wordEnd(rawText, 0);
  if (rawText[at] === '\n') at++;
  const close = rawText.indexOf(FENCE, at);
  if (close === -1) return nothing('no three backticks close the block of the prompt.');
  const bodyEnd = close > at && rawText[close - 1] === '\n' ? close - 1 : close;
  const word = rawText.slice(0, wordEnd(rawText, 0));
  const tag = word === '' ? '' : `; its first word, ${word.slice(0, 20)}, is taken for a tag`;
  const how = `Took the beginning of the answer, up to the first three backticks${tag}.`;
  return { found: true, code: rawText.slice(at, bodyEnd), start: 0, end: close + FENCE.length, how };
}

function shifted(extraction: Extraction, by: number): Extraction {
  if (!extraction.found || by === 0) return extraction;
  return { ...extraction, start: extraction.start + by, end: extraction.end + by };
}
