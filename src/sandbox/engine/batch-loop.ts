/**
 * Runs the tests of a job inside the worker: one after the other, each reported before the next begins, so the frame
 * always knows which one runs.
 */
import type { WorkerResult, WorkerToFrame } from '../protocol/frame-worker.ts';
import { now } from './primordials.ts';

export interface TestSteps {
  /** Runs one test from the image of the loaded program. */
  run(input: string): WorkerResult;
  /** Nothing more of this job may run. */
  isOver(): boolean;
}

/** After so much running the loop reads its messages: the rest of the tests may not be wanted any more. */
const READ_AFTER_MILLISECONDS = 10;

export class BatchLoop {
  readonly #steps: TestSteps;
  readonly #post: (message: WorkerToFrame) => void;
  readonly #later: (task: () => void) => void;
  #job = -1;
  #inputs: readonly string[] = [];
  #position = 0;
  /** Index of the test at position 0, among the problem's tests. */
  #first = 0;
  #isWaiting = false;

  /** @param later runs a task once messages that have come in were handled */
  constructor(steps: TestSteps, post: (message: WorkerToFrame) => void, later: (task: () => void) => void) {
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
  }

  /** Appends tests. @param first index of the first one; the others follow */
  add(first: number, inputs: readonly string[]): void {
    const left = this.#inputs.slice(this.#position);
    this.#first = first - left.length;
    this.#position = 0;
    this.#inputs = [...left, ...inputs];
    if (!this.#isWaiting) this.#go();
  }

  #go(): void {
    this.#isWaiting = false;
    const end = now() + READ_AFTER_MILLISECONDS;
    while (this.#position < this.#inputs.length && !this.#steps.isOver()) {
      if (now() >= end) {
        this.#isWaiting = true;
        this.#later(() => this.#go());
        return;
      }
      const index = this.#first + this.#position;
      const result = this.#steps.run(this.#inputs[this.#position]!);
      this.#position += 1;
      this.#post({ type: 'test-finished', job: this.#job, index, result, last: this.#steps.isOver() });
    }
  }
}
