/** How an answer ended, in words. */
import { cutOffWords } from '../../../domain/completion.ts';
import type { Answer } from '../../../domain/answer.ts';

/** Why an answer that has ended is not whole; null where it is, and where its failure says so. */
export function endingSentence({ completion, failure }: Answer): string | null {
  return failure === null ? cutOffWords(completion) || null : null;
}
