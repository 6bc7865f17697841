/** Comparison of two runs on the same problems: rows of verdicts, or runs of the page. */
import type { JudgedSample } from '../datasets/verdict-rows.ts';
import { sampleKey } from '../domain/submission.ts';
import { pairedDifference, type PassDifference, passAtK, type ProblemOutcome } from './figures/pass-at-k.ts';
import { byName, outcomesOf } from './figures/run-report.ts';
import { refText } from '../domain/problem.ts';
import type { RunProblem, RunRow } from '../domain/run.ts';
import { differenceText, pText, SOLVED_RULE } from './figures/figure-text.ts';
import { scoredSamples } from './figures/run-figures.ts';
import { numberText } from '../base/number-words.ts';

/** Counts of the samples that both graders have judged: equal rewards, and a reward of 1 from one grader only. */
interface SampleAgreement {
  readonly samples: number;
  readonly same: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

export interface RunComparison {
  /** Problems on which both runs have a sample with a reward. */
  readonly shared: number;
  /**
   * Problems that at least half of the samples solve in one run and less than half in the other, in the order of the
   * first run.
   */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /**
   * McNemar's exact p of these two counts: the probability of a split at least this uneven if both runs are equally
   * good.
   */
  readonly p: number;
  /** pass@1 of the first run minus that of the second, on the shared problems; null without shared problems. */
  readonly difference: PassDifference | null;
  /** Comparison of two graders on samples with the same names; null if one grader has judged both runs. */
  readonly agreement: SampleAgreement | null;
}

/** Compares two runs. With one sample of each problem, a run solves a problem if that sample earned the reward. */
export function compareRuns(first: readonly JudgedSample[], second: readonly JudgedSample[]): RunComparison {
  const outcomes = outcomesOf(first);
  const names = new Map([...outcomes.keys()].map((name) => [name, name]));
  const { both, onlyFirst, onlySecond, p } = compareOutcomes(names, outcomes, outcomesOf(second));
  const problemsOf = (flips: readonly Compared<string>[]) => flips.map(({ problem }) => problem);
  const rewardsOf = (run: readonly JudgedSample[]) =>
    new Map(run.map((sample) => [sampleKey(sample), sample.reward]));
  return {
    shared: both.length,
    onlyFirst: problemsOf(onlyFirst),
    onlySecond: problemsOf(onlySecond),
    p,
    difference: pairedDifference(
      // The bootstrap draws problems by position. They are sorted, so that the order of the rows does not change the
      // interval.
      both
        .toSorted((one, other) => byName(one.problem, other.problem))
        .map((each) => [passAtK(each.first, 1), passAtK(each.second, 1)]),
    ),
    agreement:
      first[0]?.profile === second[0]?.profile ? null : rewardAgreement(rewardsOf(first), rewardsOf(second)),
  };
}

/** @param first rewards by the name of the sample; null for a sample without a reward */
function rewardAgreement(
  first: ReadonlyMap<string, number | null>,
  second: ReadonlyMap<string, number | null>,
): SampleAgreement {
  let [samples, same, onlyFirst, onlySecond] = [0, 0, 0, 0];
  for (const [name, other] of second) {
    const one = first.get(name) ?? null;
    if (one === null || other === null) continue;
    samples += 1;
    if (one === other) same += 1;
    else if (one === 1) onlyFirst += 1;
    else if (other === 1) onlySecond += 1;
  }
  return { samples, same, onlyFirst, onlySecond };
}

/** A problem with its outcomes in two runs. */
interface Compared<Problem> {
  readonly problem: Problem;
  readonly first: ProblemOutcome;
  readonly second: ProblemOutcome;
}

interface ComparedOutcomes<Problem> {
  /** Problems on which both runs have a sample with a reward. */
  readonly both: readonly Compared<Problem>[];
  /** Problems among these that only one of the runs solves. */
  readonly onlyFirst: readonly Compared<Problem>[];
  readonly onlySecond: readonly Compared<Problem>[];
  /** McNemar's exact p. */
  readonly p: number;
}

/** @param problems in the order of the result, by the names that the outcomes use */
export function compareOutcomes<Problem>(
  problems: ReadonlyMap<string, Problem>,
  firstOutcomes: ReadonlyMap<string, ProblemOutcome>,
  secondOutcomes: ReadonlyMap<string, ProblemOutcome>,
): ComparedOutcomes<Problem> {
  const both: Compared<Problem>[] = [];
  for (const [name, problem] of problems) {
    const [first, second] = [firstOutcomes.get(name), secondOutcomes.get(name)];
    if (first === undefined || second === undefined || first.samples === 0 || second.samples === 0) continue;
    both.push({ problem, first, second });
  }
  const onlyFirst = both.filter(({ first, second }) => isSolved(first) && !isSolved(second));
  const onlySecond = both.filter(({ first, second }) => !isSolved(first) && isSolved(second));
  return { both, onlyFirst, onlySecond, p: mcnemar(onlyFirst.length, onlySecond.length) };
}

/** Returns whether at least half of the samples solve the problem. */
function isSolved({ samples, solved }: ProblemOutcome): boolean {
  return 2 * solved >= samples;
}

/**
 * McNemar's exact test on paired yes or no results: the probability of a split at least as uneven as the observed one,
 * if both are equally good. Only problems on which they differ count (binomial with 1/2, both sides; McNemar 1947, the
 * exact form as in Agresti, "Categorical Data Analysis", §11.1).
 * @param onlyFirst problems that only the first solved, ≥ 0
 * @param onlySecond problems that only the second solved, ≥ 0
 * @returns from 0 to 1; 1 if the results never differ
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const differingCount = onlyFirst + onlySecond;
  const smallerCount = Math.min(onlyFirst, onlySecond);
  // Uses logarithms, because 2 ** -differing underflows to 0 for a few thousand problems.
  let logTerm = -differingCount * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let at = 1; at <= smallerCount; at++) {
    logTerm += Math.log((differingCount - at + 1) / at);
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}

export type Flip = Compared<RunProblem>;

interface RunsCompared {
  /** Number of problems on which both runs have a sample with a reward. */
  readonly shared: number;
  /** Problems that at least half of the samples solve in one run and less than half in the other. */
  readonly onlyFirst: readonly Flip[];
  readonly onlySecond: readonly Flip[];
  /** McNemar's exact p. */
  readonly p: number;
  /** Agreement of two graders of the same answers. */
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
    outcomesOf(scoredSamples(first)),
    outcomesOf(scoredSamples(second)),
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

/** Returns the names and values of a comparison of run A with run B. */
export function comparedRows({
  shared,
  onlyFirst,
  onlySecond,
  p,
  difference,
}: RunComparison): readonly (readonly [string, string])[] {
  return [
    ['problems that both have', String(shared)],
    ['pass@1, difference', differenceText(difference)],
    [`solved only in A (${SOLVED_RULE})`, String(onlyFirst.length)],
    ['solved only in B', String(onlySecond.length)],
    ['McNemar p (exact) of these counts', pText(p)],
  ];
}
