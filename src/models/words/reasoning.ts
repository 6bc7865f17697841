/** Sentences on whether a window holds the chain of thought of a reasoning model. */
import { numberText } from '../../base/number-words.ts';

export function reasoningWords(fit: 'short' | 'tight' | 'ample', usualTokens: number): string {
  const usual = `the usual chain of thought of about ${numberText(usualTokens)} tokens`;
  switch (fit) {
    case 'short':
      return `Too short for ${usual}: expect most answers to be cut off before there is a program, for a reward of 0.`;
    case 'tight':
      return `Holds ${usual}. Hard problems take 16,000 to 32,000, and are cut off here.`;
    case 'ample':
      return 'Holds the chain of thought of most hard problems, too.';
  }
}
