/**
 * The page's side of one program that runs in the sandbox. Every promise that it returns settles. Outcomes of the worker
 * become those of the `Runner` interface here.
 */
import type { WorkerOutcome } from '../protocol/frame-worker.ts';
import type { FrameToPage, JobEnd, PageToFrame } from '../protocol/page-frame.ts';
import type { AbsentPackage } from '../../judge/packages/package-index.ts';
import type {
  InputBatch,
  LoadOutcome,
  OnOutcome,
  Program,
  RunFailure,
  Session,
  SessionWatch,
  TestOutcome,
} from '../../judge/runner.ts';
import type { Evidence } from '../../judge/ruling.ts';

interface TestBatch {
  /** Index of the test whose outcome is expected next. */
  next: number;
  readonly last: number;
  onOutcome: OnOutcome;
  readonly onDone: () => void;
}

/** A batch of tests that is sent with the program and runs before the caller requests it. */
interface Early {
  readonly inputs: readonly string[];
  readonly batch: TestBatch;
  /** The outcomes so far. */
  readonly outcomesSoFar: Parameters<OnOutcome>[];
  readonly whenDone: Promise<void>;
}

export class SandboxSession implements Session {
  readonly job: number;
  readonly absent: readonly AbsentPackage[];
  readonly #mode: Program['mode'];
  readonly #post: (message: PageToFrame) => void;
  readonly #onOver: () => void;
  readonly #watch: SessionWatch;
  readonly #whenLoaded: Promise<LoadOutcome>;
  #settleLoaded: (outcome: LoadOutcome) => void = () => undefined;
  #loadedOutcome: LoadOutcome = { type: 'lost', cause: 'not loaded yet' };
  #timeFactor = 1;
  #hasBegun = false;
  #batch: TestBatch | null = null;
  #earlyRun: Early | null = null;
  /** The end of the session, or null while it is open. */
  #sessionEnd: RunFailure | null = null;

  constructor(
    job: number,
    program: Program,
    absent: readonly AbsentPackage[],
    post: (message: PageToFrame) => void,
    onOver: () => void,
    watch: SessionWatch = {},
    firstBatch?: InputBatch,
  ) {
    this.job = job;
    this.absent = absent;
    this.#mode = program.mode;
    this.#post = post;
    this.#onOver = onOver;
    this.#watch = watch;
    this.#whenLoaded = new Promise((resolve) => (this.#settleLoaded = resolve));
    if (firstBatch === undefined || firstBatch.inputs.length === 0) return;
    this.#earlyRun = earlyBatch(firstBatch);
    this.#batch = this.#earlyRun.batch;
  }

  get loaded(): LoadOutcome {
    return this.#loadedOutcome;
  }

  get timeFactor(): number {
    return this.#timeFactor;
  }

  get ended(): boolean {
    return this.#sessionEnd !== null;
  }

  async whenLoaded(): Promise<this> {
    this.#loadedOutcome = await this.#whenLoaded;
    return this;
  }

