/** A request of the lab in the form that a judge of batches takes. */
import type { Batch, BatchResult } from '../../domain/batch.ts';
import type { Ask } from './grader.ts';

/** A result for each program, in their order. */
export type JudgeBatch = (batch: Batch) => Promise<readonly BatchResult[]>;

/** Each problem is sent once, however many of its programs there are. */
export function batchOf(asks: readonly Ask[]): Batch {
  const problems = [...new Map(asks.map(({ problem }) => [problem.id, problem])).values()];
  const places = new Map(problems.map(({ id }, place) => [id, place]));
  const programs = asks.map(({ problem, program, eachTest }) => {
    return { problem: places.get(problem.id)!, code: program, eachTest };
  });
  return { problems, programs };
}
