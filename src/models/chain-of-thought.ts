/** The length of a model's reasoning, and whether a context window has room for it. All figures in tokens. */
import { numberText } from '../base/number-words.ts';

/** A rule of thumb for reasoning models of the sizes that run on one machine. */
export const USUAL_REASONING_TOKENS = 10_000;
/**
 * The length of reasoning on hard problems. DeepCoder was trained with answers of up to 16,384 tokens, then 32,768,
 * and solves fewer problems in either than in 65,536: 45.6 %, 57.9 % and 60.6 % (its authors' report).
 */
const LONG_THOUGHT = 32_000;
/** Tokens of the statement before it, and of the program after it. */
const BESIDE_IT = 2_000;

/** Whether a window holds a chain of thought. `short`: not the usual one. `tight`: not the one of a hard problem. */
export interface ReasoningFit {
  readonly kind: 'short' | 'tight' | 'ample';
  readonly words: string;
}

/** Null for a model without reasoning. */
export function reasoningFit(reasons: boolean, contextTokens: number): ReasoningFit | null {
  if (!reasons) return null;
  const usual = numberText(USUAL_REASONING_TOKENS);
  if (contextTokens < USUAL_REASONING_TOKENS + BESIDE_IT)
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
