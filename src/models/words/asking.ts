/** Sentences about failures of any model. */
import type { FailureWords } from './failure-words.ts';

export const brokenModel = (reason: string): FailureWords => ({
  message: `The model's connection broke: ${reason}`,
  remedy: 'Ask again; if it comes back, reload the page.',
});
