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
  const others = outcomesOf(second);
  const [onlyFirst, onlySecond]: [string[], string[]] = [[], []];
  let shared = 0;
  for (const [problem, outcome] of outcomesOf(first)) {
    const other = others.get(problem);
    if (other === undefined || outcome.samples === 0 || other.samples === 0) continue;
    shared += 1;
    if (isSolved(outcome) === isSolved(other)) continue;
    (isSolved(outcome) ? onlyFirst : onlySecond).push(problem);
  }
  return { shared, onlyFirst, onlySecond, p: mcnemar(onlyFirst.length, onlySecond.length) };
}

/** By at least half of its samples. */
export function isSolved({ samples, solved }: ProblemOutcome): boolean {
  return 2 * solved >= samples;
}
