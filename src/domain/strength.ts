/** The strength of a problem's tests: which wrong programs they reject, and the other checks of their worth. */
import type { TestCase } from './problem.ts';
import type { TestResult } from './verdict.ts';

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

/** An input on which a program fails and an accepted program does not. */
export interface FailingInput {
  /** The input, with the output of the accepted program. */
  readonly test: TestCase;
  /** The result of the failing program, with the first place where the outputs differ. */
  readonly result: TestResult;
  /** The number of inputs that both programs ran on, shrinking included. */
  readonly tried: number;
}

/** A test that was added to a problem, because it rejects programs that the problem's own tests let through. */
export interface AddedTest extends TestCase {
  /** The number of accepted programs that agree on the output, ≥ 2. */
  readonly agreed: number;
  /** The number of programs that pass the problem's own tests and fail this one, ≥ 1. */
  readonly rejects: number;
}

/** In the form of a row of the report. */
export interface TestStrength {
  /**
   * Number of mutants and recorded wrong programs that ended by themselves on every test, or that a test rejected.
   */
  readonly mutants: number;
  readonly killed: number;
  /** Numbers of mutants that are not counted, by reason. */
  readonly left_out: {
    /** Number of mutants that do not compile. */
    readonly broken: number;
    /** Number of mutants that equal the accepted program or another mutant in text or bytecode. */
    readonly equal: number;
    /** Number of mutants that time out and that none of the tests run on them rejects: after 4 time-outs, no more run. */
    readonly hanging: number;
  };
  readonly survivors: readonly Survivor[];
  /** Indexes of the tests that reject none of the mutants that ran on them. */
  readonly idle_tests: readonly number[];
  /** Indexes of the tests of a small set that rejects the same mutants. A greedy search finds this set. */
  readonly smallest: readonly number[];
}

/** Each check with the sentence that says what it asks for. */
export const CHECKS = {
  'semantic.oracle_max': 'one of the solutions earns 1',
  'semantic.floor_gap': 'no program that solves nothing earns 1',
  'semantic.replayability': 'an accepted program prints the same each time',
  'tests.strength': 'the tests reject the mutants of an accepted program',
  'tests.expected_output': 'no two solutions agree on another output than the expected one',
  'tests.contradiction': 'no input has two expected outputs',
  'tests.repetition': 'no test occurs twice',
  'tests.time_limit': 'an accepted program needs less than half of the time limit',
  'tests.graders': 'the public graders agree on an accepted program',
} as const;
export type TestCheck = keyof typeof CHECKS;

export interface TestFinding {
  readonly check: TestCheck;
  /** One sentence without a full stop. */
  readonly message: string;
  /** Indexes of the tests that it is about; missing if it is about all of them. */
  readonly tests?: readonly number[];
}

/** One row of the report, as JSON. */
export interface CertificateRow {
  readonly problem_id: string;
  readonly source: string;
  readonly tests: number;
  /** Numbers of the solutions that were judged, and that earn 1. The strength uses at most 10 of the latter. */
  readonly solutions: number;
  readonly accepted: number;
  /** Null if the strength was not measured; `unmeasured` is then the reason in one sentence. */
  readonly strength: TestStrength | null;
  readonly unmeasured: string | null;
  /** Names of the policies that solve nothing and earn 1. */
  readonly floor: readonly string[];
  readonly findings: readonly TestFinding[];
  /**
   * Only if a second engine was asked for: its browser and its seed of hashes; null if it judged nothing, because no
   * solution is accepted.
   */
  readonly replayed?: string | null;
  /** Only if stronger tests were asked for: the tests, or in one sentence why there are none. */
  readonly added_tests?: readonly AddedTest[];
  readonly not_hardened?: string;
  /** What the judge failed on, in one sentence; null if it failed on nothing. Such a row is made again. */
  readonly error: string | null;
}
