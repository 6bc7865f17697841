import { isPythonSpace } from '../compare/python-text.ts';

/**
 * Returns a block without the explanations that reward-kit deletes (fw-ai-external/reward-kit
 * `reward_kit/rewards/code_execution.py`, `extract_code_blocks`: five expressions, one after the other). Each is
 * written by hand, because the expressions take quadratic time on long sequences of blank lines.
 */
export function withoutVerbosity(code: string): string {
  let rest = withoutElement(code, 'think');
  rest = withoutElement(rest, 'reasoning');
  rest = withoutThinkingPhrase(rest);
  rest = withoutLine(rest, /here's the python code/giu);
  return withoutLine(rest, /okay, here is the code:/giu);
}

/** Deletes `<name>.*?</name>`, across lines. */
function withoutElement(text: string, name: string): string {
  const [open, close] = [`<${name}>`, `</${name}>`];
  let kept = '';
  let from = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, from)) {
    const end = text.indexOf(close, start + open.length);
    if (end === -1) break;
    kept += text.slice(from, start);
    from = end + close.length;
  }
  return kept + text.slice(from);
}

const PHRASE = 'Thinking:';

/**
 * Deletes `Thinking:\s*.*?(?=\n\S)`, across lines: the text up to the next line that is not indented. White space
 * is matched first, so the line after the phrase is deleted too, unless it is the last one that is not indented.
 */
function withoutThinkingPhrase(text: string): string {
  let kept = '';
  let from = 0;
  for (let start = text.indexOf(PHRASE); start !== -1; start = text.indexOf(PHRASE, from)) {
    let solid = start + PHRASE.length;
    while (solid < text.length && isPythonSpace(text.charCodeAt(solid))) solid++;
    let end = text.indexOf('\n', solid);
    while (end !== -1 && (end + 1 === text.length || isPythonSpace(text.charCodeAt(end + 1)))) {
      end = text.indexOf('\n', end + 1);
    }
    // As in a backtracking match, the white space is given up from its last line feed on.
    if (end === -1 && solid < text.length && text[solid - 1] === '\n') end = solid - 1;
    if (end === -1) break;
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

/**
 * Deletes `^\s*phrase.*?\n` in any case: the line of the phrase from its first word on, and all blank lines before
 * it.
 */
function withoutLine(text: string, phrase: RegExp): string {
  let kept = '';
  let from = 0;
  for (const { index } of text.matchAll(phrase)) {
    if (index < from) continue;
    const end = text.indexOf('\n', index);
    if (end === -1) break;
    // The first line start in the white space before the phrase. `from` is always a line start.
    let start = index === from ? from : -1;
    for (let at = index; at > from && isPythonSpace(text.charCodeAt(at - 1)); at--) {
      if (text[at - 1] === '\n') start = at;
      if (at - 1 === from) start = from;
    }
    if (start === -1) continue;
    kept += text.slice(from, start);
    from = end + 1;
  }
  return kept + text.slice(from);
}
