/** Asks a judge for the tests that programs pass, and asks for no program twice. */
import type { BatchResult } from '../../domain/batch.ts';
import type { Problem } from '../../domain/problem.ts';

export interface Ask {
  readonly problem: Problem;
  readonly program: string;
  /** Count the tests that pass; else it is only asked whether all do. */
  readonly eachTest: boolean;
}

/** Programs judged in one go, in the order they were asked. */
export type JudgePrograms = (asks: readonly Ask[]) => Promise<readonly BatchResult[]>;

export class Grader {
  readonly #judge: JudgePrograms;
  readonly #known = new Map<string, number>();
  /** Programs that were asked for, equal ones counted as often as they came. */
  asked = 0;
  programsRun = 0;
  /** Tests that it ran them on. */
  testsRun = 0;

  constructor(judge: JudgePrograms) {
    this.#judge = judge;
  }

  /** As `BatchResult.passed`; what the judge failed on is not remembered. */
  async passed(asks: readonly Ask[]): Promise<readonly (number | null)[]> {
    const missing = new Map(
      asks.flatMap((ask) => (this.#known.has(keyOf(ask)) ? [] : [[keyOf(ask), ask] as const])),
    );
    const graded = missing.size === 0 ? [] : await this.#judge([...missing.values()]);
    const fresh = new Map<string, number | null>();
    [...missing.keys()].forEach((key, at) => {
      const { passed, testsRun } = graded[at]!;
      fresh.set(key, passed);
      if (passed !== null) this.#known.set(key, passed);
      this.testsRun += testsRun;
    });
    this.asked += asks.length;
    this.programsRun += missing.size;
    return asks.map((ask) => this.#known.get(keyOf(ask)) ?? fresh.get(keyOf(ask)) ?? null);
  }
}

function keyOf({ problem, program, eachTest }: Ask): string {
  return `${problem.id}\n${eachTest}\n${program}`;
}
