/**
 * The wire between the sandbox frame and a Python worker. Types and guards, no behaviour.
 *
 * The worker runs untrusted code: whatever comes from it is data to be read field by field, never a
 * verdict. The frame's clock gives "time limit exceeded"; a worker that says so itself loses the test, and
 * gains nothing else.
 */
import type { ProblemMode } from '../../domain/problem.ts';
import type { Execution } from '../../judge/profiles/execution.ts';
import type { PackageEntry } from '../../judge/packages/package-index.ts';

/** A package's file with its entry of the lock file; the page has checked its hash. */
export interface PackageFile {
  readonly entry: PackageEntry;
  readonly bytes: ArrayBuffer;
}

/** Sent once on the worker's default channel, with the port that carries everything else but the library. */
export interface WorkerBoot {
  readonly type: 'boot';
  readonly port: MessagePort;
  readonly module: WebAssembly.Module;
  /**
   * Memory of an interpreter that has run the harness and no submission, packed (memory-snapshot.ts); null boots from
   * scratch.
   */
  readonly snapshot: ArrayBuffer | null;
  /** Loaded and imported before any submission runs. */
  readonly packages: readonly PackageFile[];
}

/**
 * The second and last message on the default channel: Python's standard library, which a boot from a snapshot needs
 * last.
 */
export interface WorkerLibrary {
  readonly type: 'library';
  readonly bytes: ArrayBuffer;
}

export interface WorkerProgram {
  readonly source: string;
  readonly preamble: string;
  readonly mode: ProblemMode;
  readonly functionName: string;
  readonly execution: Execution;
  /** Names of the library that are to be missing. */
  readonly without: readonly string[];
  /** Assert mode: run after the program; '' in the other modes. */
  readonly check: string;
}

export type FrameToWorker =
  | {
      readonly type: 'load';
      readonly job: number;
      readonly program: WorkerProgram;
      readonly memoryBytes: number;
      /** After so long a test, or the load, is interrupted from inside; the frame's clock is stricter. */
      readonly softMilliseconds: number;
      readonly outputBytes: number;
    }
  | {
      readonly type: 'tests';
      readonly job: number;
      readonly first: number;
      readonly inputs: readonly string[];
    }
  /** Between two jobs: time the kernel `runs` times, and answer with `calibrated`. */
  | { readonly type: 'calibrate'; readonly runs: number }
  /** The job is over: answer with `closed` once everything before it is done. */
  | { readonly type: 'close'; readonly job: number };

/** How a call into Python ended, as the worker saw it. */
export interface WorkerOutcome {
  /** A name of `OUTCOMES`. */
  readonly kind: OutcomeKind;
  /** Exception or trap: class name, message, traceback. */
  readonly name: string;
  readonly message: string;
  readonly traceback: string;
  /** null when the bytes were not UTF-8. */
  readonly stdout: string | null;
  readonly stderr: string;
  /** Call mode: tagged JSON. */
  readonly value: string;
  /** An error about a size that does not fit into 32 bits came up, be it that the program caught it. */
  readonly sizeError: boolean;
}

export const OUTCOMES = [
  'done',
  'raised',
  'syntax-error',
  /** JavaScript's stack, or a WebAssembly trap: the interpreter itself gave up. */
  'stack-overflow',
  /** Failed of a number that does not fit into 32 bits, in every form that the program has. */
  'too-wide',
  'trap',
  /** `os._exit` with a status other than 0, or `os.abort`. */
  'exited',
  'output-exceeded',
  'memory-exceeded',
  /** Stopped by the deadline inside the worker; whatever is left of the batch is not run. */
  'interrupted',
  /** Assert mode: the problem's check does not compile; said before the program runs. */
  'bad-check',
  /** Assert mode, said by the frame: the check ran to its end in a worker that something had reached into. */
  'tampered',
] as const;
export type OutcomeKind = (typeof OUTCOMES)[number];

export interface WorkerResult {
  readonly outcome: WorkerOutcome;
  readonly milliseconds: number;
}

