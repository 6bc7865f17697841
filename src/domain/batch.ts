import type { Problem } from './problem.ts';

/** Many small call-mode programs, judged by the standard profile. */
export interface Batch {
  readonly problems: readonly Problem[];
  readonly programs: readonly BatchProgram[];
}

export interface BatchProgram {
  /** Index among the problems. */
  readonly problem: number;
  readonly code: string;
  /** Whether to count the tests that pass. If false, only whether all pass is found out. */
  readonly eachTest: boolean;
}

export interface BatchResult {
  /**
   * The number of tests passed. If only "not all" is known, any number below the total. Null if the judge itself
   * failed.
   */
  readonly passed: number | null;
  readonly testsRun: number;
}
