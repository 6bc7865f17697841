/** The sentences of Reasoning.svelte. */
import { numberText } from '../../../base/number-words.ts';

export const reasoning = 'Reasoning';
export const reasoningStreams = 'Reasoning…';

interface Size {
  readonly tokens: number;
  readonly guessed: boolean;
  readonly characters: number;
  /** Whether the answer ended inside the reasoning. */
  readonly neverClosed: boolean;
}

export function reasoningSize({ tokens, guessed, characters, neverClosed }: Size): string {
  const size = `${guessed ? 'about ' : ''}${numberText(tokens)} tokens, ${numberText(characters)} characters`;
  return neverClosed ? `${size}, never closed` : size;
}
