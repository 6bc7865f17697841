/** Two runs over the same problems. */
import type { JudgedSample } from '../datasets/verdict-rows.ts';
import { pairedDifference, type Difference } from './figures/bootstrap.ts';
import { passAtK, type ProblemOutcome } from './figures/pass-at-k.ts';
import { byName, outcomesOf } from './figures/run-report.ts';

/** Counts of samples that both have judged: those with the same reward, and those that earn 1 from one of them only. */
export interface SampleAgreement {
  readonly samples: number;
  readonly same: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

export interface Comparison {
  /** Problems on which both have a sample with a reward. */
  readonly shared: number;
  /** Problems that at least half of the samples solve in one run and less than half in the other, in their order. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /** McNemar's exact p on these two counts: how likely such a split is if neither is better. */
  readonly p: number;
  /** pass@1 of the first less that of the second, on the shared problems; null where there are none. */
  readonly difference: Difference | null;
  /** Compares two graders on samples of the same names; null where one grader has judged both. */
  readonly agreement: SampleAgreement | null;
}

/** With one sample a problem, a problem counts as solved by a run where its sample earned the reward. */
export function compareRuns(first: readonly JudgedSample[], second: readonly JudgedSample[]): Comparison {
  const outcomes = outcomesOf(first);
  const names = new Map([...outcomes.keys()].map((name) => [name, name]));
  const { both, onlyFirst, onlySecond, p } = compareOutcomes(names, outcomes, outcomesOf(second));
  const problemsOf = (flips: readonly Compared<string>[]) => flips.map(({ problem }) => problem);
  const rewardsOf = (run: readonly JudgedSample[]) =>
    new Map(run.map(({ problemId, sampleId, reward }) => [JSON.stringify([problemId, sampleId]), reward]));
  return {
    shared: both.length,
    onlyFirst: problemsOf(onlyFirst),
    onlySecond: problemsOf(onlySecond),
    p,
    difference: pairedDifference(
      // Intervals are drawn by place: a run whose rows came in another order has the same one.
      both
        .toSorted((one, other) => byName(one.problem, other.problem))
        .map((each) => [passAtK(each.first, 1), passAtK(each.second, 1)]),
    ),
    agreement:
      first[0]?.profile === second[0]?.profile ? null : rewardAgreement(rewardsOf(first), rewardsOf(second)),
  };
}

/** @param first rewards by the name of the sample; null where there is none */
export function rewardAgreement(
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

/** A problem with what two runs make of it. */
export interface Compared<Problem> {
  readonly problem: Problem;
  readonly first: ProblemOutcome;
  readonly second: ProblemOutcome;
}

export interface ComparedOutcomes<Problem> {
  /** Problems on which both have a sample with a reward. */
  readonly both: readonly Compared<Problem>[];
  /** Problems among these that only one of the two solves. */
  readonly onlyFirst: readonly Compared<Problem>[];
  readonly onlySecond: readonly Compared<Problem>[];
  /** McNemar's exact p. */
  readonly p: number;
}

/** @param problems in the order they are to come in, by the names that the outcomes have */
export function compareOutcomes<Problem>(
  problems: ReadonlyMap<string, Problem>,
  ones: ReadonlyMap<string, ProblemOutcome>,
  others: ReadonlyMap<string, ProblemOutcome>,
): ComparedOutcomes<Problem> {
  const both: Compared<Problem>[] = [];
  for (const [name, problem] of problems) {
    const [first, second] = [ones.get(name), others.get(name)];
    if (first === undefined || second === undefined || first.samples === 0 || second.samples === 0) continue;
    both.push({ problem, first, second });
  }
  const onlyFirst = both.filter(({ first, second }) => isSolved(first) && !isSolved(second));
  const onlySecond = both.filter(({ first, second }) => !isSolved(first) && isSolved(second));
  return { both, onlyFirst, onlySecond, p: mcnemar(onlyFirst.length, onlySecond.length) };
}

/** By at least half of its samples. */
function isSolved({ samples, solved }: ProblemOutcome): boolean {
  return 2 * solved >= samples;
}

/**
 * McNemar's exact test on paired yes or no results: the probability, if the two were equally good, of a split of the
 * problems on which they differ that is at least as uneven as the one seen (binomial with 1/2, both sides; McNemar 1947,
 * the exact form as in Agresti, "Categorical Data Analysis", §11.1).
 * @param onlyFirst problems that only the first solved, ≥ 0
 * @param onlySecond problems that only the second solved, ≥ 0
 * @returns from 0 to 1; 1 where they never differ
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const differing = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  // By logarithms: 2 ** -differing is 0 for a few thousand problems.
  let logTerm = -differing * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let at = 1; at <= fewer; at++) {
    logTerm += Math.log((differing - at + 1) / at);
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}
