const FENCE = '```';

/**
 * Whether a string contains a closed Markdown code block and therefore cannot be a program, because backticks
 * outside strings and comments are not valid Python. A program that prints Markdown, or has some in a docstring,
 * is still a program.
 */
export function isFencedAnswer(text: string): boolean {
  const lastFence = text.lastIndexOf(FENCE);
  const firstFence = text.indexOf(FENCE);
  if (lastFence < firstFence + FENCE.length) return false;
  // An unclosed quote belongs to prose, so the text after it is scanned as if the quote were missing.
  const unclosedQuotes = new Set<string>();
  for (let at = 0; at <= lastFence - FENCE.length;) {
    const character = text[at]!;
    if (text.startsWith(FENCE, at)) return true;
    if (character === '#') at = lineEnd(text, at);
    else if (character === '\\') at += 2;
    else if (character === '"' || character === "'") {
      const tripleQuote = character.repeat(3);
      const quote =
        text.startsWith(tripleQuote, at) && !unclosedQuotes.has(tripleQuote) ? tripleQuote : character;
      const end = stringEnd(text, at + quote.length, quote);
      if (end === null && quote === tripleQuote) unclosedQuotes.add(tripleQuote);
      at = end ?? at + 1;
    } else at += 1;
  }
  return false;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** Returns the position after the closing quote; null if there is none. */
function stringEnd(text: string, begin: number, quote: string): number | null {
  for (let at = begin; at < text.length; at += text[at] === '\\' ? 2 : 1) {
    if (text.startsWith(quote, at)) return at + quote.length;
    if (quote.length === 1 && text[at] === '\n') return null;
  }
  return null;
}
