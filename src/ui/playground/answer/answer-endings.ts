/** How an answer ended, in words. */
import { cutOffWords } from '../../../domain/completion.ts';
import type { AnswerRecord } from '../../../storage/records.ts';

/** Why an answer that has ended is not whole; null where it is, and where its failure says so. */
export function endingSentence({ completion, failure }: AnswerRecord): string | null {
  return failure === null ? cutOffWords(completion.finishReason) || null : null;
}
