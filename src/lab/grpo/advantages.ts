/**
 * Computes advantages: by how much each sample was better than its group. Libraries differ in scaling, and in the
 * treatment of cut-off answers.
 */
import type { Reward } from '../../domain/verdict.ts';

export interface AdvantageRule {
  /** The divisor of differences from the group's mean: the standard deviation of the group, of the batch, or none. */
  readonly scale: 'group' | 'batch' | 'none';
  /** 1 divides squares by n − 1, as torch does; 0 by n, as NumPy does. */
  readonly correction: 0 | 1;
  /** A small number that is added to the standard deviation before the division. */
  readonly epsilon: number;
}

/**
 * The treatment of a truncated sample. `penalised`: the same as any other, with its reward. `masked`: its tokens
 * are left out of the loss; its reward stays in the group's statistics. `zeroed`: if its reward is 0, its advantage
 * is 0; its tokens still count when the loss is averaged. `dropped`: it is removed before the statistics are
 * computed.
 */
export const OVERLONG = ['penalised', 'masked', 'zeroed', 'dropped'] as const;
export type Overlong = (typeof OVERLONG)[number];

export interface Rewarded {
  /**
   * The reward of the sample; null if the judge failed. Such a sample is then excluded from its group under all
   * rules.
   */
  readonly reward: Reward;
  readonly truncated: boolean;
}

export interface Credit {
  /** The advantage, equal for all tokens of the sample. */
  readonly advantage: number;
  /** Whether the tokens of the sample are included in the loss. */
  readonly inLoss: boolean;
  /** Whether the reward of the sample is included in the group's mean and standard deviation. */
  readonly inStatistics: boolean;
}

export interface GroupCredits {
  /** Mean of the rewards in the statistics; null if there are none. */
  readonly mean: number | null;
  /** Standard deviation of these rewards; 0 for equal rewards and for fewer than two. */
  readonly std: number;
  readonly credits: readonly Credit[];
}

/** @param groups the groups of one batch; each group contains the samples of one prompt */
export function creditsOfGroups(
  groups: readonly (readonly Rewarded[])[],
  rule: AdvantageRule,
  overlong: Overlong,
): readonly GroupCredits[] {
  const countedRewards = groups.map((group) =>
    group.flatMap(({ reward, truncated }) =>
      reward === null || (truncated && overlong === 'dropped') ? [] : [reward],
    ),
  );
  const batchStd = standardDeviation(countedRewards.flat(), rule.correction);
  return groups.map((group, index) => {
    const rewards = countedRewards[index]!;
    const mean = rewards.length === 0 ? null : meanOf(rewards);
    const std = standardDeviation(rewards, rule.correction);
    const divisor = { group: std + rule.epsilon, batch: batchStd + rule.epsilon, none: 1 }[rule.scale];
    return {
      mean,
      std,
      credits: group.map(({ reward, truncated }): Credit => {
        if (reward === null || mean === null || (truncated && overlong === 'dropped')) return LEFT_OUT;
        const isZeroed = truncated && overlong === 'zeroed' && reward === 0;
        return {
          // The deviation of equal values is 0, regardless of rounding errors.
          advantage: std === 0 || isZeroed ? 0 : (reward - mean) / divisor,
          inLoss: !(truncated && overlong === 'masked'),
          inStatistics: true,
        };
      }),
    };
  });
}

const LEFT_OUT: Credit = { advantage: 0, inLoss: false, inStatistics: false };

/** Returns the standard deviation; exactly 0 for equal values and for fewer than two. */
function standardDeviation(values: readonly number[], correction: 0 | 1): number {
  const [firstValue] = values;
  if (values.length < 2 || values.every((value) => value === firstValue)) return 0;
  const mean = meanOf(values);
  const sumOfSquares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(sumOfSquares / (values.length - correction));
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
