/** How long models think aloud before they answer, and what a window leaves them of it. All figures in tokens. */
import { numberText } from '../base/number-words.ts';

/** A rule of thumb for reasoning models of the sizes that run on one machine. */
export const USUAL_THOUGHT = 10_000;
/**
 * The length of reasoning on hard problems. DeepCoder was trained with answers of up to 16,384 tokens, then 32,768,
 * and solves fewer problems in either than in 65,536: 45.6 %, 57.9 % and 60.6 % (its authors' report).
 */
const LONG_THOUGHT = 32_000;
/** The statement before it, and the program after it. */
const BESIDE_IT = 2_000;

/** Whether a window holds a chain of thought. `short`: not the usual one. `tight`: not that of a hard problem. */
export interface ThoughtRoom {
  readonly kind: 'short' | 'tight' | 'ample';
  readonly words: string;
}

/** Null for a model that answers without thinking aloud. */
export function roomToThink(reasons: boolean, contextTokens: number): ThoughtRoom | null {
  if (!reasons) return null;
  const usual = numberText(USUAL_THOUGHT);
  if (contextTokens < USUAL_THOUGHT + BESIDE_IT)
    return {
      kind: 'short',
      words: `Too short for the usual chain of thought of about ${usual} tokens: expect most answers to be cut off before there is a program, for a reward of 0.`,
    };
  if (contextTokens < LONG_THOUGHT)
    return {
      kind: 'tight',
      words: `Holds the usual chain of thought of about ${usual} tokens. Hard problems take 16,000 to 32,000, and are cut off here.`,
    };
  return { kind: 'ample', words: 'Holds the chain of thought of most hard problems, too.' };
}
