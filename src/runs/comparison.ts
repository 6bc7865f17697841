/** Two runs over the same problems. */
import type { JudgedSample } from '../datasets/verdict-file.ts';
import { mcnemar } from './figures/mcnemar.ts';
import type { ProblemOutcome } from './figures/pass-at-k.ts';
import { outcomesOf } from './run-report.ts';

export interface Comparison {
  /** Problems on which both have a sample with a reward. */
  readonly shared: number;
  /** Problems that at least half of the samples solve in one run and less than half in the other, in their order. */
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
  /** McNemar's exact p on these two counts: how likely such a split is if neither is better. */
  readonly p: number;
}

/** With one sample a problem, a problem counts as solved by a run where its sample earned the reward. */
export function compareRuns(first: readonly JudgedSample[], second: readonly JudgedSample[]): Comparison {
  const outcomes = outcomesOf(first);
  const names = new Map([...outcomes.keys()].map((name) => [name, name]));
  const { both, onlyFirst, onlySecond, p } = compareOutcomes(names, outcomes, outcomesOf(second));
  const problemsOf = (flips: readonly Compared<string>[]) => flips.map(({ problem }) => problem);
  return { shared: both.length, onlyFirst: problemsOf(onlyFirst), onlySecond: problemsOf(onlySecond), p };
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
