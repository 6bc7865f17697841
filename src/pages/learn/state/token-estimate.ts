/** Estimated characters per token, the usual ratio of English and Python. */
export const CHARACTERS_A_TOKEN = 4;

/** How many tokens a text may have, ≥ 1. */
export function tokensIn(text: string): number {
  return Math.max(1, Math.round(text.length / CHARACTERS_A_TOKEN));
}
