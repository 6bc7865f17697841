import type { Submission } from '../../../domain/submission.ts';
import type { FinishReason } from '../../../domain/completion.ts';
import type { JudgePort } from '../../../judge/judge.ts';

/** Creates a submission from a raw answer, which may contain reasoning tags. */
export function recordedSubmission(
  raw: string,
  finishReason: FinishReason | null = 'stop',
): Extract<Submission, { kind: 'completion' }> {
  return {
    kind: 'completion',
    completion: { reasoning: '', reasoningOpen: false, text: raw, finishReason, usage: null },
  };
}

/** Returns the program that the judge extracts from a raw answer; '' if there is none. */
export function programIn(raw: string, judge: JudgePort): string {
  const extraction = judge.extract(recordedSubmission(raw).completion);
  return extraction.found ? extraction.code : '';
}

/** Truncates an answer at a token limit. */
export function cutAt(raw: string, tokens: number): { readonly raw: string; readonly cut: boolean } {
  const isCut = tokensIn(raw) > tokens;
  return { raw: isCut ? raw.slice(0, tokens * CHARACTERS_A_TOKEN) : raw, cut: isCut };
}

/** Estimated number of characters per token, a typical ratio for English and Python. */
const CHARACTERS_A_TOKEN = 4;

/** Estimates the number of tokens in a text, ≥ 1. */
export function tokensIn(text: string): number {
  return Math.max(1, Math.round(text.length / CHARACTERS_A_TOKEN));
}
