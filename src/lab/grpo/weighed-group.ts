/** The advantages of a group under the rules of a library, and the share of each sample in the gradient. */
import { creditsOfGroups, type AdvantageRule, type Credit, type Overlong } from './advantages.ts';
import { tokenWeights, type Aggregation } from './loss.ts';

/** The rules of a library that decide advantages and weights. */
export interface GroupRules {
  readonly advantage: AdvantageRule;
  readonly overlong: Overlong;
  readonly aggregation: Aggregation;
}

export interface GroupSample {
  /** The reward of the sample; null if the judge failed. */
  readonly reward: number | null;
  readonly truncated: boolean;
  /** Number of tokens, ≥ 1. */
  readonly length: number;
}

export interface WeighedSample extends Credit {
  /**
   * Share of the sum of |advantage| × weight over all tokens of the group, with the sign of the advantage; 0 if that
   * sum is 0.
   */
  readonly share: number;
}

export interface WeighedGroup {
  readonly mean: number | null;
  readonly std: number;
  /** The number by which the difference of a reward from the mean is divided. */
  readonly divisor: number;
  readonly samples: readonly WeighedSample[];
}

/** @param group the samples of one prompt. Rules that scale by the batch treat it as the whole batch. */
export function weighGroup(group: readonly GroupSample[], rules: GroupRules): WeighedGroup {
  const [credits] = creditsOfGroups([group], rules.advantage, rules.overlong);
  const { mean, std, credits: groupCredits } = credits!;
  const countedSamples = group.flatMap(({ length }, at) =>
    groupCredits[at]!.inStatistics ? [{ at, length, inLoss: groupCredits[at]!.inLoss }] : [],
  );
  const context = Math.max(1, ...group.map(({ length }) => length));
  const weights = new Map(
    tokenWeights(countedSamples, rules.aggregation, context).map((weight, index) => [
      countedSamples[index]!.at,
      weight,
    ]),
  );
  const pushes = group.map(({ length }, at) => {
    const { advantage, inLoss } = groupCredits[at]!;
    return inLoss ? advantage * (weights.get(at) ?? 0) * length : 0;
  });
  const totalPush = pushes.reduce((sum, push) => sum + Math.abs(push), 0);
  return {
    mean,
    std,
    divisor: rules.advantage.scale === 'none' ? 1 : std + rules.advantage.epsilon,
    samples: groupCredits.map((credit, at) => ({
      ...credit,
      share: totalPush === 0 ? 0 : pushes[at]! / totalPush,
    })),
  };
}

/**
 * Returns the probability that a group contains both rewards if each sample is solved with the probability `rate`.
 * Groups with equal rewards have no effect on the policy.
 */
export function mixedGroupProbability(rate: number, groupSize: number): number {
  return 1 - rate ** groupSize - (1 - rate) ** groupSize;
}
