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
  readonly #runLater: Later;
  #job = -1;
  #inputs: readonly string[] = [];
  #position = 0;
  /** Index, among the problem's tests, of the test at position 0 of the queue. */
  #firstIndex = 0;
  /** Identifies the current wait, or null if the loop does not wait. */
  #currentWait: object | null = null;

  constructor(steps: TestSteps, post: (message: WorkerToFrame) => void, runLater: Later) {
    this.#steps = steps;
    this.#post = post;
    this.#runLater = runLater;
  }

  begin(job: number): void {
    this.#job = job;
    this.clear();
  }

  /** Discards the tests that have not run. */
  clear(): void {
    this.#inputs = [];
    this.#position = 0;
    this.#currentWait = null;
  }

  /**
   * Appends tests.
   * @param firstIndex index of the first test; the other tests have the following indexes
   */
  add(firstIndex: number, inputs: readonly string[]): void {
    const remainingInputs = this.#inputs.slice(this.#position);
    this.#firstIndex = firstIndex - remainingInputs.length;
    this.#position = 0;
    this.#inputs = [...remainingInputs, ...inputs];
    if (this.#currentWait === null) this.#runTests();
  }

  #runTests(): void {
    this.#currentWait = null;
    const startTime = now();
    while (this.#position < this.#inputs.length && !this.#steps.isOver()) {
      const ranMilliseconds = now() - startTime;
      if (ranMilliseconds >= READ_AFTER_MILLISECONDS) {
        const wait = (this.#currentWait = {});
        const goOn = (): void => {
          if (this.#currentWait === wait) this.#runTests();
        };
        this.#runLater(goOn, ranMilliseconds < SLOW_MILLISECONDS ? 0 : ANSWER_MILLISECONDS);
        return;
      }
      const index = this.#firstIndex + this.#position;
      const result = this.#steps.run(this.#inputs[this.#position]!);
      if (result instanceof Promise) {
        this.#reportLater(index, result);
        return;
      }
      this.#reportResult(index, result);
    }
  }

  #reportResult(index: number, result: WorkerResult): void {
    this.#position += 1;
    this.#post({ type: 'test-finished', job: this.#job, index, result, last: this.#steps.isOver() });
  }

  /**
   * Reports the result when it arrives and continues with the next test, unless the tests were discarded in the
   * meantime.
   */
  #reportLater(index: number, pendingResult: Promise<WorkerResult>): void {
    const wait = (this.#currentWait = {});
    pendingResult.then(
      (result) => {
        if (this.#currentWait !== wait) return;
        this.#reportResult(index, result);
        this.#runTests();
      },
      // An error that a task throws is reported as an uncaught error of the worker.
      (error: unknown) =>
        this.#runLater(() => {
          throw error;
        }, 0),
    );
  }
}
