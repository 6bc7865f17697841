/** Finds problems that are in several sets, and chooses the one with the strongest tests. */
import { counted } from '../../../base/number-words.ts';
import { isPlus, plainSource } from '../../../domain/problem.ts';
import type { ListedProblem } from './problem-filter.ts';

/** Two sets with common problems, one of which has stronger tests. */
export interface StrongerTests {
  /** Name of the set with the stronger tests, which are used. */
  readonly strongerSet: string;
  readonly weakerSet: string;
  /** Number of common problems. */
  readonly problems: number;
}

export interface DistinctProblems {
  /** The distinct problems, in the order of the list. */
  readonly problems: readonly ListedProblem[];
  /**
   * Number of problems that are left out because another set has the same source and id, with tests at least
   * as strong.
   */
  readonly duplicates: number;
  /** One entry for each pair of sets, one of which has stronger tests. */
  readonly strongerTests: readonly StrongerTests[];
}

/**
 * Returns each problem once. HumanEval+ and MBPP+ are preferred to the plain set, then the problem with more
 * tests, then the first in the list.
 */
export function distinctProblems(listedProblems: readonly ListedProblem[]): DistinctProblems {
  const best = new Map<string, ListedProblem>();
  for (const each of listedProblems) {
    const earlierProblem = best.get(nameOf(each));
    if (earlierProblem === undefined || compareTests(each, earlierProblem) > 0) best.set(nameOf(each), each);
  }
  const pairs = new Map<string, StrongerTests>();
  const problems = listedProblems.filter((each) => {
    const bestProblem = best.get(nameOf(each))!;
    if (bestProblem === each) return true;
    if (compareTests(bestProblem, each) > 0) {
      const sets = { strongerSet: bestProblem.set, weakerSet: each.set };
      const pair = JSON.stringify(sets);
      pairs.set(pair, { ...sets, problems: (pairs.get(pair)?.problems ?? 0) + 1 });
    }
    return false;
  });
  const strongerPairs = [...pairs.values()];
  const weakerCount = strongerPairs.reduce((sum, pair) => sum + pair.problems, 0);
  return {
    problems,
    duplicates: listedProblems.length - problems.length - weakerCount,
    strongerTests: strongerPairs,
  };
}

/** Returns text such as "164 problems are in HumanEval and HumanEval+: the tests of HumanEval+ are used." */
export function strongerWords({ strongerSet, weakerSet, problems }: StrongerTests): string {
  const are = problems === 1 ? 'is' : 'are';
  return `${counted(problems, 'problem')} ${are} in ${weakerSet} and ${strongerSet}: the tests of ${strongerSet} are used.`;
}

function nameOf({ summary: { source, id } }: ListedProblem): string {
  return JSON.stringify([plainSource(source), id]);
}

/** Returns a positive number if the first problem has stronger tests. */
function compareTests({ summary: one }: ListedProblem, { summary: other }: ListedProblem): number {
  return Number(isPlus(one.source)) - Number(isPlus(other.source)) || one.testCount - other.testCount;
}
