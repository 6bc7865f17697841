/** The program as verl's two stock graders take it: verl 0.9.1 `verl/utils/reward_score/`, `compute_score` of each. */
import { pythonStrip } from '../compare/python-text.ts';
import { by, nothing, type Extraction } from './extraction.ts';

const FENCE = '```';
const PYTHON = '```python';

/**
 * `prime_code`: what follows the last `` ```python ``, wherever it stands and whatever follows it on its line, up to the
 * next three backticks or the end. Without one, the answer up to its first three backticks. So there is always a program.
 */
export function extractPrimeCode(rawText: string): Extraction {
  return afterTag(rawText) ?? upToFence(rawText);
}

/**
 * `sandbox_fusion`: as `prime_code` where there is a `` ```python ``; else what stands between the first three backticks
 * and the next ones or the end, less its first line if that is one word of letters. Without backticks there is none.
 */
export function extractSandboxFusion(rawText: string): Extraction {
  const tagged = afterTag(rawText);
  if (tagged !== null) return tagged;
  const start = rawText.indexOf(FENCE);
  if (start === -1) return nothing(by('hasNoBackticks'));
  const bodyStart = start + FENCE.length;
  const { bodyEnd, end } = closing(rawText, bodyStart);
  const body = rawText.slice(bodyStart, bodyEnd);
  const lineFeed = body.indexOf('\n');
  const isTag = lineFeed !== -1 && /^\p{L}+$/u.test(pythonStrip(body.slice(0, lineFeed)));
  const code = isTag ? body.slice(lineFeed + 1) : body;
  return { found: true, code, start, end, how: by('tookFirst', isTag) };
}

function afterTag(rawText: string): Extraction | null {
  const start = rawText.lastIndexOf(PYTHON);
  if (start === -1) return null;
  const bodyStart = start + PYTHON.length;
  const { bodyEnd, end } = closing(rawText, bodyStart);
  const how = by('tookAfterLastPython', bodyEnd === rawText.length);
  return { found: true, code: rawText.slice(bodyStart, bodyEnd), start, end, how };
}

function upToFence(rawText: string): Extraction {
  const { bodyEnd } = closing(rawText, 0);
  const how = by('tookUntaggedAnswer', bodyEnd === rawText.length);
  return { found: true, code: rawText.slice(0, bodyEnd), start: 0, end: bodyEnd, how };
}

function closing(text: string, from: number): { readonly bodyEnd: number; readonly end: number } {
  const at = text.indexOf(FENCE, from);
  return at === -1 ? { bodyEnd: text.length, end: text.length } : { bodyEnd: at, end: at + FENCE.length };
}
