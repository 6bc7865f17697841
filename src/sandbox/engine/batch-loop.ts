/**
 * Runs the tests of a job inside the worker, in order. Each test is reported before the next one begins, so the frame
 * always knows which one runs.
 */
import type { WorkerResult, WorkerToFrame } from '../protocol/frame-worker.ts';
import { now } from './primordials.ts';

export interface TestSteps {
  /** Runs one test from the image of the loaded program. */
  run(input: string): WorkerResult | Promise<WorkerResult>;
  /** Returns true when no further test of this job may run. */
  isOver(): boolean;
}

/**
 * Milliseconds of running time after which the loop pauses to read its messages, because the job may have been closed.
 */
const READ_AFTER_MILLISECONDS = 10;
/**
 * Length of a slow test in milliseconds. After a slow test the loop also waits for an answer from the page, because
 * the next test may be slow too, and the worker has to be terminated if the job is closed during a test.
 */
const SLOW_MILLISECONDS = 200;
const ANSWER_MILLISECONDS = 10;

/** Runs a task after this number of milliseconds, and after the messages that arrived before. */
export type Later = (task: () => void, milliseconds: number) => void;

export class BatchLoop {
  readonly #steps: TestSteps;
  readonly #post: (message: WorkerToFrame) => void;
  readonly #later: Later;
  #job = -1;
  #inputs: readonly string[] = [];
  #position = 0;
  /** Index, among the problem's tests, of the test at position 0 of the queue. */
  #first = 0;
  /** Identifies the current wait, or null if the loop does not wait. */
  #wait: object | null = null;

  constructor(steps: TestSteps, post: (message: WorkerToFrame) => void, later: Later) {
    this.#steps = steps;
    this.#post = post;
    this.#later = later;
  }

  begin(job: number): void {
    this.#job = job;
    this.clear();
  }

  /** Discards the tests that have not run. */
  clear(): void {
    this.#inputs = [];
    this.#position = 0;
    this.#wait = null;
  }

  /**
   * Appends tests.
   * @param first index of the first test; the other tests have the following indexes
   */
  add(first: number, inputs: readonly string[]): void {
    const remainingInputs = this.#inputs.slice(this.#position);
    this.#first = first - remainingInputs.length;
    this.#position = 0;
    this.#inputs = [...remainingInputs, ...inputs];
    if (this.#wait === null) this.#go();
  }

  #go(): void {
    this.#wait = null;
    const startTime = now();
    while (this.#position < this.#inputs.length && !this.#steps.isOver()) {
      const ran = now() - startTime;
      if (ran >= READ_AFTER_MILLISECONDS) {
        const wait = (this.#wait = {});
        const goOn = (): void => {
          if (this.#wait === wait) this.#go();
        };
        this.#later(goOn, ran < SLOW_MILLISECONDS ? 0 : ANSWER_MILLISECONDS);
        return;
      }
      const index = this.#first + this.#position;
      const result = this.#steps.run(this.#inputs[this.#position]!);
      if (result instanceof Promise) {
        this.#report(index, result);
        return;
      }
      this.#finish(index, result);
    }
  }

  #finish(index: number, result: WorkerResult): void {
    this.#position += 1;
    this.#post({ type: 'test-finished', job: this.#job, index, result, last: this.#steps.isOver() });
  }

  /**
   * Reports the result when it arrives and continues with the next test, unless the tests were discarded in the
   * meantime.
   */
  #report(index: number, pending: Promise<WorkerResult>): void {
    const wait = (this.#wait = {});
    pending.then(
      (result) => {
        if (this.#wait !== wait) return;
        this.#finish(index, result);
        this.#go();
      },
      // An error that a task throws is reported as an uncaught error of the worker.
      (error: unknown) =>
        this.#later(() => {
          throw error;
        }, 0),
    );
  }
}
