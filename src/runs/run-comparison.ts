/** Two evaluation runs, problem by problem. */
import { refText } from '../domain/problem-ref.ts';
import type { RunProblem, RunRow } from '../domain/run.ts';
import { compareOutcomes, type Compared } from './comparison.ts';
import { meanPassAtK } from './figures/pass-at-k.ts';
import { scored } from './figures/run-figures.ts';
import { outcomesOf } from './run-report.ts';

export type Flip = Compared<RunProblem>;

export interface RunsCompared {
  /** Problems on which both have a sample with a reward. */
  readonly shared: number;
  /** pass@1 of each on these; null where there are none. */
  readonly passAt1: readonly [first: number | null, second: number | null];
  /** Problems that one solves and the other does not, by at least half of its samples. */
  readonly onlyFirst: readonly Flip[];
  readonly onlySecond: readonly Flip[];
  /** McNemar's exact p. */
  readonly p: number;
  /** For two graders of the same answers. */
  readonly agreement: SampleAgreement;
}

/**
 * Counts over samples that both have judged: those with the same reward, and those that earn 1 from one of them only.
 */
export interface SampleAgreement {
  readonly samples: number;
  readonly same: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

/** How far another grader of the same answers agrees with a run. */
export interface GraderAgreement extends SampleAgreement {
  /** Name of the run that it judged. */
  readonly name: string;
  readonly profile: string;
}

export function compareRunRows(
  problems: readonly RunProblem[],
  first: readonly RunRow[],
  second: readonly RunRow[],
): RunsCompared {
  const { both, ...flips } = compareOutcomes(
    new Map(problems.map((problem) => [refText(problem), problem])),
    outcomesOf(scored(first)),
    outcomesOf(scored(second)),
  );
  return {
    shared: both.length,
    passAt1: [
      meanPassAtK(
        both.map((each) => each.first),
        1,
      ),
      meanPassAtK(
        both.map((each) => each.second),
        1,
      ),
    ],
    ...flips,
    agreement: sampleAgreement(first, second),
  };
}

export function sampleAgreement(first: readonly RunRow[], second: readonly RunRow[]): SampleAgreement {
  const keyOf = (row: RunRow): string => `${refText(row)} ${row.sample}`;
  const rewards = new Map(first.map((row) => [keyOf(row), row.judged?.reward ?? null]));
  let [samples, same, onlyFirst, onlySecond] = [0, 0, 0, 0];
  for (const row of second) {
    const [one, other] = [rewards.get(keyOf(row)) ?? null, row.judged?.reward ?? null];
    if (one === null || other === null) continue;
    samples += 1;
    if (one === other) same += 1;
    else if (one === 1) onlyFirst += 1;
    else if (other === 1) onlySecond += 1;
  }
  return { samples, same, onlyFirst, onlySecond };
}
