/** Sentences about failures of any model. */
import type { FailureWords } from './failure-words.ts';

export function brokenModel(reason: string): FailureWords {
  return {
    message: `The model's connection broke: ${reason}`,
    remedy: 'Ask again; if it comes back, reload the page.',
  };
}
