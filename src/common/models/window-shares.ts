import type { Answer } from '../../domain/answer.ts';

/** Tokens of a model's window by what they are for. They sum up to `total`, but for an overfull window. */
export interface WindowShares {
  readonly total: number;
  readonly prompt: number;
  readonly reasoning: number;
  readonly answer: number;
  readonly left: number;
}

/** Null where the model does not say how large its window is. Reasoning and answer share what was generated in the proportion of their characters. */
export function windowShares({
  window,
  completion,
}: Pick<Answer, 'window' | 'completion'>): WindowShares | null {
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
