/**
 * The interface between the judge and the code that runs Python. A runner reports what a program did. It never sees
 * an expected output and never decides a verdict.
 */
import type { QueueSlot } from '../base/turnstile.ts';
import type { ProblemMode } from '../domain/problem.ts';
import type { ProgramError } from '../domain/verdict.ts';
import type { Execution } from './profiles/execution.ts';
import type { AbsentPackage } from './packages/package-index.ts';
import type { Evidence } from './ruling.ts';

/** A program: one source, loaded once and run on many inputs. */
export interface Program {
  readonly source: string;
  /** Python that runs first in the same namespace; '' if there is none. */
  readonly preamble: string;
  readonly mode: ProblemMode;
  readonly functionName: string | null;
  /** How the program runs, and which state a test leaves for the next. Ignored in assert mode. */
  readonly execution: Execution;
  /** Library names to make unavailable, as `module.name` or `module.Class.name`. */
  readonly without: readonly string[];
  /** In assert mode, Python source that runs after the program in its namespace; '' in the other modes. */
  readonly check: string;
}

/** Returns a program that runs by the standard rules for scripts. */
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
  /** The limit for loading, and for each test, in reference seconds. A slower machine gets more time. */
  readonly timeSeconds: number;
  /** The factor by which the limit is multiplied. Default: the time factor measured on this machine. */
  readonly timeFactor?: number;
  readonly memoryMb: number;
  readonly outputBytes: number;
}

/** Why a program did not end normally. */
export type RunFailure =
  | { readonly type: 'raised'; readonly error: ProgramError; readonly browserLimit: boolean }
  /** The program does not compile. */
  | { readonly type: 'syntax-error'; readonly error: ProgramError }
  | { readonly type: 'timed-out'; readonly evidence: Evidence }
  | { readonly type: 'memory-exceeded' }
  | { readonly type: 'output-exceeded' }
  /**
   * The sandbox's process died while this program or another one ran, most likely because memory ran out.
   * `unbegun`: no interpreter had started the program, so the program is not the cause.
   */
  | { readonly type: 'sandbox-died'; readonly unbegun?: true }
  /** The judge itself failed. This is never the program's fault. */
  | { readonly type: 'lost'; readonly cause: string };

/** The result of loading a program: of compiling it (stdin mode), or of running its top level (call mode). */
export type LoadOutcome = { readonly type: 'loaded' } | RunFailure;

/**
 * How a test ended, or why the program did not load for it. `stdout` is null if it was not UTF-8. `value` is tagged
 * JSON (value-text.ts). `checked` is the only normal end in assert mode: the check completed, in an interpreter that
 * only Python code had changed. `browserLimit`: the program caught an error that a Python with more memory may not
 * raise, so a wrong answer may be right there.
 */
export type TestOutcome =
  | {
      readonly type: 'exited';
      readonly stdout: string | null;
      readonly stderr: string;
      readonly browserLimit?: true;
    }
  /** The text that a call printed is only shown, not compared; missing if unknown. */
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
  /** The factor by which the program's time limits are multiplied here, ≥ 1. */
  readonly timeFactor: number;
  /** Packages that the program imports and this device lacks. The program ran without them. */
  readonly absent: readonly AbsentPackage[];
  /**
   * Whether the interpreter has ended (a time-out, a crash, a stop), so that nothing more can run in this session.
   */
  readonly ended: boolean;
  /**
   * Runs the inputs and calls back for each, in order. Stops early if the interpreter ends, after calling back for
   * the test that ended it. Never rejects.
   * @param first index of the first input among the problem's tests
   */
  run(inputs: readonly string[], first: number, onOutcome: OnOutcome): Promise<void>;
  /** Releases the interpreter and stops whatever still runs. May be called twice, and from a callback of `run`. */
  close(): void;
}

/** Inputs of tests that follow each other. */
export interface InputBatch {
  readonly inputs: readonly string[];
  /** Index of the first input among the problem's tests. */
  readonly first: number;
}

/** Callbacks for a caller that waits for a session. */
export interface SessionWatch {
  /** Called when an interpreter has accepted the program. Its time limit is the stated one times `timeFactor`. */
  readonly onBegun?: (timeFactor: number) => void;
  /**
   * Called once for each test that has been running for a noticeably long time, `milliseconds`.
   * @param index as in `run`; -1 while the program loads
   */
  readonly onSlow?: (index: number, milliseconds: number) => void;
}

export interface Runner {
  /**
   * Loads a program when its queue slot is reached. Aborting the slot's signal stops it at any point; `loaded` is
   * then `lost`.
   * @param ahead inputs that may start before `run` is called. `run` must then be called with the same inputs.
   */
  open(
    program: Program,
    limits: RunLimits,
    turn: QueueSlot,
    watch?: SessionWatch,
    ahead?: InputBatch,
  ): Promise<Session>;
  /** Loads everything that opening a session needs, before the first session. */
  prepare?(): Promise<void>;
  dispose(): void;
}
