/** Quotations of a server's own text at the end of a sentence. */

/** `text` after a colon, or only the full stop where there is none. */
export const quoted = (text: string): string => (text === '' ? '.' : `: ${endSentence(text)}`);

export const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
