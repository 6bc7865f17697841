/** A request of the lab in the form that a judge of batches takes. */
import type { Problem } from '../../domain/problem.ts';
import type { Ask, Graded } from './grader.ts';

/** Programs with the problems they are for. */
export interface Batch {
  readonly problems: readonly Problem[];
  readonly programs: readonly {
    /** Its place among the problems. */
    readonly problem: number;
    readonly code: string;
    readonly eachTest: boolean;
  }[];
}

/** A result for each program, in their order. */
export type JudgeBatch = (batch: Batch) => Promise<readonly Graded[]>;

/** Each problem is sent once, however many of its programs there are. */
export function batchOf(asks: readonly Ask[]): Batch {
  const problems = [...new Map(asks.map(({ problem }) => [problem.id, problem])).values()];
  const places = new Map(problems.map(({ id }, place) => [id, place]));
  const programs = asks.map(({ problem, program, eachTest }) => {
    return { problem: places.get(problem.id)!, code: program, eachTest };
  });
  return { problems, programs };
}
