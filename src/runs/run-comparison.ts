/** Compares two evaluation runs problem by problem. */
import { refText } from '../domain/problem.ts';
import type { RunProblem, RunRow } from '../domain/run.ts';
import { compareOutcomes, rewardAgreement, type Compared, type SampleAgreement } from './comparison.ts';
import { scored } from './figures/run-figures.ts';
import { outcomesOf } from './figures/run-report.ts';
import { numberText } from '../base/number-words.ts';

export type Flip = Compared<RunProblem>;

export interface RunsCompared {
  /** Number of problems on which both runs have a sample with a reward. */
  readonly shared: number;
  /** Problems that at least half of the samples solve in one run and less than half in the other. */
  readonly onlyFirst: readonly Flip[];
  readonly onlySecond: readonly Flip[];
  /** McNemar's exact p. */
  readonly p: number;
  /** For two graders of the same answers. */
  readonly agreement: SampleAgreement;
}

/** Agreement of another grader of the same answers with a run. */
export interface GraderAgreement extends SampleAgreement {
  /** Name of the run that the other grader judged. */
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
    ...flips,
    agreement: sampleAgreement(first, second),
  };
}

export function sampleAgreement(first: readonly RunRow[], second: readonly RunRow[]): SampleAgreement {
  const rewardsOf = (rows: readonly RunRow[]) =>
    new Map(rows.map((row) => [`${refText(row)} ${row.sample}`, row.judged?.reward ?? null]));
  return rewardAgreement(rewardsOf(first), rewardsOf(second));
}

/** Describes how often another grader of the same answers agrees. */
export function graderWords({
  samples,
  same,
  onlyFirst,
  onlySecond,
}: Readonly<Record<'samples' | 'same' | 'onlyFirst' | 'onlySecond', number>>): string {
  return `${numberText(same)} of ${numberText(samples)} the same reward; ${numberText(onlyFirst)} earned 1 here only, ${numberText(onlySecond)} there only`;
}
