/** The length of a model's reasoning, and whether it fits a context window. All lengths are in tokens. */
import { numberText } from '../base/number-words.ts';

/** Number of reasoning tokens that is assumed for models that run on one machine: a rule of thumb. */
export const USUAL_REASONING_TOKENS = 10_000;
/**
 * Number of reasoning tokens on hard problems. DeepCoder was trained with answers of up to 16,384 tokens,
 * then 32,768. It solves fewer problems within either limit than within 65,536: 45.6 %, 57.9 % and 60.6 %
 * (its authors' report).
 */
const LONG_THOUGHT = 32_000;
/** Number of tokens of the statement and the program together. */
const TOKENS_BESIDE_THOUGHT = 2_000;

/**
 * Whether a context window is long enough for a chain of thought. `short`: too short for a typical one.
 * `tight`: too short for a hard problem.
 */
export type ReasoningFit = 'short' | 'tight' | 'ample';

/** Rates a context window for reasoning; null for a model without reasoning. */
export function reasoningFit(reasons: boolean, contextTokens: number): ReasoningFit | null {
  if (!reasons) return null;
  if (contextTokens < USUAL_REASONING_TOKENS + TOKENS_BESIDE_THOUGHT) return 'short';
  return contextTokens < LONG_THOUGHT ? 'tight' : 'ample';
}

/** Whether the name of a model suggests a reasoning model. For a model that the user adds, only the name is known. */
export function namesReasoner(name: string): boolean {
  return /r1|reason|think|qwen3|deepcoder/i.test(name);
}

/** Returns a message about whether a context window holds a typical chain of thought. */
export function reasoningWords(fit: ReasoningFit): string {
  const usualText = `the usual chain of thought of about ${numberText(USUAL_REASONING_TOKENS)} tokens`;
  switch (fit) {
    case 'short':
      return `Too short for ${usualText}: expect most answers to be cut off before there is a program, for a reward of 0.`;
    case 'tight':
      return `Holds ${usualText}. Hard problems take 16,000 to 32,000, and are cut off here.`;
    case 'ample':
      return 'Holds the chain of thought of most hard problems, too.';
  }
}
