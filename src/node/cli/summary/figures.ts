/** Results of a group of samples: those of a file, of a set, or of a profile. */
import { countsOf } from '../../../base/collections.ts';
import type { Reward, SampleVerdict } from '../../../domain/verdict.ts';
import { meanPassAtK } from '../../../runs/figures/pass-at-k.ts';
import { shownText } from '../text/messages.ts';
import { numberText, percent } from '../../../base/number-words.ts';
import { inColumns } from '../text/columns.ts';

export class Figures {
  samples = 0;
  rewarded = 0;
  #rewardSum = 0;
  readonly #problems = new Map<string, { samples: number; solved: number }>();

  /** @param reward null if the judge failed, in which case the sample is excluded from all means */
  add(problemId: string, reward: Reward): void {
    this.samples += 1;
    const counts = this.#problems.get(problemId) ?? { samples: 0, solved: 0 };
    this.#problems.set(problemId, counts);
    if (reward === null) return;
    this.rewarded += 1;
    this.#rewardSum += reward;
    counts.samples += 1;
    if (reward === 1) counts.solved += 1;
  }

  get problems(): number {
    return this.#problems.size;
  }

  /** Mean over the samples with a reward; null if there are none. */
  get meanReward(): number | null {
    return this.rewarded === 0 ? null : this.#rewardSum / this.rewarded;
  }

  /** The mean over the problems that have a sample with a reward; null if there are none. */
  get passAt1(): number | null {
    return this.passAt1Without([]);
  }

  /** @param lostProblems the problem of each sample that counts as a failure, although its reward is 1 */
  passAt1Without(lostProblems: readonly string[]): number | null {
    const lostCounts = countsOf(lostProblems);
    const allOutcomes = [...this.#problems].map(([id, { samples, solved }]) => ({
      samples,
      solved: solved - (lostCounts.get(id) ?? 0),
    }));
    const outcomes = allOutcomes.filter(({ samples }) => samples > 0);
    return outcomes.length === 0 ? null : meanPassAtK(outcomes, 1);
  }

  /** Smallest and largest number of samples with a reward of a problem. */
  get samplesPerProblem(): { readonly min: number; readonly max: number } {
    const counts = [...this.#problems.values()].map(({ samples }) => samples).filter((count) => count > 0);
    let [min, max] = [counts[0] ?? 0, 0];
    for (const count of counts) [min, max] = [Math.min(min, count), Math.max(max, count)];
    return { min, max };
  }
}

export class SetFigures {
  readonly #sets = new Map<string, Figures>();

  add(set: string, problemId: string, reward: Reward): void {
    const figures = this.#sets.get(set) ?? new Figures();
    this.#sets.set(set, figures);
    figures.add(problemId, reward);
  }

  /** Sets with the most samples first. Their names are safe to print. */
  get sorted(): readonly (readonly [name: string, figures: Figures])[] {
    return [...this.#sets]
      .sort(([, one], [, other]) => other.samples - one.samples)
      .map(([name, figures]) => [shortName(name), figures]);
  }
}

const LONGEST_NAME = 30;

function shortName(name: string): string {
  const safeName = shownText(name).replaceAll('\n', ' ');
  return safeName.length <= LONGEST_NAME ? safeName : `${safeName.slice(0, LONGEST_NAME - 1)}…`;
}

export class VerdictCounts {
  readonly #counts = new Map<SampleVerdict, number>();
  total = 0;

  add(verdict: SampleVerdict): void {
    this.#counts.set(verdict, this.of(verdict) + 1);
    this.total += 1;
  }

  of(verdict: SampleVerdict): number {
    return this.#counts.get(verdict) ?? 0;
  }

  /** All counts in one line. */
  get words(): string {
    return this.#sorted.map(([verdict, count]) => `${verdict} ${numberText(count)}`).join(', ');
  }

  /** Aligned lines with one verdict each, or two if there are many. */
  get lines(): readonly string[] {
    const cells = this.#sorted.map(([verdict, count]) => [
      verdict,
      numberText(count),
      percent(count / this.total),
    ]);
    const rowCount = cells.length <= MOST_LINES ? cells.length : Math.ceil(cells.length / 2);
    const rows = cells.slice(0, rowCount).map((row, at) => {
      const secondCell = cells[rowCount + at];
      return secondCell === undefined ? row : [...row, '', ...secondCell];
    });
    return inColumns(rows, ['left', 'right', 'right', 'left', 'left', 'right', 'right']);
  }

  get #sorted(): readonly (readonly [SampleVerdict, number])[] {
    return [...this.#counts].sort(([, one], [, other]) => other - one);
  }
}

const MOST_LINES = 4;
