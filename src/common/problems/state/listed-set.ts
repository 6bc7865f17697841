import { taskYielder } from '../../../base/task-yielder.ts';
import type { ProblemSet } from '../../../domain/problem-set.ts';
import type { ListedProblem } from './problem-filter.ts';

/** A set's problems in their order, and each of them by its id. */
export interface ListedSet {
  readonly name: string;
  /** Under which its problems are stored. */
  readonly key: string;
  readonly listed: readonly ListedProblem[];
  readonly byId: ReadonlyMap<string, ListedProblem>;
}

/** Problems taken at a stretch. */
const PIECE = 1000;

/** Takes turns with whatever else wants the thread: a hundred thousand problems would hold it for too long. */
export async function listedSet({
  name,
  key = name,
  summaries,
}: Omit<ProblemSet, 'place'>): Promise<ListedSet> {
  const listed: ListedProblem[] = [];
  const byId = new Map<string, ListedProblem>();
  const takeTurns = taskYielder();
  for (const [at, summary] of summaries.entries()) {
    const one = { summary, set: name };
    listed.push(one);
    byId.set(summary.id, one);
    if (at % PIECE === 0) await takeTurns();
  }
  return { name, key, listed, byId };
}
