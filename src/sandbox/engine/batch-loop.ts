/**
 * Runs the tests of a job inside the worker: one after the other, each reported before the next begins, so the frame
 * always knows which one runs.
 */
import type { WorkerResult, WorkerToFrame } from '../protocol/frame-worker.ts';
import { now } from './primordials.ts';

export interface TestSteps {
  /** Runs one test from the image of the loaded program. */
  run(input: string): WorkerResult | Promise<WorkerResult>;
  /** Nothing more of this job may run. */
  isOver(): boolean;
}

/** After so much running the loop reads its messages: the rest of the tests may not be wanted any more. */
const READ_AFTER_MILLISECONDS = 10;
/**
 * Behind a test of this length the page has time to answer: the next one may be as slow, and a slow test that is not
 * wanted costs the worker.
 */
const SLOW_MILLISECONDS = 200;
const ANSWER_MILLISECONDS = 10;

/** Runs a task after this number of milliseconds, and after the messages that have come in by then. */
export type Later = (task: () => void, milliseconds: number) => void;

export class BatchLoop {
  readonly #steps: TestSteps;
  readonly #post: (message: WorkerToFrame) => void;
  readonly #later: Later;
  #job = -1;
  #inputs: readonly string[] = [];
  #position = 0;
  /** Index of the test at position 0, among the problem's tests. */
  #first = 0;
  /** Names the wait that is under way; null for none. */
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

  /** Drops the tests that have not run. */
  clear(): void {
    this.#inputs = [];
    this.#position = 0;
    this.#wait = null;
  }

  /** Appends tests. @param first index of the first one; the others follow */
  add(first: number, inputs: readonly string[]): void {
    const left = this.#inputs.slice(this.#position);
    this.#first = first - left.length;
    this.#position = 0;
    this.#inputs = [...left, ...inputs];
    if (this.#wait === null) this.#go();
  }

  #go(): void {
    this.#wait = null;
    const begun = now();
    while (this.#position < this.#inputs.length && !this.#steps.isOver()) {
      const ran = now() - begun;
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

  /** Goes on once the result has come, unless the tests were dropped meanwhile. */
  #report(index: number, pending: Promise<WorkerResult>): void {
    const wait = (this.#wait = {});
    pending.then(
      (result) => {
        if (this.#wait !== wait) return;
        this.#finish(index, result);
        this.#go();
      },
      // Errors of tasks are reported there.
      (error: unknown) =>
        this.#later(() => {
          throw error;
        }, 0),
    );
  }
}
