/** The settings of a training run. */
import type { PretrainingProgress } from '../policy/pretraining.ts';
import type { TestRules } from '../tasks/tasks.ts';
import type { AdvantageRule, Overlong } from './advantages.ts';
import type { Aggregation, LossRule } from './loss.ts';

export interface Settings extends LossRule {
  /** The reward rule. 'sparse': 1 if every test passes, else 0. 'fractional': the share of tests that pass. */
  readonly reward: 'sparse' | 'fractional';
  readonly tests: TestRules;
  /** Pretraining of the base policy. */
  readonly reading: PretrainingProgress;
  readonly steps: number;
  /** Number of prompts per step. */
  readonly prompts: number;
  /** Number of programs that are sampled for each prompt. */
  readonly groupSize: number;
  readonly learningRate: number;
  /** Number of updates per step. Each update uses a part of the samples. */
  readonly minibatches: number;
  /** Number of times that each sample is used. */
  readonly epochs: number;
  readonly advantage: AdvantageRule;
  readonly aggregation: Aggregation;
  /** Weight of the entropy bonus; 0 disables it. */
  readonly entropyBonus: number;
  readonly overlong: Overlong;
  /**
   * Maximum number of tokens of a program. Each value applies from the step `from` on; the first starts at step 1.
   */
  readonly context: readonly { readonly from: number; readonly tokens: number }[];
  /** Sets tasks aside by their recent solve rate; null for no filter. */
  readonly difficulty: DifficultyFilter | null;
  /** Age of the training samples, in steps. */
  readonly staleness: number;
}

/**
 * A task is set aside if the share of solved samples among its last `window` samples is below `least` or above
 * `most`.
 */
export interface DifficultyFilter {
  readonly window: number;
  readonly least: number;
  readonly most: number;
}

/** DeepCoder's GRPO+ settings, scaled down to this toy model. */
export const GRPO_PLUS: Settings = {
  reward: 'sparse',
  tests: { count: 10, weak: false, brokenCopies: 0 },
  reading: { steps: 250, skill: 0.15 },
  steps: 100,
  prompts: 16,
  groupSize: 16,
  learningRate: 4e-3,
  minibatches: 4,
  epochs: 1,
  advantage: { scale: 'group', correction: 1, epsilon: 1e-6 },
  aggregation: 'token-mean',
  clipLow: 0.2,
  clipHigh: 0.28,
  dualClip: 0,
  kl: 0,
  entropyBonus: 0,
  overlong: 'masked',
  context: [{ from: 1, tokens: 14 }],
  difficulty: null,
  staleness: 0,
};

export function contextAt(settings: Settings, step: number): number {
  const stage = settings.context.findLast(({ from }) => from <= step);
  if (stage === undefined) throw new RangeError(`no context is given for step ${step}`);
  return stage.tokens;
}
