/** The figures of a group of samples: of a file, of a set, or under a profile. */
import type { Reward } from '../../../domain/verdict.ts';

export class Figures {
  #samples = 0;
  #rewarded = 0;
  #rewardSum = 0;
  readonly #problems = new Map<string, { rewarded: number; solved: number }>();

  /** @param reward null where the judge failed: no reward, and no part of any mean */
  add(problemId: string, reward: Reward): void {
    this.#samples += 1;
    const counts = this.#problems.get(problemId) ?? { rewarded: 0, solved: 0 };
    this.#problems.set(problemId, counts);
    if (reward === null) return;
    this.#rewarded += 1;
    this.#rewardSum += reward;
    counts.rewarded += 1;
    if (reward === 1) counts.solved += 1;
  }

  get samples(): number {
    return this.#samples;
  }

  get rewarded(): number {
    return this.#rewarded;
  }

  get problems(): number {
    return this.#problems.size;
  }

  /** Over the samples with a reward; null where there are none. */
  get meanReward(): number | null {
    return this.#rewarded === 0 ? null : this.#rewardSum / this.#rewarded;
  }

  /**
   * The mean over problems of the unbiased estimator of pass@k for k = 1, which is the share c/n of the n samples with a
   * reward that earned all of it (Chen et al. 2021, https://arxiv.org/abs/2107.03374). A problem without such samples
   * counts nowhere; null where there is no other.
   */
  get passAt1(): number | null {
    const counted = [...this.#problems.values()].filter(({ rewarded }) => rewarded > 0);
    if (counted.length === 0) return null;
    return counted.reduce((sum, { solved, rewarded }) => sum + solved / rewarded, 0) / counted.length;
  }

  /** Fewest and most samples with a reward that a problem has. */
  get samplesPerProblem(): { readonly least: number; readonly most: number } {
    const counts = [...this.#problems.values()].map(({ rewarded }) => rewarded).filter((count) => count > 0);
    let [least, most] = [counts[0] ?? 0, 0];
    for (const count of counts) [least, most] = [Math.min(least, count), Math.max(most, count)];
    return { least, most };
  }
}
