/** The extraction rules of NeMo-Gym, open-instruct, INTELLECT-3, lm-eval, and verl's two built-in graders. */
import { pythonStrip, stripSpan } from '../compare/python-text.ts';
import { type Extraction, FENCE, noProgram, PYTHON, THINK_CLOSE, THINK_OPEN, wordEnd } from './fences.ts';
import { extractLiveCodeBench, extractRllm } from './graders.ts';

/**
 * Extracts the program as NeMo-Gym does (nemo-gym 0.7.0 `resources_servers/code_gen/app.py`): by LiveCodeBench's
 * rule, applied to the answer without its reasoning. A think tag in the answer violates the format and costs
 * `reasoning_format_penalty`, which is 0 by default.
 *
 * @param answerAt where the reasoning ends; the trainer stores the reasoning separately
 */
export function extractNemoGym(rawText: string, answerAt: number | null = null): Extraction {
  const answerOffset = answerAt ?? 0;
  const answer = rawText.slice(answerOffset);
  if (answer.includes(THINK_OPEN) || answer.includes(THINK_CLOSE))
    return noProgram('NeMo-Gym pays nothing for an answer that holds a think tag.');
  return shiftedBy(extractLiveCodeBench(answer), answerOffset);
}

/**
 * Extracts the program as open-instruct does (allenai/open-instruct e6c3044 `open_instruct/ground_truth_utils.py`,
 * `extract_python_code`): the last match of three backticks, an optional `python`, a body and three backticks,
 * stripped. No line feed is required, so any other tag becomes the first word of the program. Without a match the
 * whole answer is the program.
 */
export function extractOpenInstruct(rawText: string): Extraction {
  let lastMatch: { readonly start: number; readonly end: number } | null = null;
  for (let start = rawText.indexOf(FENCE); start !== -1;) {
    const closeAt = rawText.indexOf(FENCE, bodyStartOf(rawText, start));
    if (closeAt === -1) break;
    lastMatch = { start, end: closeAt + FENCE.length };
    start = rawText.indexOf(FENCE, lastMatch.end);
  }
  if (lastMatch === null) {
    const explanation = 'Took the whole answer, as no three backticks are closed.';
    return { found: true, code: rawText, start: 0, end: rawText.length, how: explanation };
  }
  const body = rawText.slice(bodyStartOf(rawText, lastMatch.start), lastMatch.end - FENCE.length);
  const pairExplanation = 'Took what the last pair of backticks holds.';
  return { found: true, code: pythonStrip(body), ...lastMatch, how: pairExplanation };
}

function bodyStartOf(text: string, start: number): number {
  const at = start + FENCE.length;
  return text.startsWith(PYTHON, at) ? at + PYTHON.length : at;
}

/**
 * Extracts the program as INTELLECT-3 does (research-environments 1f95879
 * `environments/code_env/code_env/code_env.py`): by rLLM's expression, applied to the text after the last `</think>`.
 * If the reasoning is opened and not closed, there is no program. An empty block is ignored.
 */
export function extractIntellect3(rawText: string): Extraction {
  const closeAt = rawText.lastIndexOf(THINK_CLOSE);
  if (closeAt === -1 && rawText.includes(THINK_OPEN)) return noProgram('the reasoning is not closed.');
  const answerStart = closeAt === -1 ? 0 : closeAt + THINK_CLOSE.length;
  // White space around the answer is stripped before the search. White space inside a block is not.
  const { start, end } =
    closeAt === -1 ? { start: 0, end: rawText.length } : stripSpan(rawText, answerStart, rawText.length);
  const extraction = shiftedBy(extractRllm(rawText.slice(start, end)), start);
  if (extraction.found && extraction.code === '') return noProgram('the block is empty.');
  return extraction;
}

/**
 * Extracts the program as lm-eval 0.4.13 does (`lm_eval/tasks/mbpp/utils.py`, `extract_code_blocks`). The prompt ends
 * in an open block, so three backticks are put before the answer. The program is the first match of backticks, an
 * optional word, an optional line feed, a body, an optional line feed and backticks. The first word of the answer is
 * taken for the tag.
 */
