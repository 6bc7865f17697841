/** Quotations of a server's own text at the end of a sentence. */

/** `text` after a colon, or only the full stop where there is none. */
export function quoted(text: string): string {
  return text === '' ? '.' : `: ${endSentence(text)}`;
}

export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