export type WorkerToFrame =
  | {
      readonly type: 'booted';
      readonly python: string;
      readonly bootMilliseconds: number;
    }
  /** Milliseconds for a run of calibrate.py: the best of all, and the mean of the last two thirds. */
  | { readonly type: 'calibrated'; readonly best: number; readonly mean: number }
  | { readonly type: 'boot-failed'; readonly message: string }
  /** The submission reached for something outside Python: this worker is replaced after the job. */
  | { readonly type: 'tainted'; readonly reason: string }
  | { readonly type: 'loaded'; readonly job: number; readonly outcome: WorkerOutcome }
  /** The end of test `index`; sent before the next one begins, so that the frame knows which one runs. */
  | {
      readonly type: 'test-finished';
      readonly job: number;
      readonly index: number;
      readonly result: WorkerResult;
      /** The state that this job's tests share is gone, or its time is up: no further test of this job will run. */
      readonly last: boolean;
    }
  | { readonly type: 'closed'; readonly job: number; readonly heapBytes: number }
  /** The engine's own code failed; the job is lost, the worker is replaced. */
  | { readonly type: 'broken'; readonly message: string };

const MAX_TEXT = 64 * 1024;
function text(value: unknown, limit: number): string {
  return typeof value === 'string' ? (value.length > limit ? value.slice(0, limit) : value) : '';
}

/** Its own, and plain: whatever stands there as code is not run. */
function field(data: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(data, name)?.value;
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

function milliseconds(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}

/** Longest outcome text that is let through; the output cap makes the rest. */
function parseOutcome(value: unknown, outputBytes: number): WorkerOutcome | null {
  if (typeof value !== 'object' || value === null) return null;
  const kind = OUTCOMES.find((known) => known === field(value, 'kind'));
  if (kind === undefined) return null;
  const stdout = field(value, 'stdout');
  if (stdout !== null && typeof stdout !== 'string') return null;
  const returned = field(value, 'value');
  if (typeof returned !== 'string') return null;
  const tooLong = (stdout?.length ?? 0) > outputBytes || returned.length > outputBytes;
  return {
    kind: tooLong ? 'output-exceeded' : kind,
    name: text(field(value, 'name'), 200),
    message: text(field(value, 'message'), 4000),
    traceback: text(field(value, 'traceback'), MAX_TEXT),
    stdout: tooLong ? '' : stdout,
    stderr: text(field(value, 'stderr'), MAX_TEXT),
    value: tooLong ? '' : returned,
    sizeError: field(value, 'sizeError') === true,
  };
}

function parseResult(value: unknown, outputBytes: number): WorkerResult | null {
  if (typeof value !== 'object' || value === null) return null;
  const outcome = parseOutcome(field(value, 'outcome'), outputBytes);
  return outcome && { outcome, milliseconds: milliseconds(field(value, 'milliseconds')) };
}

/** Reads a worker's message into a closed record, or null when it does not fit. */
export function parseWorkerMessage(data: unknown, outputBytes: number): WorkerToFrame | null {
  if (typeof data !== 'object' || data === null) return null;
  const job = count(field(data, 'job')) ?? -1;
  const index = count(field(data, 'index')) ?? -1;
  switch (field(data, 'type')) {
    case 'booted':
      return {
        type: 'booted',
        python: text(field(data, 'python'), 40),
        bootMilliseconds: milliseconds(field(data, 'bootMilliseconds')),
      };
    case 'calibrated':
      return {
        type: 'calibrated',
        best: milliseconds(field(data, 'best')),
        mean: milliseconds(field(data, 'mean')),
      };
    case 'boot-failed':
      return { type: 'boot-failed', message: text(field(data, 'message'), 2000) };
    case 'broken':
      return { type: 'broken', message: text(field(data, 'message'), 2000) };
    case 'tainted':
      return { type: 'tainted', reason: text(field(data, 'reason'), 100) };
    case 'closed':
      return { type: 'closed', job, heapBytes: count(field(data, 'heapBytes')) ?? 0 };
    case 'loaded': {
      const outcome = parseOutcome(field(data, 'outcome'), outputBytes);
      return outcome && { type: 'loaded', job, outcome };
    }
    case 'test-finished': {
      const result = parseResult(field(data, 'result'), outputBytes);
      return result && { type: 'test-finished', job, index, result, last: field(data, 'last') === true };
    }
    default:
      return null;
  }
}
