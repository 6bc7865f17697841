import { isPythonSpace } from '../compare/python-text.ts';

/**
 * A block without the talk that reward-kit deletes from it (fw-ai-external/reward-kit
 * `reward_kit/rewards/code_execution.py`, `extract_code_blocks`: five expressions, one after the other). Each is done
 * by hand: the expressions take quadratic time on runs of blank lines.
 */
export function withoutVerbosity(code: string): string {
  let rest = withoutElement(code, 'think');
  rest = withoutElement(rest, 'reasoning');
  rest = withoutThinkingPhrase(rest);
  rest = withoutLine(rest, /here's the python code/giu);
  return withoutLine(rest, /okay, here is the code:/giu);
}

/** `<name>.*?</name>`, over lines. */
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
 * `Thinking:\s*.*?(?=\n\S)`, over lines: up to the next line that is not indented. White space is taken first, so the
 * line right after the phrase goes too, unless it is the last one that is not indented.
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
    // White space is given back as far as the line feed before what is solid.
    if (end === -1 && solid < text.length && text[solid - 1] === '\n') end = solid - 1;
    if (end === -1) break;
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

/** `^\s*phrase.*?\n` in any case: the phrase's line from its first word on, and all blank lines before it. */
function withoutLine(text: string, phrase: RegExp): string {
  let kept = '';
  let from = 0;
  for (const { index } of text.matchAll(phrase)) {
    if (index < from) continue;
    const end = text.indexOf('\n', index);
    if (end === -1) break;
    // The first start of a line in the white space before the phrase; `from` is always one.
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
