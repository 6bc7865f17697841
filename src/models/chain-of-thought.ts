/** The length of a model's reasoning, and whether a context window has room for it. All figures in tokens. */

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
export type ReasoningFit = 'short' | 'tight' | 'ample';

/** Null for a model without reasoning. */
export function reasoningFit(reasons: boolean, contextTokens: number): ReasoningFit | null {
  if (!reasons) return null;
  if (contextTokens < USUAL_REASONING_TOKENS + BESIDE_IT) return 'short';
  return contextTokens < LONG_THOUGHT ? 'tight' : 'ample';
}
