/** How an answer ended, in words. */
import { cutOffWords } from '../../../domain/words/completions.ts';
import type { Answer } from '../../../domain/answer.ts';

/**
 * Explains why an answer that has ended is incomplete; null for a complete answer, and for one whose failure explains
 * it.
 */
export function endingSentence({ completion, failure }: Answer): string | null {
  return failure === null ? cutOffWords(completion) || null : null;
}