export function extractLmEval(rawText: string): Extraction {
  let at = wordEnd(rawText, 0);
  if (rawText[at] === '\n') at++;
  const closeAt = rawText.indexOf(FENCE, at);
  if (closeAt === -1) return noProgram('no three backticks close the block of the prompt.');
  const bodyEnd = closeAt > at && rawText[closeAt - 1] === '\n' ? closeAt - 1 : closeAt;
  const word = rawText.slice(0, wordEnd(rawText, 0));
  const tag = word === '' ? '' : `; its first word, ${word.slice(0, 20)}, is taken for a tag`;
  const explanation = `Took the beginning of the answer, up to the first three backticks${tag}.`;
  return {
    found: true,
    code: rawText.slice(at, bodyEnd),
    start: 0,
    end: closeAt + FENCE.length,
    how: explanation,
  };
}

function shiftedBy(extraction: Extraction, offset: number): Extraction {
  if (!extraction.found || offset === 0) return extraction;
  return { ...extraction, start: extraction.start + offset, end: extraction.end + offset };
}

const TAGGED_FENCE = FENCE + PYTHON;

/**
 * Extracts the program as verl's `prime_code` does (verl 0.9.1 `verl/utils/reward_score/`, `compute_score`): the text
 * from the last `` ```python ``, anywhere in a line, up to the next three backticks or the end. The rest of the tag's
 * line is included. Without this tag, the program is the answer up to its first three backticks, so there is always a
 * program.
 */
export function extractPrimeCode(rawText: string): Extraction {
  return afterTag(rawText) ?? upToFence(rawText);
}

/**
 * Extracts the program as verl's `sandbox_fusion` does (same source): like `prime_code` if the answer contains
 * `` ```python ``. Otherwise the program is the text between the first three backticks and the next three or the end,
 * without its first line if that is one word of letters. Without backticks there is no program.
 */
export function extractSandboxFusion(rawText: string): Extraction {
  const taggedExtraction = afterTag(rawText);
  if (taggedExtraction !== null) return taggedExtraction;
  const start = rawText.indexOf(FENCE);
  if (start === -1) return noProgram('there are no three backticks.');
  const bodyStart = start + FENCE.length;
  const { bodyEnd, end } = closingFence(rawText, bodyStart);
  const body = rawText.slice(bodyStart, bodyEnd);
  const lineFeed = body.indexOf('\n');
  const isTag = lineFeed !== -1 && /^\p{L}+$/u.test(pythonStrip(body.slice(0, lineFeed)));
  const code = isTag ? body.slice(lineFeed + 1) : body;
  const explanation = `Took the first block, as nothing is tagged python${isTag ? '; its first line is a tag' : ''}.`;
  return { found: true, code, start, end, how: explanation };
}

function afterTag(rawText: string): Extraction | null {
  const start = rawText.lastIndexOf(TAGGED_FENCE);
  if (start === -1) return null;
  const bodyStart = start + TAGGED_FENCE.length;
  const { bodyEnd, end } = closingFence(rawText, bodyStart);
  const openNote = bodyEnd === rawText.length ? ', which stays open' : '';
  const explanation = `Took what follows the last ${TAGGED_FENCE}${openNote}.`;
  return { found: true, code: rawText.slice(bodyStart, bodyEnd), start, end, how: explanation };
}

function upToFence(rawText: string): Extraction {
  const { bodyEnd } = closingFence(rawText, 0);
  const partText =
    bodyEnd === rawText.length ? 'the whole answer' : 'the answer up to its first three backticks';
  const explanation = `Took ${partText}, as nothing is tagged python.`;
  return { found: true, code: rawText.slice(0, bodyEnd), start: 0, end: bodyEnd, how: explanation };
}

function closingFence(text: string, from: number): { readonly bodyEnd: number; readonly end: number } {
  const at = text.indexOf(FENCE, from);
  return at === -1 ? { bodyEnd: text.length, end: text.length } : { bodyEnd: at, end: at + FENCE.length };
}
