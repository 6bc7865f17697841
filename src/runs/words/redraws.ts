/** Words about samples that are asked again with a larger token limit. */
import { counted, numberText } from '../../base/number-words.ts';
import type { Redraw } from '../../domain/redraw.ts';

/** Name of the fact that samples were asked again after they were truncated. */
export const REDRAW_FACT = 'asked again after truncation';

export const notAboveOldLimit = (tokens: number): string =>
  `The new limit must be larger than the old one, ${numberText(tokens)} tokens.`;
export const notAboveLongestAnswer = (tokens: number): string =>
  `The new limit must be larger than the longest cut-off answer, ${numberText(tokens)} tokens.`;

/** `asked again with 32,768 tokens`. */
export function redrawnWords({ limit }: Redraw): string {
  return `asked again with ${numberText(limit)} tokens`;
}

/** `16,384 → 32,768`: the limits of a redraw. */
export function limitWords({ oldLimit, limit }: Redraw): string {
  return `${oldLimit === null ? 'no limit' : numberText(oldLimit)} → ${numberText(limit)}`;
}

/** `3 samples, token limit 16,384 → 32,768`; null without a redraw. */
export function redrawsWords(redraws: readonly Redraw[]): string | null {
  return redraws.length === 0
    ? null
    : `${counted(redraws.length, 'sample')}, token limit ${stepsOf(redraws)}`;
}

export function stepsOf(redraws: readonly Redraw[]): string {
  return [...new Set(redraws.map(limitWords))].join(', ');
}
