/** One submission on one worker, with the only clock that can say "time limit exceeded". */
import type { WorkerOutcome, WorkerToFrame } from '../protocol/frame-worker.ts';
import type { FrameLimits, FrameToPage, JobEnd, PageToFrame } from '../protocol/page-frame.ts';
import type { WorkerHost } from './worker-host.ts';

type Open = Extract<PageToFrame, { type: 'open' }>;

/** Messages a worker may send beyond two a test before it counts as flooding. */
const SPARE_MESSAGES = 100;

export interface JobEvents {
  post(message: FrameToPage): void;
  /** The worker is free again, or must be replaced. */
  onOver(job: FrameJob, keepWorker: boolean): void;
}

export class FrameJob {
  readonly id: number;
  readonly host: WorkerHost;
  readonly #limits: FrameLimits;
  readonly #events: JobEvents;
  readonly #isAssertion: boolean;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Index of the test that runs or runs next; -1 while the program loads. */
  #index = -1;
  #armedAt = 0;
  #waiting = 0;
  #messages = 0;
  #messagesAllowed = SPARE_MESSAGES;
  /** Index of the last test whose start was announced: only the first word counts. */
  #started = -1;
  #closing = false;
  #over = false;

  constructor(open: Open, host: WorkerHost, events: JobEvents) {
    this.id = open.job;
    this.host = host;
    this.#limits = open.limits;
    this.#events = events;
    this.#isAssertion = open.program.mode === 'assert';
    host.outputBytes = open.limits.outputBytes;
    host.send({
      type: 'load',
      job: open.job,
      program: open.program,
      memoryBytes: open.limits.memoryBytes,
      outputBytes: open.limits.outputBytes,
      softMilliseconds: this.#limitMilliseconds,
    });
    this.#arm();
  }

  run(first: number, inputs: readonly string[]): void {
    if (this.#over || inputs.length === 0) return;
    if (this.#waiting === 0) {
      this.#index = first;
      this.#arm();
    }
    this.#waiting += inputs.length;
    this.#messagesAllowed += 2 * inputs.length;
    this.host.send({ type: 'tests', job: this.id, first, inputs });
  }

  close(): void {
    if (this.#over) return;
    this.#closing = true;
    this.#arm();
    this.host.send({ type: 'close', job: this.id });
  }

  cancel(): void {
    if (!this.#over) this.#finish(false);
  }

  /** null stands for a message outside the protocol: it counts, and says nothing. */
  onMessage(message: WorkerToFrame | null): void {
    if (this.#over) return;
    this.#messages += 1;
    if (this.#messages > this.#messagesAllowed) {
      this.end('flooded', 'the worker sent more messages than tests');
      return;
    }
    if (message === null) return;
    switch (message.type) {
      case 'tainted':
        this.host.tainted = true;
        return;
      case 'loaded':
        if (message.job !== this.id || this.#index !== -1) return;
        clearTimeout(this.#timer);
        if (this.#endedByClock(message.outcome)) return;
        this.#index = 0;
        this.#events.post({ ...message, timeFactor: this.host.timeFactor });
        return;
      case 'test-started':
        if (message.job !== this.id || message.index !== this.#index || this.#waiting === 0) return;
        // Said twice, it would wind the clock up.
        if (this.#started < message.index) this.#arm();
        this.#started = message.index;
        return;
      case 'test-finished':
        if (message.job !== this.id || message.index !== this.#index || this.#waiting === 0) return;
        if (this.#endedByClock(message.outcome)) return;
        this.#index += 1;
        this.#waiting = message.last ? 0 : this.#waiting - 1;
        if (this.#waiting > 0) this.#arm();
        else clearTimeout(this.#timer);
        this.#events.post({ ...message, outcome: this.#trusted(message.outcome) });
        return;
      case 'closed':
        if (message.job === this.id && this.#closing && this.#waiting === 0)
          this.#finish(!this.host.tainted && !this.host.provisional, message.heapBytes);
        return;
      case 'broken':
        // Code that reached JavaScript can break the engine: then it is the program that failed.
        this.end(this.host.tainted ? 'worker-died' : 'engine-failed', message.message);
        return;
      case 'booted':
      case 'boot-failed':
      case 'snapshot':
        // Only a submission that speaks on the port sends these now.
        return;
    }
  }

  /** Where the check stands beside the program, a pass counts only if nothing reached beyond plain Python. */
  #trusted(outcome: WorkerOutcome): WorkerOutcome {
    const isForged = this.#isAssertion && this.host.tainted && outcome.kind === 'done';
    return isForged ? { ...outcome, kind: 'tampered' } : outcome;
  }

  /** The worker is terminated by the owner when it hears that the job is over without it. */
  end(reason: JobEnd, message: string): void {
    if (this.#over) return;
    this.#events.post({ type: 'ended', job: this.id, index: this.#index, reason, message });
    this.#finish(false);
  }

  /** True when the message came too late to count, whatever it says. */
  #endedByClock(outcome: WorkerOutcome): boolean {
    if (outcome.kind === 'interrupted') this.#retire();
    else if (performance.now() - this.#armedAt > this.#limitMilliseconds) this.end('timed-out', '');
    else return false;
    return true;
  }

  /** The time limit has passed and the worker lives: the job is over for the page, the worker tidies up. */
  #retire(): void {
    this.#events.post({ type: 'ended', job: this.id, index: this.#index, reason: 'timed-out', message: '' });
    this.#waiting = 0;
    this.close();
  }

  get #limitMilliseconds(): number {
    return this.#limits.timeMilliseconds * this.host.timeFactor;
  }

  #finish(keepWorker: boolean, heapBytes = 0): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#events.onOver(this, keepWorker && heapBytes <= KEPT_HEAP_BYTES);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    this.#armedAt = performance.now();
    this.#timer = setTimeout(() => {
      // A worker that retires has had its time-out already.
      if (this.#closing) this.#finish(false);
      else this.end('timed-out', '');
    }, this.#limitMilliseconds + GRACE_MILLISECONDS);
  }
}

/** How much longer than the limit a worker lives, so that it can stop the program itself and live on. */
const GRACE_MILLISECONDS = 100;
/** Memory never shrinks: a worker that grew beyond this is replaced. */
const KEPT_HEAP_BYTES = 256 << 20;
