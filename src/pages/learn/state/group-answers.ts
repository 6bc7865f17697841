/** Answers on their way into a group, and what its table needs of them beside their verdicts. */
import { rawText, type FinishReason } from '../../../domain/completion.ts';
import type { ReadAnswer } from '../../../common/answer/read-answer.ts';
import { tokensIn } from './token-estimate.ts';

const CUT: ReadonlySet<FinishReason | null> = new Set<FinishReason>(['length', 'context', 'too-long']);

export interface AnswerLength {
  /** ≥ 1. */
  readonly tokens: number;
  /** Not counted, but taken from its characters. */
  readonly estimated: boolean;
}

export function lengthOf({ submission, tokens }: Pick<ReadAnswer, 'submission' | 'tokens'>): AnswerLength {
  const counted =
    tokens?.length ??
    (submission.kind === 'completion' ? submission.completion.usage?.completionTokens : null) ??
    null;
  if (counted !== null && counted > 0) return { tokens: counted, estimated: false };
  const text =
    submission.kind === 'completion'
      ? rawText(submission.completion)
      : submission.kind === 'program'
        ? submission.code
        : submission.text;
  return { tokens: tokensIn(text), estimated: true };
}

/** Whether a limit on tokens ended it. */
export function isCut({ submission }: Pick<ReadAnswer, 'submission'>): boolean {
  return submission.kind === 'completion' && CUT.has(submission.completion.finishReason);
}
