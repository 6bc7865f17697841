import type { Problem } from './problem.ts';

/** Many small programs of call mode, which the standard profile judges. */
export interface Batch {
  readonly problems: readonly Problem[];
  readonly programs: readonly BatchProgram[];
}

export interface BatchProgram {
  /** Its place among the problems. */
  readonly problem: number;
  readonly code: string;
  /** Count the tests that pass; else it is only found out whether all do. */
  readonly eachTest: boolean;
}

export interface BatchResult {
  /** Tests passed, any number below all where it is only known that not all do; null where the judge itself failed. */
  readonly passed: number | null;
  readonly testsRun: number;
}
