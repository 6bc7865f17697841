import type { Answer } from '../../domain/answer.ts';

/** Tokens of a model's context window by use. Their sum is `total`, unless the window is overfull. */
export interface WindowShares {
  readonly total: number;
  readonly prompt: number;
  readonly reasoning: number;
  readonly answer: number;
  readonly left: number;
}

/**
 * Divides the context window by use. Returns null if its size is unknown. Generated tokens are divided
 * between reasoning and answer in the ratio of their characters.
 */
export function windowShares({ window, completion }: Answer): WindowShares | null {
  if (!window?.contextTokens) return null;
  const { contextTokens: total, generatedTokens } = window;
  const prompt = window.promptTokens ?? 0;
  const characters = completion.reasoning.length + completion.text.length;
  const reasoning =
    characters === 0 ? 0 : Math.round((generatedTokens * completion.reasoning.length) / characters);
  return {
    total,
    prompt,
    reasoning,
    answer: generatedTokens - reasoning,
    left: Math.max(0, total - prompt - generatedTokens),
  };
}
