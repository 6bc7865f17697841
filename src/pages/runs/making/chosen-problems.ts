/** Which problems a new run is made of. */
import type { Difficulty } from '../../../domain/problem.ts';
import type { ListedProblem } from '../../../common/problems/state/problem-filter.ts';

export const DIFFICULTIES: readonly Difficulty[] = ['easy', 'medium', 'hard'];

export interface ProblemChoice {
  /** '' for any. */
  readonly set: string;
  /** '' for any. */
  readonly difficulty: string;
  /** Number of problems, from the first; null for all. */
  readonly most: number | null;
}

export function chosenProblems(
  listed: readonly ListedProblem[],
  { set, difficulty, most }: ProblemChoice,
): readonly ListedProblem[] {
  const fitting = listed.filter(
    (each) =>
      (set === '' || each.set === set) && (difficulty === '' || each.summary.difficulty === difficulty),
  );
  return most === null ? fitting : fitting.slice(0, most);
}
