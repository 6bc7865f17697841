/** Sentences about failures of any model. */
import type { FailureWords } from './failures.ts';

export function brokenModel(reason: string): FailureWords {
  return {
    message: `The model's connection broke: ${reason}`,
    remedy: 'Ask again; if it comes back, reload the page.',
  };
}
