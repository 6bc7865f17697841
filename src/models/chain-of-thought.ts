/** The length of a model's reasoning, and whether it fits a context window. All figures are in tokens. */
import { numberText } from '../base/number-words.ts';

/** A rule of thumb for reasoning models that run on one machine. */
export const USUAL_REASONING_TOKENS = 10_000;
/**
 * The length of reasoning on hard problems. DeepCoder was trained with answers of up to 16,384 tokens, then 32,768. It
 * solves fewer problems within either limit than within 65,536: 45.6 %, 57.9 % and 60.6 % (its authors' report).
 */
const LONG_THOUGHT = 32_000;
/** Tokens of the statement and of the program. */
const BESIDE_IT = 2_000;

/**
 * Whether a window is long enough for a chain of thought. `short`: too short for the usual one. `tight`: too short for
 * a hard problem.
 */
export type ReasoningFit = 'short' | 'tight' | 'ample';

/** Null for a model without reasoning. */
export function reasoningFit(reasons: boolean, contextTokens: number): ReasoningFit | null {
  if (!reasons) return null;
  if (contextTokens < USUAL_REASONING_TOKENS + BESIDE_IT) return 'short';
  return contextTokens < LONG_THOUGHT ? 'tight' : 'ample';
}

/** Whether the name of a model suggests a reasoning model. For a model that the user adds, only the name is known. */
export function namesReasoner(name: string): boolean {
  return /r1|reason|think|qwen3|deepcoder/i.test(name);
}

/** A sentence for the user on whether a window holds the usual chain of thought. */
export function reasoningWords(fit: ReasoningFit): string {
  const usual = `the usual chain of thought of about ${numberText(USUAL_REASONING_TOKENS)} tokens`;
  switch (fit) {
    case 'short':
      return `Too short for ${usual}: expect most answers to be cut off before there is a program, for a reward of 0.`;
    case 'tight':
      return `Holds ${usual}. Hard problems take 16,000 to 32,000, and are cut off here.`;
    case 'ample':
      return 'Holds the chain of thought of most hard problems, too.';
  }
}
