/** One program in the sandbox, seen from the page. Settles every promise it hands out. */
import type { FrameToPage, PageToFrame } from '../protocol/page-frame.ts';
import type { AbsentPackage } from '../packages/package-index.ts';
import type { LoadOutcome, OnOutcome, Program, RunFailure, Session } from '../runner.ts';
import { endOutcome, loadOutcome, testOutcome } from './outcomes.ts';

interface Batch {
  /** Index of the test whose outcome comes next. */
  next: number;
  readonly last: number;
  readonly onOutcome: OnOutcome;
  readonly done: () => void;
}

export class SandboxSession implements Session {
  readonly job: number;
  readonly absent: readonly AbsentPackage[];
  readonly #mode: Program['mode'];
  readonly #post: (message: PageToFrame) => void;
  readonly #onOver: () => void;
  readonly #whenLoaded: Promise<LoadOutcome>;
  #settleLoaded: (outcome: LoadOutcome) => void = () => undefined;
  #loaded: LoadOutcome = { type: 'lost', cause: 'not loaded yet' };
  #timeFactor = 1;
  #batch: Batch | null = null;
  /** Set once the interpreter is gone or given back. */
  #end: RunFailure | null = null;

  constructor(
    job: number,
    program: Program,
    absent: readonly AbsentPackage[],
    post: (message: PageToFrame) => void,
    onOver: () => void,
  ) {
    this.job = job;
    this.absent = absent;
    this.#mode = program.mode;
    this.#post = post;
    this.#onOver = onOver;
    this.#whenLoaded = new Promise((resolve) => (this.#settleLoaded = resolve));
  }

  get loaded(): LoadOutcome {
    return this.#loaded;
  }

  get timeFactor(): number {
    return this.#timeFactor;
  }

  get ended(): boolean {
    return this.#end !== null;
  }

  async whenLoaded(): Promise<this> {
    this.#loaded = await this.#whenLoaded;
    return this;
  }

  run(inputs: readonly string[], first: number, onOutcome: OnOutcome): Promise<void> {
    if (this.#batch !== null) throw new Error('a session runs one batch at a time');
    if (this.#end !== null || inputs.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#batch = { next: first, last: first + inputs.length - 1, onOutcome, done: resolve };
      this.#post({ type: 'tests', job: this.job, first, inputs });
    });
  }

  close(): void {
    if (this.#end !== null) return;
    // With a batch still running, the interpreter cannot be given back in time: it is stopped.
    this.#post({ type: this.#batch !== null ? 'cancel' : 'close', job: this.job });
    this.#finish({ type: 'lost', cause: 'the session was closed' });
  }

  onMessage(message: Extract<FrameToPage, { job: number }>): void {
    switch (message.type) {
      case 'loaded':
        this.#timeFactor = message.timeFactor;
        this.#settleLoaded(loadOutcome(message.outcome, this.#mode));
        return;
      case 'test-finished': {
        const batch = this.#batch;
        if (batch === null || message.index !== batch.next) return;
        batch.next += 1;
        const isOver = message.last || message.index === batch.last;
        if (isOver) this.#batch = null;
        // Said first, so that whoever hears of the test knows that no other can run.
        if (message.last) this.close();
        batch.onOutcome(message.index, testOutcome(message.outcome, this.#mode), message.milliseconds);
        if (isOver) batch.done();
        return;
      }
      case 'ended':
        this.#finish(endOutcome(message.reason, message.message));
        return;
    }
  }

  /** The frame is gone, or the caller has given up. */
  abandon(end: RunFailure): void {
    this.#finish(end);
  }

  #finish(end: RunFailure): void {
    if (this.#end !== null) return;
    this.#end = end;
    this.#settleLoaded(end);
    const batch = this.#batch;
    this.#batch = null;
    batch?.onOutcome(batch.next, end, 0);
    batch?.done();
    this.#onOver();
  }
}
