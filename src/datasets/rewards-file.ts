/** Reads the rewards of each problem from rows of verdicts. */
import { Fields, Misfit } from './reading/fields.ts';
import { readLines, type ImportFault } from './lines.ts';

export interface EarnedRewards {
  /** Rewards by problem. Rows without a reward, on which the judge failed, are left out. */
  readonly rewards: ReadonlyMap<string, readonly number[]>;
  /** Problems that have at least one row without a reward. */
  readonly unrewarded: ReadonlySet<string>;
}

export function readRewards(text: string | Iterable<string>): EarnedRewards & {
  readonly faults: readonly ImportFault[];
} {
  const rewards = new Map<string, number[]>();
  const unrewardedIds = new Set<string>();
  const earlierRows = new Map<string, { readonly reward: number | null; readonly number: number }>();
  const { faults } = readLines(text, (value, _, number) => {
    const row = new Fields(value);
    const id = row.text('problem_id');
    const reward = row.has('reward') ? row.within('reward', { least: -1000, most: 1000 }, 0) : null;
    const sample = row.object.get('sample_id');
    const name = typeof sample === 'string' ? sample : null;
    const key = JSON.stringify([id, name, row.textOr('profile', '')]);
    const earlierReward = name === null ? undefined : earlierRows.get(key);
    if (earlierReward?.reward === reward) return;
    if (earlierReward !== undefined)
      throw new Misfit(
        'sample_id',
        `the sample ${name ?? ''} of ${id} is ${rewardText(reward)} here and ${rewardText(earlierReward.reward)} on line ${earlierReward.number}: take out the one that is wrong`,
      );
    earlierRows.set(key, { reward, number });
    if (reward === null) {
      unrewardedIds.add(id);
      return;
    }
    const earlierRewards = rewards.get(id);
    if (earlierRewards === undefined) rewards.set(id, [reward]);
    else earlierRewards.push(reward);
  });
  return { rewards, unrewarded: unrewardedIds, faults };
}

function rewardText(reward: number | null): string {
  return reward === null ? 'without a reward' : `worth ${reward}`;
}
