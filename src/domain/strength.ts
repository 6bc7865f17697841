/** The strength of a problem's tests: which wrong programs they reject. */

/** A program that passes all tests and differs from an accepted one. It may be right: it is not told apart. */
export interface Survivor {
  readonly origin: 'mutant' | 'recorded';
  /** The change in words, e.g. `< became <=`; '' for a recorded program. */
  readonly change: string;
  /** The line of the change in the accepted program, from 1; 0 for a recorded program. */
  readonly line: number;
  readonly code: string;
}

export interface TestStrength {
  /** Mutants and recorded wrong programs that ran to an end on every test, or that a test rejected. */
  readonly mutants: number;
  readonly killed: number;
  /** Mutants that do not count. */
  readonly leftOut: {
    /** Mutants that do not compile. */
    readonly broken: number;
    /** Mutants equal to the accepted program or to another mutant, by text or bytecode. */
    readonly equal: number;
    /** Mutants that time out and are rejected by no test. */
    readonly hanging: number;
  };
  readonly survivors: readonly Survivor[];
  /** Indexes of the tests that reject no mutant. */
  readonly idleTests: readonly number[];
  /** Indexes of the tests of a smallest set, found greedily, that rejects the same mutants. */
  readonly smallest: readonly number[];
}
