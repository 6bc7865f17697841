/** Which problems a new run is made of. */
import { Random } from '../../../base/random.ts';
import type { Difficulty } from '../../../domain/problem.ts';
import type { ListedProblem } from '../../../common/problems/state/problem-filter.ts';

export const DIFFICULTIES: readonly Difficulty[] = ['easy', 'medium', 'hard'];

export interface ProblemChoice {
  /** '' for any. */
  readonly set: string;
  /** '' for any. */
  readonly difficulty: string;
  /** Number of problems; null for all. */
  readonly most: number | null;
  /** Seed of the random sample of `most` problems; null takes the first ones. */
  readonly seed: number | null;
}

export interface ChosenProblems {
  /** In the order of their list, also those of a random sample. */
  readonly problems: readonly ListedProblem[];
  /** Problems left out because another set has one of the same source and id. */
  readonly duplicates: number;
}

export function chosenProblems(
  listed: readonly ListedProblem[],
  { set, difficulty, most, seed }: ProblemChoice,
): ChosenProblems {
  const fitting = listed.filter(
    (each) =>
      (set === '' || each.set === set) && (difficulty === '' || each.summary.difficulty === difficulty),
  );
  const seen = new Set<string>();
  const distinct = fitting.filter(({ summary: { source, id } }) => {
    const name = JSON.stringify([source, id]);
    const isFirst = !seen.has(name);
    seen.add(name);
    return isFirst;
  });
  const duplicates = fitting.length - distinct.length;
  if (most === null || most >= distinct.length) return { problems: distinct, duplicates };
  const problems = seed === null ? distinct.slice(0, most) : sampleOf(distinct, most, seed);
  return { problems, duplicates };
}

/** A random sample without repetition: Knuth's selection sampling. */
function sampleOf<T>(items: readonly T[], size: number, seed: number): readonly T[] {
  const random = new Random(seed, 'problems of a run');
  let missing = size;
  return items.filter((_, at) => {
    const isTaken = random.next() * (items.length - at) < missing;
    if (isTaken) missing -= 1;
    return isTaken;
  });
}
