import type { Submission } from '../../../domain/submission.ts';
import type { FinishReason } from '../../../domain/completion.ts';
import { CHARACTERS_A_TOKEN, tokensIn } from './token-estimate.ts';

/** A raw answer as a model gave it, reasoning tags included, as it is handed to the judge. */
export function answered(raw: string, finishReason: FinishReason = 'stop'): Submission {
  return {
    kind: 'completion',
    completion: { reasoning: '', reasoningOpen: false, text: raw, finishReason, usage: null },
  };
}

/** Cuts an answer at a token limit. */
export function cutAt(raw: string, tokens: number): { readonly raw: string; readonly cut: boolean } {
  const cut = tokensIn(raw) > tokens;
  return { raw: cut ? raw.slice(0, tokens * CHARACTERS_A_TOKEN) : raw, cut };
}
