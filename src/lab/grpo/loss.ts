/** The clipped loss of GRPO, token by token, with its derivatives. */
import { exp } from '../policy/elementary.ts';

/**
 * How tokens are averaged. `token-mean`: every token has the same weight. `sequence-mean`: every sample has the
 * same weight, long or short. `constant`: the sum is divided by the number of samples times the context length (Dr.
 * GRPO).
 */
export const AGGREGATIONS = ['token-mean', 'sequence-mean', 'constant'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

export interface LossRule {
  /** The ratio of new to old probability is clipped to 1 − `clipLow` and 1 + `clipHigh`. */
  readonly clipLow: number;
  readonly clipHigh: number;
  /** Upper limit of the ratio for negative advantages (verl's `clip_ratio_c`), above 1; 0 for no limit. */
  readonly dualClip: number;
  /** Weight of the distance from the base policy (the estimator k3); 0 disables the term. */
  readonly kl: number;
}

/** Log probabilities of the tokens of a sample. */
export interface SampleLogs {
  readonly current: ArrayLike<number>;
  /** Log probabilities under the policy that generated the sample. */
  readonly sampled: ArrayLike<number>;
  /** Log probabilities under the base policy; null if the KL term is disabled. */
  readonly base: ArrayLike<number> | null;
}

export interface SampleLoss {
  readonly loss: number;
  /** Derivatives of the loss with respect to `current`. */
  readonly slopes: Float64Array;
  /** Number of tokens whose gradient was clipped because the ratio was too low. */
  readonly clippedLow: number;
  /** Number of tokens whose gradient was clipped because the ratio was too high. */
  readonly clippedHigh: number;
  /** Number of tokens whose gradient the dual clip removed. */
  readonly clippedDual: number;
  /** The estimate of KL, summed over the tokens. */
  readonly kl: number;
}

/** @param weight the weight of each token, from `tokenWeights` */
export function sampleLoss(
  { current, sampled, base }: SampleLogs,
  advantage: number,
  weight: number,
  { clipLow, clipHigh, dualClip, kl: beta }: LossRule,
): SampleLoss {
  const slopes = new Float64Array(current.length);
  let [loss, clippedLow, clippedHigh, clippedDual, kl] = [0, 0, 0, 0, 0];
  for (let token = 0; token < current.length; token++) {
    const ratio = exp(current[token]! - sampled[token]!);
    const isHigh = advantage > 0 && ratio > 1 + clipHigh;
    const isLow = advantage < 0 && ratio < 1 - clipLow;
    const isDual = advantage < 0 && dualClip > 0 && ratio > dualClip;
    const clippedRatio = isHigh ? 1 + clipHigh : isLow ? 1 - clipLow : isDual ? dualClip : ratio;
    loss -= weight * advantage * clippedRatio;
    if (isHigh) clippedHigh += 1;
    else if (isLow) clippedLow += 1;
    else if (isDual) clippedDual += 1;
    else slopes[token] = -weight * advantage * ratio;
    if (base === null) continue;
    const logRatio = base[token]! - current[token]!;
    const estimate = exp(logRatio) - logRatio - 1;
    kl += estimate;
    loss += weight * beta * estimate;
    slopes[token]! += weight * beta * (1 - exp(logRatio));
  }
  return { loss, slopes, clippedLow, clippedHigh, clippedDual, kl };
}

/**
 * Computes the weight of each token of a sample in the loss; 0 for samples that are excluded from the loss.
 * @param samples the samples of one update; masked samples are counted as samples, but their tokens are not
 * @param context maximum number of tokens of a sample
 */
export function tokenWeights(
  samples: readonly { readonly length: number; readonly inLoss: boolean }[],
  aggregation: Aggregation,
  context: number,
): readonly number[] {
  const tokens = samples.reduce((sum, { length, inLoss }) => sum + (inLoss ? length : 0), 0);
  return samples.map(({ length, inLoss }) => {
    if (!inLoss) return 0;
    switch (aggregation) {
      case 'token-mean':
        return 1 / tokens;
      case 'sequence-mean':
        return 1 / (samples.length * length);
      case 'constant':
        return 1 / (samples.length * context);
    }
  });
}
