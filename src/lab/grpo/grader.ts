/** Sends programs to the judge, each program once, and counts the tests that they pass. */
import type { Problem } from '../../domain/problem.ts';
import type { Batch, BatchResult } from '../../domain/submission.ts';

export interface Ask {
  readonly problem: Problem;
  readonly program: string;
  /** Whether passed tests are counted. Otherwise, the judge only decides whether all tests pass. */
  readonly eachTest: boolean;
}

/** Judges a batch, and returns a result for each program, in the same order. */
export type JudgeBatch = (batch: Batch) => Promise<readonly BatchResult[]>;

export class Grader {
  readonly #judge: JudgeBatch;
  readonly #cache = new Map<string, number>();
  /** Number of requested verdicts, repeated programs included. */
  askCount = 0;
  programsRun = 0;
  /** Number of tests that the judge ran. */
  testsRun = 0;

  constructor(judge: JudgeBatch) {
    this.#judge = judge;
  }

  /** Returns `BatchResult.passed` of each program. A failure of the judge is not cached. */
  async passedCounts(asks: readonly Ask[]): Promise<readonly (number | null)[]> {
    const uncachedAsks = new Map(
      asks.flatMap((ask) => (this.#cache.has(keyOf(ask)) ? [] : [[keyOf(ask), ask] as const])),
    );
    const newGrades = uncachedAsks.size === 0 ? [] : await this.#judge(batchOf([...uncachedAsks.values()]));
    const newResults = new Map<string, number | null>();
    [...uncachedAsks.keys()].forEach((key, at) => {
      const { passed, testsRun } = newGrades[at]!;
      newResults.set(key, passed);
      if (passed !== null) this.#cache.set(key, passed);
      this.testsRun += testsRun;
    });
    this.askCount += asks.length;
    this.programsRun += uncachedAsks.size;
    return asks.map((ask) => this.#cache.get(keyOf(ask)) ?? newResults.get(keyOf(ask)) ?? null);
  }
}

function keyOf({ problem, program, eachTest }: Ask): string {
  return `${problem.id}\n${eachTest}\n${program}`;
}

/** Creates a batch of programs for the judge. The batch contains each problem once. */
export function batchOf(asks: readonly Ask[]): Batch {
  const problems = [...new Map(asks.map(({ problem }) => [problem.id, problem])).values()];
  const indexById = new Map(problems.map(({ id }, index) => [id, index]));
  const programs = asks.map(({ problem, program, eachTest }) => {
    return { problem: indexById.get(problem.id)!, code: program, eachTest };
  });
  return { problems, programs };
}
