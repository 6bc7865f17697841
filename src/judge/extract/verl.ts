/**
 * The extraction rules of verl's two built-in graders: verl 0.9.1 `verl/utils/reward_score/`, `compute_score` of
 * each.
 */
import { pythonStrip } from '../compare/python-text.ts';
import { nothing, type Extraction } from './extraction.ts';

const FENCE = '```';
const PYTHON = '```python';

/**
 * `prime_code`: the text from the last `` ```python ``, anywhere in a line, up to the next three backticks or the
 * end. The rest of the line of the tag is included. Without such a tag, the answer up to its first three backticks.
 * So there is always a program.
 */
export function extractPrimeCode(rawText: string): Extraction {
  return afterTag(rawText) ?? upToFence(rawText);
}

/**
 * `sandbox_fusion`: as `prime_code` if there is a `` ```python ``. Otherwise the text between the first three
 * backticks and the next ones or the end, without its first line if that is one word of letters. Without backticks
 * there is no program.
 */
export function extractSandboxFusion(rawText: string): Extraction {
  const tagged = afterTag(rawText);
  if (tagged !== null) return tagged;
  const start = rawText.indexOf(FENCE);
  if (start === -1) return nothing('there are no three backticks.');
  const bodyStart = start + FENCE.length;
  const { bodyEnd, end } = closing(rawText, bodyStart);
  const body = rawText.slice(bodyStart, bodyEnd);
  const lineFeed = body.indexOf('\n');
  const isTag = lineFeed !== -1 && /^\p{L}+$/u.test(pythonStrip(body.slice(0, lineFeed)));
  const code = isTag ? body.slice(lineFeed + 1) : body;
  const how = `Took the first block, as nothing is tagged python${isTag ? '; its first line is a tag' : ''}.`;
  return { found: true, code, start, end, how };
}

function afterTag(rawText: string): Extraction | null {
  const start = rawText.lastIndexOf(PYTHON);
  if (start === -1) return null;
  const bodyStart = start + PYTHON.length;
  const { bodyEnd, end } = closing(rawText, bodyStart);
  const open = bodyEnd === rawText.length ? ', which stays open' : '';
  const how = `Took what follows the last ${PYTHON}${open}.`;
  return { found: true, code: rawText.slice(bodyStart, bodyEnd), start, end, how };
}

function upToFence(rawText: string): Extraction {
  const { bodyEnd } = closing(rawText, 0);
  const part = bodyEnd === rawText.length ? 'the whole answer' : 'the answer up to its first three backticks';
  const how = `Took ${part}, as nothing is tagged python.`;
  return { found: true, code: rawText.slice(0, bodyEnd), start: 0, end: bodyEnd, how };
}

function closing(text: string, from: number): { readonly bodyEnd: number; readonly end: number } {
  const at = text.indexOf(FENCE, from);
  return at === -1 ? { bodyEnd: text.length, end: text.length } : { bodyEnd: at, end: at + FENCE.length };
}
