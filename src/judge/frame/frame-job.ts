/** One submission on one worker, with the only clock that can say "time limit exceeded". */
import { keepsState } from '../execution.ts';
import {
  BATCH_MILLISECONDS,
  type WorkerOutcome,
  type WorkerResult,
  type WorkerToFrame,
} from '../protocol/frame-worker.ts';
import type { FrameLimits, FrameToPage, JobEnd, PageToFrame } from '../protocol/page-frame.ts';
import type { Clock, TakeBack } from './clock.ts';
import type { Crowd } from './crowd.ts';
import type { Pulse } from './pulse.ts';
import { LARGEST_TIME_FACTOR } from './time-factor.ts';
import type { WorkerHost } from './worker-host.ts';

type Open = Extract<PageToFrame, { type: 'open' }>;

/** Messages a worker may send beyond three a test before it counts as flooding. */
const SPARE_MESSAGES = 100;

/** What tells the time. */
export interface Timing {
  readonly clock: Pick<Clock, 'after'>;
  readonly pulse: Pick<Pulse, 'lateness' | 'stall'>;
  readonly crowd: Pick<Crowd, 'milliseconds'>;
}

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
  /** Whether tests begin from memory of which an audit is still to say that it was sound. */
  readonly #isAudited: boolean;
  /** Each test is reported before the next one begins. */
  readonly #oneByOne: boolean;
  /** What is left of the time for compiling, in milliseconds: for all tests together. */
  #warmUp: number;
  #disarm: TakeBack = () => undefined;
  /** Index of the first test that is to run. */
  #first = 0;
  /** Index of the first test without a result; -1 while the program loads. */
  #next = -1;
  /**
   * Index of the test that runs or runs next; -1 while the program loads. As long as none of its batch was announced, a
   * later one may be running.
   */
  #running = -1;
  /** A test of this batch was announced, and so will be each that follows it. */
  #isAnnounced = false;
  /** Index of the test of this batch that was last announced as running again; -1 for none. */
  #again = -1;
  /** Index of the test that reached beyond plain Python, or of the first after that. */
  #taintedFrom = Number.POSITIVE_INFINITY;
  #armedAt = 0;
  /** What was last called slow: its index, and `#armedAt`. */
  #slow = { index: Number.NaN, since: Number.NaN };
  readonly #timing: Timing;
  /** When the clock was last wound up: `#disturbed`. */
  #disturbedBefore = 0;
  #waiting = 0;
  #messages = 0;
  #messagesAllowed = SPARE_MESSAGES;
  #closing = false;
  #over = false;

  constructor(open: Open, host: WorkerHost, timing: Timing, events: JobEvents) {
    this.id = open.job;
    this.host = host;
    this.#timing = timing;
    if (open.isPatient) host.timeFactor = LARGEST_TIME_FACTOR;
    this.#warmUp = host.isCold ? WARM_UP_MILLISECONDS : 0;
    this.#limits = open.limits;
    this.#events = events;
    this.#isAssertion = open.program.mode === 'assert';
    this.#isAudited = open.restores === 'written' && !keepsState(open.program.execution);
    this.#oneByOne = open.isAlone;
    host.outputBytes = open.limits.outputBytes;
    host.send({
      type: 'load',
      job: open.job,
      program: open.program,
      memoryBytes: open.limits.memoryBytes,
      outputBytes: open.limits.outputBytes,
      softMilliseconds: this.#limitMilliseconds,
      restores: open.restores,
      oneByOne: this.#oneByOne,
    });
    this.#arm();
    this.run(open.ahead.first, open.ahead.inputs);
  }

  run(first: number, inputs: readonly string[]): void {
    if (this.#over || inputs.length === 0) return;
    if (this.#waiting === 0) {
      this.#first = first;
      if (!this.#isLoading) this.#begin();
    }
    this.#waiting += inputs.length;
    this.#messagesAllowed += 3 * inputs.length;
    this.host.send({ type: 'tests', job: this.id, first, inputs });
  }

  /** Gives the worker back; what it still runs is not wanted. */
  close(): void {
    if (this.#over) return;
    this.#closing = true;
    this.#arm(this.#waiting > 0 ? UNWANTED_MILLISECONDS : undefined);
    this.#waiting = 0;
    this.host.send({ type: 'close', job: this.id });
  }

  cancel(): void {
    if (!this.#over) this.#finish(false);
  }

  /** Tells the page what has been running for `milliseconds` or longer, once. */
  tellSlow(milliseconds: number): void {
    const isRunning = !this.#over && !this.#closing && (this.#isLoading || this.#waiting > 0);
    const ran = this.#ran;
    const { index, since } = this.#slow;
    const isTold = index === this.#running && since === this.#armedAt;
    if (!isRunning || ran < milliseconds || isTold) return;
    this.#slow = { index: this.#running, since: this.#armedAt };
    this.#events.post({ type: 'slow', job: this.id, index: this.#running, milliseconds: ran });
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
        this.#taintedFrom = Math.min(this.#taintedFrom, this.#running);
        return;
      case 'loaded':
        if (message.job === this.id && this.#isLoading && !this.#closing) this.#onLoaded(message);
        return;
      case 'test-started':
        if (message.job === this.id) this.#onStarted(message.index, message.again);
        return;
      case 'tests-finished':
        if (message.job === this.id && message.first === this.#next)
          this.#onFinished(message.results, message.last);
        return;
      case 'closed':
        if (message.job !== this.id || !this.#closing) return;
        this.#events.post({ type: 'audited', job: this.id, audits: message.audits });
        this.#finish(!this.host.tainted, message.heapBytes);
        return;
      case 'broken':
        // Code that reached JavaScript can break the engine: then it is the program that failed.
        this.end(this.host.tainted ? 'worker-died' : 'engine-failed', message.message);
        return;
      case 'booted':
      case 'calibrated':
      case 'boot-failed':
        // Only a submission that speaks on the port sends these now.
        return;
    }
  }

  get #isLoading(): boolean {
    return this.#running === -1;
  }

  /** A test runs, or will at once. */
  #begin(): void {
    this.#next = this.#first;
    this.#beginBatch();
    this.#arm();
  }

  #beginBatch(): void {
    this.#running = this.#next;
    this.#isAnnounced = false;
    this.#again = -1;
  }

  #onLoaded(message: Extract<WorkerToFrame, { type: 'loaded' }>): void {
    this.#disarm();
    if (this.#endedByClock(message.outcome)) return;
    // The worker runs no test of a program that did not load.
    if (message.outcome.kind !== 'done') this.#waiting = 0;
    if (this.#waiting > 0) this.#begin();
    else this.#next = this.#running = 0;
    this.#events.post({ ...message, timeFactor: this.host.timeFactor });
  }

  /** Said at will, a start would wind the clock up: each test's counts once, and once more where it runs again. */
  #onStarted(index: number, again: boolean): void {
    // While the program loads, nothing but its end stops that clock.
    if (this.#isLoading) return;
    if (this.#waiting === 0 || index < this.#next || index >= this.#next + this.#waiting) return;
    if (again) {
      if (index <= this.#again || this.#endedByClock(null)) return;
      this.#again = index;
      // What reached beyond plain Python in a later test may be there by now.
      if (this.host.tainted) this.#taintedFrom = Math.min(this.#taintedFrom, index);
    } else if (this.#again >= 0 || index < this.#running) return;
    else if (!this.#isAnnounced) {
      // It may have been running for long, so the clock goes on: what ran before it in its batch was brief.
      this.#isAnnounced = true;
      this.#running = index;
      return;
    } else if (index === this.#running || this.#endedByClock(null)) return;
    this.#isAnnounced = true;
    this.#running = index;
    this.#arm();
  }

  #onFinished(results: readonly WorkerResult[], last: boolean): void {
    // All that has run again is reported together.
    if (results.length > this.#waiting || this.#again >= this.#next + results.length) return;
    const interrupted = results.findIndex(({ outcome }) => outcome.kind === 'interrupted');
    const whole = interrupted < 0 ? results : results.slice(0, interrupted);
    if (interrupted < 0 && this.#endedByClock(null)) return;
    const first = this.#next;
    this.#next = first + whole.length;
    this.#beginBatch();
    this.#waiting = last ? 0 : this.#waiting - whole.length;
    if (whole.length > 0) {
      const trusted = whole.map((result, offset) => this.#trusted(result, first + offset));
      this.#events.post({
        type: 'tests-finished',
        job: this.id,
        first,
        results: trusted,
        last: last && interrupted < 0,
      });
    }
    if (interrupted >= 0) {
      // The worker knows.
      this.#isAnnounced = true;
      this.#retire();
    } else if (this.#waiting > 0) this.#arm();
    else this.#disarm();
  }

  /** Where the check stands beside the program, a pass counts only if nothing reached beyond plain Python. */
  #trusted({ outcome, milliseconds }: WorkerResult, index: number): WorkerResult {
    const isForged = this.#isAssertion && index >= this.#taintedFrom && outcome.kind === 'done';
    return { outcome: isForged ? { ...outcome, kind: 'tampered' } : outcome, milliseconds };
  }

  /** The worker is terminated by the owner when it hears that the job is over without it. */
  end(reason: JobEnd, message: string): void {
    if (this.#over) return;
    this.#say(reason, message);
    this.#finish(false);
  }

  /** True when the message came too late to count, whatever it says. */
  #endedByClock(outcome: WorkerOutcome | null): boolean {
    const left = this.#limitMilliseconds - this.#ran;
    if (outcome?.kind === 'interrupted') this.#retire();
    else if (left < -BATCH_MILLISECONDS) this.end('timed-out', '');
    else {
      this.#warmUp = Math.min(this.#warmUp, Math.max(0, left));
      return false;
    }
    return true;
  }

  /** The time limit has passed and the worker lives: the job is over for the page, the worker tidies up. */
  #retire(): void {
    this.#say('timed-out', '', true);
    this.#waiting = 0;
    this.close();
  }

  /** @param isWorkersWord by its own clock the program took too long; by the frame's its message may only have waited */
  #say(reason: JobEnd, message: string, isWorkersWord = false): void {
    const disturbed = this.#disturbed - this.#disturbedBefore;
    const isLate = isWorkersWord || this.#ran - this.#timing.pulse.stall > this.#limitMilliseconds;
    const isQuiet = isLate && disturbed < MOST_DISTURBANCE * this.#ran;
    const exact = this.#isExact;
    const isSound = exact && this.#beganSound;
    const isFair = this.host.isMeasured && !this.host.isCold;
    const undisturbed = reason === 'timed-out' && isQuiet && isSound && isFair;
    const index = exact ? this.#running : this.#next;
    this.#events.post({ type: 'ended', job: this.id, index, exact, reason, message, undisturbed });
  }

  /** Whether it is `#running` that runs, and no later test. */
  get #isExact(): boolean {
    return this.#isLoading || this.#isAnnounced || this.#oneByOne || this.#waiting <= 1;
  }

  /**
   * Whether the running test began from memory that is known to be sound: the first since an audit, or one that was run
   * again. No audit comes after a worker that was terminated, and what an earlier test left could have hung this one.
   */
  get #beganSound(): boolean {
    return !this.#isAudited || this.#running === this.#next || this.#running === this.#again;
  }

  get #limitMilliseconds(): number {
    return this.#limits.timeMilliseconds * this.host.timeFactor + this.#warmUp;
  }

  /** Milliseconds since the clock was wound up. */
  get #ran(): number {
    return performance.now() - this.#armedAt;
  }

  /** Milliseconds in which the machine had no time to spare, or another job was there. */
  get #disturbed(): number {
    return this.#timing.pulse.lateness + this.#timing.crowd.milliseconds;
  }

  #finish(keepWorker: boolean, heapBytes = 0): void {
    this.#over = true;
    this.#disarm();
    this.#events.onOver(this, keepWorker && heapBytes <= KEPT_HEAP_BYTES);
  }

  /** @param milliseconds until the worker is given up; unless given, the limit and some grace */
  #arm(milliseconds = this.#limitMilliseconds + BATCH_MILLISECONDS + GRACE_MILLISECONDS): void {
    this.#disarm();
    this.#armedAt = performance.now();
    this.#disturbedBefore = this.#disturbed;
    this.#disarm = this.#timing.clock.after(Math.min(milliseconds, LONGEST_TIMER), () => {
      // A worker that retires has had its time-out already.
      if (this.#closing) this.#finish(false);
      else this.end('timed-out', '');
    });
  }
}

/** How much longer than the limit a worker lives, so that it can stop the program itself and live on. */
const GRACE_MILLISECONDS = 100;
/** Beyond it a timer rings at once. */
const LONGEST_TIMER = 2 ** 31 - 1;
/** More than this share of the time says that a program may have been held up. */
const MOST_DISTURBANCE = 0.1;
/** What compiling may take of the time of a visit's first programs. */
const WARM_UP_MILLISECONDS = 800;
/** How long a worker may go on with tests that nobody waits for before it is replaced. */
const UNWANTED_MILLISECONDS = 250;
/** Memory never shrinks: a worker that grew beyond this is replaced. */
const KEPT_HEAP_BYTES = 256 << 20;
