/** The facts about its problems that a run stores. */
import { BUNDLED_SET, type Difficulty } from '../../../domain/problem.ts';
import type { RunProblem } from '../../../domain/run.ts';
import type { ListedProblem } from '../../../common/problems/state/problem-filter.ts';
import type { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import { Random } from '../../../base/random.ts';
import { distinctProblems, type DistinctProblems } from '../../../common/problems/state/distinct-problems.ts';

/** Copies the facts about a problem that a run stores, because the problem may be deleted later. */
export function runProblem({ set, summary }: ListedProblem): RunProblem {
  const { id, title, difficulty, source, mode, date } = summary;
  return { set, id, title, difficulty, source, mode, date: date ?? null };
}

/**
 * Returns the bundled problems, each with one sample per recorded answer. `brief` omits all but one of the programs
 * that exceed the time limit, so that a first run takes less than a minute.
 */
export async function recordedProblems(
  problems: Pick<ProblemsState, 'listed' | 'open'>,
  answerKinds: 'brief' | 'all',
): Promise<readonly RunProblem[]> {
  const bundled = problems.listed.filter(({ set }) => set === BUNDLED_SET);
  const openedProblems = await Promise.all(
    bundled.map(({ set, summary }) => problems.open({ set, id: summary.id })),
  );
  let hasSlow = false;
  return bundled.flatMap((problem, at) => {
    const kinds = (openedProblems[at]?.answers ?? []).map(({ kind }) => kind);
    const slowIndex = kinds.indexOf('slow');
    const samples = answerKinds === 'brief' && slowIndex >= 0 && hasSlow ? slowIndex : kinds.length;
    hasSlow ||= slowIndex >= 0;
    return samples === 0 ? [] : [{ ...runProblem(problem), samples }];
  });
}

export const DIFFICULTIES: readonly Difficulty[] = ['easy', 'medium', 'hard'];

export interface ProblemChoice {
  /** Name of the set; '' for all sets. */
  readonly set: string;
  /** The difficulty; '' for all difficulties. */
  readonly difficulty: string;
  /** Maximum number of problems; null for all. */
  readonly maxProblems: number | null;
  /** Seed of the random sample of `maxProblems` problems; null for the first ones. */
  readonly seed: number | null;
}

/** Selects the problems of a run. They stay in the order of the list, even in a random sample. */
export function chosenProblems(
  listedProblems: readonly ListedProblem[],
  { set, difficulty, maxProblems, seed }: ProblemChoice,
): DistinctProblems {
  const matches = listedProblems.filter(
    (each) =>
      (set === '' || each.set === set) && (difficulty === '' || each.summary.difficulty === difficulty),
  );
  const distinctMatches = distinctProblems(matches);
  const { problems } = distinctMatches;
  if (maxProblems === null || maxProblems >= problems.length) return distinctMatches;
  return {
    ...distinctMatches,
    problems: seed === null ? problems.slice(0, maxProblems) : sampleOf(problems, maxProblems, seed),
  };
}

/** Draws a random sample without replacement, by Knuth's selection sampling. */
function sampleOf<T>(items: readonly T[], size: number, seed: number): readonly T[] {
  const random = new Random(seed, 'problems of a run');
  let missingCount = size;
  return items.filter((_, at) => {
    const isTaken = random.next() * (items.length - at) < missingCount;
    if (isTaken) missingCount -= 1;
    return isTaken;
  });
}
