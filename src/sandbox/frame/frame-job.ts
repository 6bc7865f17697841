/** Runs one submission in one worker. Only the clock of this class decides "time limit exceeded". */
import { keepsState } from '../../judge/profiles/execution.ts';
import type { InputBatch } from '../../judge/runner.ts';
import type { WorkerOutcome, WorkerResult, WorkerToFrame } from '../protocol/frame-worker.ts';
import type { FrameToPage, JobEnd, PageToFrame } from '../protocol/page-frame.ts';
import { TestClock, type Timing } from './test-clock.ts';
import type { WorkerHost } from './worker-host.ts';

type Open = Extract<PageToFrame, { type: 'open' }>;

/**
 * State of the worker after a job: `free` for another job; `spent`, idle but not reusable; `running`, possibly still in
 * a test.
 */
export type WorkerLeft = 'free' | 'spent' | 'running';

export interface JobEvents {
  post(message: FrameToPage): void;
  onOver(job: FrameJob, worker: WorkerLeft): void;
}

/**
 * `loading` the program; `running` test `#next`; `idle` until tests arrive; `closing` until the worker has restored its
 * memory; `over`. Messages that are not expected in the current phase are ignored.
 */
type JobPhase = 'loading' | 'running' | 'idle' | 'closing' | 'over';

export class FrameJob {
  readonly id: number;
  readonly host: WorkerHost;
  readonly #request: Open;
  readonly #events: JobEvents;
  readonly #clock: TestClock;
  #phase: JobPhase = 'loading';
  /** Index of the current or next test; -1 while the program loads. */
  #next = -1;
  /** The last batch of tests. */
  #batch: InputBatch;
  /** Index of the first test that tainted the worker, or Infinity if no test did. */
  #taintedFrom = Number.POSITIVE_INFINITY;
  #messagesLeft = SPARE_MESSAGES;
  /** The start time (`begun`) of the test that was last reported as slow. */
  #slowTestStart = Number.NaN;

  constructor(request: Open, host: WorkerHost, timing: Timing, events: JobEvents) {
    this.id = request.job;
    this.host = host;
    this.#request = request;
    this.#events = events;
    this.#clock = new TestClock(timing);
    this.#batch = request.ahead;
    const { timeFactor, memoryMb, outputBytes } = request.limits;
    if (timeFactor !== undefined) {
      host.timeFactor = timeFactor;
      host.isMeasured = true;
    }
    host.outputBytes = outputBytes;
    host.send({
      type: 'load',
      job: request.job,
      program: request.program,
      memoryBytes: memoryMb * 2 ** 20,
      outputBytes,
      softMilliseconds: this.#limitMilliseconds,
    });
    this.#startClock();
    this.run(request.ahead);
  }

