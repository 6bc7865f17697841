/** Rewards on each problem, out of rows of verdicts. */
import { Fields } from './reading/fields.ts';
import { readLines, type ImportFault } from './lines.ts';

export interface EarnedRewards {
  /** By problem, without the rows that have none: there the judge failed. */
  readonly rewards: ReadonlyMap<string, readonly number[]>;
  /** Problems that have such a row. */
  readonly unrewarded: ReadonlySet<string>;
}

export function readRewards(text: string): EarnedRewards & {
  readonly faults: readonly ImportFault[];
} {
  const rewards = new Map<string, number[]>();
  const unrewarded = new Set<string>();
  const { faults } = readLines(text, (value) => {
    const row = new Fields(value);
    const id = row.text('problem_id');
    if (!row.has('reward')) {
      unrewarded.add(id);
      return;
    }
    const reward = row.within('reward', { least: -1000, most: 1000 }, 0);
    const known = rewards.get(id);
    if (known === undefined) rewards.set(id, [reward]);
    else known.push(reward);
  });
  return { rewards, unrewarded, faults };
}
