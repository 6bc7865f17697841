/** The sentences of WindowMeter.svelte. */
import { numberText } from '../../../base/number-words.ts';

/** The parts of a window in their order. */
export const parts = { prompt: 'prompt', reasoning: 'reasoning', answer: 'answer', left: 'left' } as const;
export type WindowPart = keyof typeof parts;

/** "Window of 8,192 tokens: prompt 400, reasoning 2,000, answer 200, left 5,592". */
export function meterLabel(total: number, shares: Readonly<Record<WindowPart, number>>): string {
  const listed = Object.entries(parts).map(
    ([part, name]) => `${name} ${numberText(shares[part as WindowPart])}`,
  );
  return `Window of ${numberText(total)} tokens: ${listed.join(', ')}`;
}
