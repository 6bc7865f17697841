/**
 * The port between the judge and whatever runs Python. A runner reports what a program did; it never
 * sees an expected output and never gives a verdict.
 */
import type { QueueSlot } from '../base/turnstile.ts';
import type { ProblemMode } from '../domain/problem.ts';
import type { ProgramError } from '../domain/verdict.ts';
import type { Execution } from './profiles/execution.ts';
import type { AbsentPackage } from './packages/package-index.ts';
import type { Evidence } from './ruling.ts';

/** A program: one source, loaded once, then run on many inputs. */
export interface Program {
  readonly source: string;
  /** Python run in the same namespace first; '' for none. */
  readonly preamble: string;
  readonly mode: ProblemMode;
  readonly functionName: string | null;
  /** How it is run, and what a test leaves behind for the next; assert mode pays no heed to it. */
  readonly execution: Execution;
  /** Names of the library that are to be missing, as `module.name` or `module.Class.name`. */
  readonly without: readonly string[];
  /** Assert mode: Python source run after the program in its namespace; '' in the other modes. */
  readonly check: string;
}

/** A script as the standard rules run it. */
export function scriptOf(source: string): Program {
  return {
    source,
    preamble: '',
    mode: 'stdin',
    functionName: null,
    execution: 'standard',
    without: [],
    check: '',
  };
}

export interface RunLimits {
  /** For loading, and for each test, in reference seconds: a slower machine gets longer. */
  readonly timeSeconds: number;
  /** By which the limit is stretched; unless given, by what this machine was measured to need. */
  readonly timeFactor?: number;
  readonly memoryMb: number;
  readonly outputBytes: number;
}

/** Why a program did not come to a normal end. */
export type RunFailure =
  | { readonly type: 'raised'; readonly error: ProgramError; readonly browserLimit: boolean }
  | { readonly type: 'timed-out'; readonly evidence: Evidence }
  | { readonly type: 'memory-exceeded' }
  | { readonly type: 'output-exceeded' }
  /**
   * The sandbox's process died while this ran, or something beside it: out of memory, most likely. `unbegun`: no
   * interpreter had taken the program up, so that it did nothing to it.
   */
  | { readonly type: 'sandbox-died'; readonly unbegun?: true }
  /** The judge's own machinery failed; never the program's fault. */
  | { readonly type: 'lost'; readonly cause: string };

/** Compiling (stdin mode), or running the module's top level (call mode). */
export type LoadOutcome =
  { readonly type: 'loaded' } | { readonly type: 'syntax-error'; readonly error: ProgramError } | RunFailure;

/**
 * `stdout` is null when it was not UTF-8. `value` is tagged JSON (value-text.ts). `checked` is assert mode's only
 * good end: the check ran to its own end, in an interpreter that nothing but Python had touched. `browserLimit`: the
 * program caught an error that a larger Python may not raise, so a wrong answer may be right there.
 */
export type TestOutcome =
  | {
      readonly type: 'exited';
      readonly stdout: string | null;
      readonly stderr: string;
      readonly browserLimit?: true;
    }
  /** The text that a call printed counts for nothing, and is only shown; missing if unknown. */
  | {
      readonly type: 'returned';
      readonly value: string;
      readonly stdout?: string | null;
      readonly stderr: string;
      readonly browserLimit?: true;
    }
  | { readonly type: 'checked'; readonly stdout: string | null; readonly stderr: string }
  | (RunFailure & { readonly stdout?: string | null; readonly stderr?: string });

export type OnOutcome = (index: number, outcome: TestOutcome, milliseconds: number) => void;

/** One program loaded in one interpreter. */
export interface Session {
  readonly loaded: LoadOutcome;
  /** How many times as long as stated the program may run here, ≥ 1. */
  readonly timeFactor: number;
  /** The packages that the program imports and this device lacks: it ran without them. */
  readonly absent: readonly AbsentPackage[];
  /** The interpreter is gone (a time-out, a crash, a stop): nothing more can run in this session. */
  readonly ended: boolean;
  /**
   * Runs the inputs in order and calls back for each, in order. Stops early when the interpreter is gone, after
   * calling back for the test that ended it. Never rejects.
   * @param first index of the first input among the problem's tests
   */
  run(inputs: readonly string[], first: number, onOutcome: OnOutcome): Promise<void>;
  /** Gives the interpreter back; what still runs is dropped. Safe to call twice, and from a callback of `run`. */
  close(): void;
}

/** Inputs that a session is to run first, known as it is opened: `run` is then called with the very same. */
export interface FirstBatch {
  readonly inputs: readonly string[];
  /** As in `run`. */
  readonly first: number;
}

/** The events for a caller that waits for a session. */
export interface SessionWatch {
  /** An interpreter has accepted the program; its time limit is the stated one times `timeFactor`. */
  readonly onBegun?: (timeFactor: number) => void;
  /**
   * A test has been running for a while: `milliseconds` by now. Said once for each that does.
   * @param index as in `run`; -1 while the program loads
   */
  readonly onSlow?: (index: number, milliseconds: number) => void;
}

export interface Runner {
  /**
   * Loads a program as soon as its turn has come. Aborting the turn's signal stops it wherever it is;
   * `loaded` is then `lost`.
   * @param ahead may be run at once, before anybody asks
   */
  open(
    program: Program,
    limits: RunLimits,
    turn: QueueSlot,
    watch?: SessionWatch,
    ahead?: FirstBatch,
  ): Promise<Session>;
  /** Fetches what opening a session takes, ahead of the first. */
  prepare?(): Promise<void>;
  dispose(): void;
}
