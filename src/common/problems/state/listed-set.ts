import { taskYielder } from '../../../base/pause.ts';
import type { ProblemSet } from '../../../domain/problem.ts';
import type { ListedProblem } from './problem-filter.ts';

/** The problems of a set, in order and by id. */
export interface ListedSet {
  readonly name: string;
  /** The key under which the problems are stored. */
  readonly key: string;
  readonly listedProblems: readonly ListedProblem[];
  readonly byId: ReadonlyMap<string, ListedProblem>;
}

/** Number of problems that are processed before other tasks can run. */
const PIECE = 1000;

/**
 * Creates a listed set. It lets other tasks run in between, because 100,000 problems would block the thread.
 */
export async function listedSet({
  name,
  key = name,
  summaries,
}: Omit<ProblemSet, 'place'>): Promise<ListedSet> {
  const listedProblems: ListedProblem[] = [];
  const byId = new Map<string, ListedProblem>();
  const takeTurns = taskYielder();
  for (const [at, summary] of summaries.entries()) {
    const one = { summary, set: name };
    listedProblems.push(one);
    byId.set(summary.id, one);
    if (at % PIECE === 0) await takeTurns();
  }
  return { name, key, listedProblems, byId };
}
