/** The strength of a problem's tests: which wrong programs they reject. */

/**
 * A program that passes all tests and differs from an accepted one. It may be right: the tests do not show whether
 * it is.
 */
export interface Survivor {
  readonly origin: 'mutant' | 'recorded';
  /** Description of the change, e.g. `< became <=`; '' for a recorded program. */
  readonly change: string;
  /** Line number of the change in the accepted program, starting at 1; 0 for a recorded program. */
  readonly line: number;
  readonly code: string;
}

export interface TestStrength {
  /**
   * Number of mutants and recorded wrong programs that ended by themselves on every test, or that a test rejected.
   */
  readonly mutants: number;
  readonly killed: number;
  /** Numbers of mutants that are not counted, by reason. */
  readonly leftOut: {
    /** Number of mutants that do not compile. */
    readonly broken: number;
    /** Number of mutants that equal the accepted program or another mutant in text or bytecode. */
    readonly equal: number;
    /** Number of mutants that time out and that no test rejects. */
    readonly hanging: number;
  };
  readonly survivors: readonly Survivor[];
  /** Indexes of the tests that reject no mutant. */
  readonly idleTests: readonly number[];
  /** Indexes of the tests of a small set that rejects the same mutants. A greedy search finds this set. */
  readonly smallest: readonly number[];
}