  /** Sends a batch of tests to the worker. The previous batch must have ended. */
  run({ first, inputs }: InputBatch): void {
    if (inputs.length === 0 || (this.#phase !== 'loading' && this.#phase !== 'idle')) return;
    this.#batch = { first, inputs };
    this.#messagesLeft += 2 * inputs.length;
    this.host.send({ type: 'tests', job: this.id, first, inputs });
    if (this.#phase === 'idle') this.#begin(first);
  }

  /**
   * Closes the job and frees its worker.
   * @param maxMilliseconds maximum time for the current test, in milliseconds
   */
  close(maxMilliseconds: number): void {
    if (this.#phase === 'closing' || this.#phase === 'over') return;
    // The current test may be an infinite loop.
    const isBusy = this.#phase !== 'idle';
    this.#phase = 'closing';
    const waitMilliseconds = isBusy ? maxMilliseconds : this.#limitMilliseconds;
    this.#clock.start(waitMilliseconds, () => this.#endJob('running'));
    this.host.send({ type: 'close', job: this.id });
  }

  cancel(): void {
    if (this.#phase !== 'over') this.#endJob('running');
  }

  /** Ends the job early. The owner of the job terminates the worker in `onOver`. */
  end(reason: JobEnd, message: string): void {
    if (this.#phase === 'over') return;
    if (this.#phase !== 'closing') this.#reportEnd(reason, message);
    this.#endJob('running');
  }

  /** Reports the current test to the page once, if it has been running for `milliseconds` or longer. */
  tellSlow(milliseconds: number): void {
    if (
      !this.#isRunning ||
      this.#clock.ranMilliseconds < milliseconds ||
      this.#slowTestStart === this.#clock.startTime
    )
      return;
    this.#slowTestStart = this.#clock.startTime;
    this.#events.post({
      type: 'slow',
      job: this.id,
      index: this.#next,
      milliseconds: this.#clock.ranMilliseconds,
    });
  }

  /**
   * Returns the job without the tests that have ended, to restart it in another worker. This helps a test that
   * began before the interpreter was compiled, because a running WebAssembly function does not switch to faster
   * code. Returns null for other tests, for a test that has run for less than `milliseconds`, and if the tests
   * share one state.
   */
  coldRestart(milliseconds: number): Open | null {
    const { execution, mode } = this.#request.program;
    const isSlowed = this.#isRunning && this.#clock.isSlowed && this.#clock.ranMilliseconds >= milliseconds;
    if (!isSlowed || keepsState(execution, mode)) return null;
    const { first, inputs } = this.#batch;
    const next = Math.max(first, this.#next);
    return { ...this.#request, ahead: { first: next, inputs: inputs.slice(next - first) } };
  }

  /**
   * Handles a message from the worker. null stands for a message outside the protocol, which only counts toward the
   * maximum number of messages.
   */
  onMessage(message: WorkerToFrame | null): void {
    if (this.#phase === 'over') return;
    this.#messagesLeft -= 1;
    if (this.#messagesLeft < 0) {
      this.end('flooded', 'the worker sent more messages than tests');
      return;
    }
    switch (message?.type) {
      case 'tainted':
        this.host.isTainted = true;
        this.#taintedFrom = Math.min(this.#taintedFrom, this.#next);
        return;
      case 'loaded':
        if (message.job === this.id && this.#phase === 'loading') this.#onLoaded(message);
        return;
      case 'test-finished':
        if (message.job === this.id && this.#phase === 'running' && message.index === this.#next)
          this.#onFinished(message.result, message.last);
        return;
      case 'closed':
        if (message.job === this.id && this.#phase === 'closing')
          this.#endJob(this.host.isTainted || message.heapBytes > KEPT_HEAP_BYTES ? 'spent' : 'free');
        return;
      case 'broken':
        // Program code that reached JavaScript can break the engine, so the failure then counts as the program's
        // own.
        this.end(this.host.isTainted ? 'worker-died' : 'engine-failed', message.message);
        return;
      default:
        // Only a submission that writes to the port itself sends other messages at this time.
        return;
    }
  }

  get #isRunning(): boolean {
    return this.#phase === 'loading' || this.#phase === 'running';
  }

  get #limitMilliseconds(): number {
    return 1000 * this.#request.limits.timeSeconds * this.host.timeFactor;
  }

  #begin(index: number): void {
    this.#phase = 'running';
    this.#next = index;
    this.#startClock();
  }

  #startClock(): void {
    const waitMilliseconds = this.#limitMilliseconds + SLACK_MILLISECONDS + GRACE_MILLISECONDS;
    this.#clock.start(waitMilliseconds, () => this.end('timed-out', ''));
  }

  #onLoaded(message: Extract<WorkerToFrame, { type: 'loaded' }>): void {
    if (this.#endedByTime(message.outcome)) return;
    this.#events.post({ ...message, timeFactor: this.host.timeFactor });
    // The worker runs no tests if the program did not load.
    const { first, inputs } = this.#batch;
    if (message.outcome.kind === 'done' && inputs.length > 0) this.#begin(first);
    else this.#becomeIdle();
  }

  #onFinished(result: WorkerResult, isLast: boolean): void {
    if (this.#endedByTime(result.outcome)) return;
    const index = this.#next;
    const { first, inputs } = this.#batch;
    if (isLast || index + 1 === first + inputs.length) this.#becomeIdle();
    else this.#begin(index + 1);
    this.#events.post({
      type: 'test-finished',
      job: this.id,
      index,
      result: this.#trustedResult(result, index),
      last: isLast,
    });
  }

  #becomeIdle(): void {
    this.#phase = 'idle';
    this.#clock.stop();
  }

  /**
   * In assert mode, a passed check is accepted only if the worker is not tainted, because the program and the check run
   * in the same worker.
   */
  #trustedResult({ outcome, milliseconds }: WorkerResult, index: number): WorkerResult {
    const isAssertion = this.#request.program.mode === 'assert';
    const isForged = isAssertion && index >= this.#taintedFrom && outcome.kind === 'done';
    return { outcome: isForged ? { ...outcome, kind: 'tampered' } : outcome, milliseconds };
  }

  /** Ends the job and returns true if the time limit has passed. */
  #endedByTime({ kind }: WorkerOutcome): boolean {
    if (kind === 'interrupted') {
      // The worker stays alive and restores its memory while the page is informed.
      this.#reportEnd('timed-out', '', true);
      this.close(TIDY_MILLISECONDS);
      return true;
    }
    if (this.#clock.ranMilliseconds <= this.#limitMilliseconds + SLACK_MILLISECONDS) return false;
    this.end('timed-out', '');
    return true;
  }

  /**
   * @param isByWorker whether the worker's own clock found that the limit had passed; if so, the time for
   *   which the frame was suspended is not subtracted
   */
  #reportEnd(reason: JobEnd, message: string, isByWorker = false): void {
    const { ranMilliseconds, stallMilliseconds, disturbedMilliseconds } = this.#clock;
    const limit = this.#limitMilliseconds;
    const certainMilliseconds = isByWorker
      ? Math.max(limit, ranMilliseconds)
      : ranMilliseconds - stallMilliseconds;
    const [cold, measured] = [this.#clock.beganCold, this.host.isMeasured];
    const evidence = {
      ran: certainMilliseconds,
      limit,
      disturbed: disturbedMilliseconds,
      slowness: null,
      cold,
      measured,
    };
    this.#events.post({
      type: 'ended',
      job: this.id,
      index: this.#next,
      reason,
      message,
      evidence: reason === 'timed-out' ? evidence : null,
    });
  }

  #endJob(worker: WorkerLeft): void {
    this.#phase = 'over';
    this.#clock.stop();
    this.#events.onOver(this, worker);
  }
}

/**
 * Maximum number of messages from a worker, in addition to two for each test. If a worker sends more, the job ends
 * with the reason `flooded`.
 */
const SPARE_MESSAGES = 100;
/**
 * Extra milliseconds for the work between two tests: waiting for the page's answer, restoring memory, and
 * delivering the message.
 */
const SLACK_MILLISECONDS = 35;
/** Extra milliseconds before a worker is terminated, so that the worker can stop the program itself and be reused. */
const GRACE_MILLISECONDS = 100;
/** Maximum time that an interrupted worker may take to restore its memory, in milliseconds. */
const TIDY_MILLISECONDS = 250;
/** Maximum memory of a worker in bytes. A worker with more memory is replaced, because memory never shrinks. */
const KEPT_HEAP_BYTES = 256 << 20;