  run(inputs: readonly string[], firstIndex: number, onOutcome: OnOutcome): Promise<void> {
    if (this.#earlyRun !== null) return this.#takeEarly(this.#earlyRun, inputs, onOutcome);
    if (this.#batch !== null) throw new Error('a session runs one batch at a time');
    if (this.#sessionEnd !== null || inputs.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#batch = { next: firstIndex, last: firstIndex + inputs.length - 1, onOutcome, onDone: resolve };
      this.#post({ type: 'tests', job: this.job, first: firstIndex, inputs });
    });
  }

  close(): void {
    if (this.#sessionEnd !== null) return;
    this.#post({ type: 'close', job: this.job });
    this.#finish({ type: 'lost', cause: 'the session was closed' });
  }

  onMessage(message: Extract<FrameToPage, { job: number }>): void {
    switch (message.type) {
      case 'begun':
        this.#hasBegun = true;
        this.#watch.onBegun?.(message.timeFactor);
        return;
      case 'slow':
        if (this.#sessionEnd === null) this.#watch.onSlow?.(message.index, message.milliseconds);
        return;
      case 'loaded':
        this.#timeFactor = message.timeFactor;
        this.#settleLoaded(loadOutcome(message.outcome, this.#mode));
        return;
      case 'test-finished':
        this.#onFinished(message);
        return;
      case 'ended':
        this.#onEnded(message);
        return;
    }
  }

  /** Ends the session after the frame has died or the caller has cancelled the program. */
  abandon(end: RunFailure): void {
    this.#finish(end.type === 'sandbox-died' && !this.#hasBegun ? { ...end, unbegun: true } : end);
  }

  #onFinished({ index, result, last }: Extract<FrameToPage, { type: 'test-finished' }>): void {
    const batch = this.#batch;
    if (batch === null || index !== batch.next) return;
    batch.next += 1;
    const isOver = last || batch.next > batch.last;
    if (isOver) this.#batch = null;
    // Closes the session before the last outcome is reported, so that `ended` is already true for the caller.
    if (last) this.close();
    batch.onOutcome(index, testOutcome(result.outcome, this.#mode), result.milliseconds);
    if (isOver) batch.onDone();
  }

  #takeEarly(earlyRun: Early, inputs: readonly string[], onOutcome: OnOutcome): Promise<void> {
    if (inputs !== earlyRun.inputs) throw new Error('a session first runs what it was opened with');
    this.#earlyRun = null;
    earlyRun.batch.onOutcome = onOutcome;
    for (const outcome of earlyRun.outcomesSoFar) onOutcome(...outcome);
    return earlyRun.whenDone;
  }

  #onEnded({ reason, message, evidence, index }: Extract<FrameToPage, { type: 'ended' }>): void {
    this.#finish(endOutcome(reason, message, evidence), index);
  }

  /** @param index index of the test that was running; -1 for the loading */
  #finish(end: RunFailure, index = -1): void {
    if (this.#sessionEnd !== null) return;
    this.#sessionEnd = end;
    this.#settleLoaded(end);
    const batch = this.#batch;
    this.#batch = null;
    batch?.onOutcome(Math.max(index, batch.next), end, 0);
    batch?.onDone();
    this.#onOver();
  }
}

function earlyBatch({ inputs, first }: InputBatch): Early {
  const outcomesSoFar: Parameters<OnOutcome>[] = [];
  let onDone = (): void => undefined;
  const whenDone = new Promise<void>((resolve) => (onDone = resolve));
  const onOutcome: OnOutcome = (...outcome) => void outcomesSoFar.push(outcome);
  return {
    inputs,
    outcomesSoFar,
    whenDone,
    batch: { next: first, last: first + inputs.length - 1, onOutcome, onDone },
  };
}

/** Maximum number of characters of the output that a call prints. This output is displayed, not compared. */
const PRINTED_CHARACTERS = 20_000;

export function loadOutcome(outcome: WorkerOutcome, mode: Program['mode']): LoadOutcome {
  if (outcome.kind === 'done') return { type: 'loaded' };
  if (outcome.kind === 'syntax-error') return { type: 'syntax-error', error: errorOf(outcome) };
  // In assert mode the program has not run yet, so a program cannot use this outcome to avoid a verdict.
  if (outcome.kind === 'bad-check' && mode === 'assert') {
    return { type: 'lost', cause: `the check of this problem does not compile: ${outcome.message}` };
  }
  return failureOf(outcome);
}

export function testOutcome(outcome: WorkerOutcome, mode: Program['mode']): TestOutcome {
  const { stdout, stderr } = outcome;
  // A program may raise a size error on purpose. So the error only sets a flag, and the outcome is not a judge error.
  const limit = outcome.sizeError ? { browserLimit: true as const } : {};
  if (outcome.kind !== 'done') return { ...failureOf(outcome), stdout, stderr };
  switch (mode) {
    case 'stdin':
      return { type: 'exited', stdout, stderr, ...limit };
    case 'call':
      return {
        type: 'returned',
        value: outcome.value,
        stdout: stdout?.slice(0, PRINTED_CHARACTERS) ?? null,
        stderr,
        ...limit,
      };
    case 'assert':
      return { type: 'checked', stdout, stderr };
  }
}

/** @param evidence the evidence of a time-out. A time-out without evidence is a judge error. */
export function endOutcome(reason: JobEnd, message: string, evidence: Evidence | null): RunFailure {
  switch (reason) {
    case 'timed-out':
      return evidence === null
        ? { type: 'lost', cause: 'nothing is known of a time-out' }
        : { type: 'timed-out', evidence };
    case 'worker-died':
      // An uncaught error outside the engine can only come from code that reached JavaScript.
      return {
        type: 'raised',
        error: {
          name: 'InterpreterCrash',
          message: `the program ended the interpreter: ${message}`,
          traceback: '',
        },
        browserLimit: false,
      };
    case 'flooded':
      return { type: 'output-exceeded' };
    case 'engine-failed':
      return { type: 'lost', cause: message };
  }
}

function errorOf(outcome: WorkerOutcome): { name: string; message: string; traceback: string } {
  return { name: outcome.name, message: outcome.message, traceback: outcome.traceback };
}

function failureOf(outcome: WorkerOutcome): RunFailure {
  switch (outcome.kind) {
    case 'output-exceeded':
      return { type: 'output-exceeded' };
    case 'memory-exceeded':
      return { type: 'memory-exceeded' };
    case 'interrupted':
      return { type: 'lost', cause: 'the frame passed a time-out on as an outcome' };
    case 'stack-overflow':
      return {
        type: 'raised',
        error: {
          name: 'StackOverflow',
          message: "the browser's stack is full (recursion through C code); native Python may go deeper",
          traceback: '',
        },
        browserLimit: true,
      };
    case 'too-wide':
      if (outcome.name === 'MemoryError') return { type: 'memory-exceeded' };
      return {
        type: 'lost',
        cause:
          'the program needs numbers of 64 bits where a browser’s Python has 32 ' +
          `(${outcome.name}: ${outcome.message}): judge it with native Python`,
      };
    case 'trap':
      return {
        type: 'raised',
        error: { name: 'InterpreterCrash', message: outcome.message, traceback: '' },
        // The cause is a bug in this interpreter. For example, 45 nested comprehensions make it overwrite its own
        // memory.
        browserLimit: true,
      };
    case 'exited':
      return {
        type: 'raised',
        error: { name: 'SystemExit', message: outcome.message, traceback: '' },
        browserLimit: false,
      };
    case 'tampered':
      return {
        type: 'raised',
        error: {
          name: 'Tampering',
          message:
            'the program reached into the interpreter while it was checked: an assertion proves nothing then',
          traceback: '',
        },
        browserLimit: false,
      };
    case 'raised':
      return { type: 'raised', error: errorOf(outcome), browserLimit: outcome.sizeError };
    case 'syntax-error':
    case 'bad-check':
    case 'done':
      return { type: 'raised', error: errorOf(outcome), browserLimit: false };
  }
}
