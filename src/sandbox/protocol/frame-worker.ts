/**
 * The messages between the sandbox frame and a Python worker, and their parsers.
 *
 * The worker runs untrusted code, so its messages are read field by field, and never contain a verdict. The frame's
 * clock decides "time limit exceeded". If a worker reports a time-out itself, the test only fails.
 */
import type { PackageEntry } from '../../judge/packages/package-index.ts';
import type { InputBatch, Program } from '../../judge/runner.ts';

/** A file of a package and its entry in the lock file. The page has checked the hash. */
export interface PackageFile {
  readonly entry: PackageEntry;
  readonly bytes: ArrayBuffer;
}

/** The first message on the worker's default channel. All later messages, except the library, use `port`. */
export interface WorkerBoot {
  readonly type: 'boot';
  readonly port: MessagePort;
  readonly module: WebAssembly.Module;
  /**
   * Packed memory (memory-snapshot.ts) of an interpreter that has run the harness and no submission, or null to boot
   * from scratch.
   */
  readonly snapshot: ArrayBuffer | null;
  /** The seed of Python's hashes; 0 in a snapshot. */
  readonly hashSeed: number;
  /** Packages to load and import before any submission runs. */
  readonly packages: readonly PackageFile[];
}

/**
 * The second and last message on the default channel: Python's standard library. It is sent last, because a boot
 * from a snapshot needs it last.
 */
export interface WorkerLibrary {
  readonly type: 'library';
  readonly bytes: ArrayBuffer;
}

export type FrameToWorker =
  | {
      readonly type: 'load';
      readonly job: number;
      readonly program: Program;
      readonly memoryBytes: number;
      /**
       * Milliseconds after which the worker itself interrupts a test, or the loading of the program. Only the
       * frame's own clock decides whether the time limit is exceeded.
       */
      readonly softMilliseconds: number;
      readonly outputBytes: number;
    }
  | ({ readonly type: 'tests'; readonly job: number } & InputBatch)
  /** Runs calibrate.py `runs` times between two jobs; the worker answers with `calibrated`. */
  | { readonly type: 'calibrate'; readonly runs: number }
  /** Closes the job. The worker answers with `closed` when it has handled all earlier messages. */
  | { readonly type: 'close'; readonly job: number };

/** The end of a call into Python, as the worker reports it. */
export interface WorkerOutcome {
  readonly kind: OutcomeKind;
  /** Class name of the exception or trap. */
  readonly name: string;
  readonly message: string;
  readonly traceback: string;
  /** The program's output; null if its bytes are not UTF-8. */
  readonly stdout: string | null;
  readonly stderr: string;
  /** The return value as tagged JSON, in call mode. */
  readonly value: string;
  /** Whether an error about a size beyond 32 bits was raised, even if the program caught it. */
  readonly sizeError: boolean;
}

export const OUTCOMES = [
  'done',
  'raised',
  'syntax-error',
  /** The stack of JavaScript or of the interpreter is full. */
  'stack-overflow',
  /** In each of its forms (other-form.ts), the program failed with a number that does not fit into 32 bits. */
  'too-wide',
  'trap',
  /** The program called `os._exit` with a status other than 0, or `os.abort`. */
  'exited',
  'output-exceeded',
  'memory-exceeded',
  /** The deadline inside the worker stopped the test. The rest of the batch does not run. */
  'interrupted',
  /** In assert mode, the check of the problem does not compile. Reported before the program runs. */
  'bad-check',
  /** Set by the frame in assert mode: the check passed in a tainted worker, so the frame does not accept the pass. */
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
  /** Milliseconds of a run of calibrate.py: the fastest run, and the mean of the last two thirds of the runs. */
  | { readonly type: 'calibrated'; readonly best: number; readonly mean: number }
  | { readonly type: 'boot-failed'; readonly message: string }
  /** The submission called a function outside Python. The worker is replaced after the job. */
  | { readonly type: 'tainted'; readonly reason: string }
  | { readonly type: 'loaded'; readonly job: number; readonly outcome: WorkerOutcome }
  /** Reports the end of test `index` before the next test begins, so that the frame knows which test runs. */
  | {
      readonly type: 'test-finished';
      readonly job: number;
      readonly index: number;
      readonly result: WorkerResult;
      /**
       * Whether no further test of this job will run: the deadline has passed, or the state that its tests share
       * has been discarded.
       */
      readonly last: boolean;
    }
  | { readonly type: 'closed'; readonly job: number; readonly heapBytes: number }
  /** The engine's own code failed. The job ends and the worker is replaced. */
  | { readonly type: 'broken'; readonly message: string };

const MAX_TEXT = 64 * 1024;
function text(value: unknown, limit: number): string {
  return typeof value === 'string' ? (value.length > limit ? value.slice(0, limit) : value) : '';
}

/** Reads an own data property. Getters are not called, because they would run untrusted code. */
function field(data: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(data, name)?.value;
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

function milliseconds(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}

/** @param outputBytes maximum length of `stdout` and `value`; with longer output, the kind becomes 'output-exceeded' */
function parseOutcome(value: unknown, outputBytes: number): WorkerOutcome | null {
  if (typeof value !== 'object' || value === null) return null;
  const kind = OUTCOMES.find((outcomeKind) => outcomeKind === field(value, 'kind'));
  if (kind === undefined) return null;
  const stdout = field(value, 'stdout');
  if (stdout !== null && typeof stdout !== 'string') return null;
  const returnedValue = field(value, 'value');
  if (typeof returnedValue !== 'string') return null;
  const tooLong = (stdout?.length ?? 0) > outputBytes || returnedValue.length > outputBytes;
  return {
    kind: tooLong ? 'output-exceeded' : kind,
    name: text(field(value, 'name'), 200),
    message: text(field(value, 'message'), 4000),
    traceback: text(field(value, 'traceback'), MAX_TEXT),
    stdout: tooLong ? '' : stdout,
    stderr: text(field(value, 'stderr'), MAX_TEXT),
    value: tooLong ? '' : returnedValue,
    sizeError: field(value, 'sizeError') === true,
  };
}

function parseResult(value: unknown, outputBytes: number): WorkerResult | null {
  if (typeof value !== 'object' || value === null) return null;
  const outcome = parseOutcome(field(value, 'outcome'), outputBytes);
  return outcome && { outcome, milliseconds: milliseconds(field(value, 'milliseconds')) };
}

/** Copies the expected fields of a worker's message. Returns null if the message is not part of the protocol. */
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
