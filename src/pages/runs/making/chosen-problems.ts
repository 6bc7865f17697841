/** Which problems a new run is made of. */
import { Random } from '../../../base/random.ts';
import type { Difficulty } from '../../../domain/problem.ts';
import { distinctProblems, type DistinctProblems } from '../../../common/problems/state/distinct-problems.ts';
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

/** Chooses the problems of a run. They are in the order of their list, also those of a random sample. */
export function chosenProblems(
  listed: readonly ListedProblem[],
  { set, difficulty, most, seed }: ProblemChoice,
): DistinctProblems {
  const fitting = listed.filter(
    (each) =>
      (set === '' || each.set === set) && (difficulty === '' || each.summary.difficulty === difficulty),
  );
  const distinct = distinctProblems(fitting);
  const { problems } = distinct;
  if (most === null || most >= problems.length) return distinct;
  return { ...distinct, problems: seed === null ? problems.slice(0, most) : sampleOf(problems, most, seed) };
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
