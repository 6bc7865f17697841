import type { RunProblem } from '../../../domain/run.ts';
import type { ListedProblem } from '../../../common/problems/state/problem-filter.ts';

/** Copies the facts of a problem that a run stores, because the problem may be gone when the run is read. */
export function runProblem({ set, summary }: ListedProblem): RunProblem {
  const { id, title, difficulty, source, mode, date } = summary;
  return { set, id, title, difficulty, source, mode, date: date ?? null };
}
