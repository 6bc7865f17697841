import type { Submission } from '../../../domain/submission.ts';
import type { FinishReason } from '../../../domain/completion.ts';
import type { JudgePort } from '../../../judge/judge.ts';

/** Makes a submission of a raw answer, reasoning tags included. */
export function answered(
  raw: string,
  finishReason: FinishReason | null = 'stop',
): Extract<Submission, { kind: 'completion' }> {
  return {
    kind: 'completion',
    completion: { reasoning: '', reasoningOpen: false, text: raw, finishReason, usage: null },
  };
}

/** Returns the program that the judge takes out of a raw answer; '' when it finds none. */
export function programIn(raw: string, judge: JudgePort): string {
  const extraction = judge.extract(answered(raw).completion);
  return extraction.found ? extraction.code : '';
}

/** Cuts an answer at a token limit. */
export function cutAt(raw: string, tokens: number): { readonly raw: string; readonly cut: boolean } {
  const cut = tokensIn(raw) > tokens;
  return { raw: cut ? raw.slice(0, tokens * CHARACTERS_A_TOKEN) : raw, cut };
}

/** Estimated characters per token, the usual ratio of English and Python. */
const CHARACTERS_A_TOKEN = 4;

/** Estimates the number of tokens of a text, ≥ 1. */
export function tokensIn(text: string): number {
  return Math.max(1, Math.round(text.length / CHARACTERS_A_TOKEN));
}
