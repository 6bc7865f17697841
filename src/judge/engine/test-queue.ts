/**
 * The tests of a job inside the worker: run one after the other, held back, and reported together once memory
 * was found sound.
 *
 * Between tests only the pages that programs are known to write are put back. An audit compares all of memory
 * with the image: when a page outside those differs, the tests since the last clean audit may have seen it, all
 * but the first of them, which began from the image itself. Those run again, each from the whole image. So what is
 * reported began from memory that was equal to the image, page for page, at the audits around it.
 *
 * An audit can't see what a program wrote, read and put back between two of them. So it comes after a number of
 * tests that no program can foresee, and after any `BATCH_MILLISECONDS` of running: work done in one test can't
 * spare another test more than that.
 *
 * Saying which test runs costs as much as a good part of a brief one. So it is said only where the frame would have to
 * guess for long: see `test-started`. An end that comes from outside during a test that was not announced is no
 * test's own: whoever waits has the tests run again, one by one.
 */
import {
  BATCH_MILLISECONDS,
  MOST_RESULTS,
  type WorkerOutcome,
  type WorkerResult,
  type WorkerToFrame,
} from '../protocol/frame-worker.ts';
import { otherForm } from './other-form.ts';
import { now, randomBelow } from './primordials.ts';

export interface TestSteps {
  /**
   * Runs a test as the program is written. Where it may do better in another form, `runOtherwise` is called.
   * @param whole the whole image is put back first, whatever was written
   */
  run(input: string, whole: boolean): WorkerOutcome;
  /** Runs it in the program's other form, loaded anew; gives the outcome back when there is none. */
  runOtherwise(input: string, outcome: WorkerOutcome): WorkerOutcome;
  /** Compares memory with the image, and learns; true where no audit is needed. */
  isSound(): boolean;
  /** Nothing more of this job may run. */
  isOver(): boolean;
}

interface Held {
  readonly index: number;
  readonly input: string;
  result: WorkerResult;
}

/** Most tests between two audits, each of which takes as long as 20 brief tests. */
const LONGEST_STRIDE = MOST_RESULTS;
/** What is held back is in memory twice. */
const HELD_CHARACTERS = 1 << 20;

export class TestQueue {
  readonly #steps: TestSteps;
  readonly #post: (message: WorkerToFrame) => void;
  readonly #later: (task: () => void) => void;
  #job = -1;
  /** Each test is reported alone. */
  #oneByOne = false;
  #inputs: string[] = [];
  /** Index among the problem's tests of the one that runs next. */
  #next = 0;
  #held: Held[] = [];
  #heldMilliseconds = 0;
  #heldCharacters = 0;
  /** Grows with every clean audit, over the worker's whole life. */
  #stride = 1;
  /** Tests until the next audit. */
  #untilAudit = 1;
  #isWaiting = false;
  /** Index of the test that runs; -1 for none. */
  #running = -1;
  /** What runs in this batch from now on is announced. */
  #announces = false;
  /** So is all that ever runs from now on. */
  #announcesAll = false;

  /** @param later runs a task once messages that have come in were handled */
  constructor(steps: TestSteps, post: (message: WorkerToFrame) => void, later: (task: () => void) => void) {
    this.#steps = steps;
    this.#post = post;
    this.#later = later;
  }

  /** Its first test is audited alone: what a new program writes is known before a second one runs on it. */
  begin(job: number, oneByOne: boolean): void {
    this.#job = job;
    this.#oneByOne = oneByOne;
    this.#untilAudit = 1;
    this.clear();
  }

  /** What has not run is dropped. */
  clear(): void {
    this.#inputs = [];
    this.#running = -1;
    this.#empty();
  }

  add(first: number, inputs: readonly string[]): void {
    if (this.#steps.isOver()) return;
    if (this.#inputs.length === 0) this.#next = first;
    this.#inputs.push(...inputs);
    if (!this.#isWaiting) this.#go();
  }

  /** The frame is to know which test runs, now and for the rest of the batch. */
  announce(): void {
    if (this.#announces || this.#running < 0) return;
    this.#say(this.#running, false);
    this.#announces = true;
  }

  /** Whatever ends the worker from now on is to be the fault of the very test that runs then. */
  announceAll(): void {
    this.announce();
    this.#announces = this.#announcesAll = true;
  }

  #go(): void {
    this.#isWaiting = false;
    for (let position = 0; position < this.#inputs.length; position++) {
      const left = this.#inputs.length - position - 1;
      this.#runNext(this.#inputs[position]!, left);
      if (!this.#isDue(left)) continue;
      this.#settle();
      if (left === 0 || this.#steps.isOver()) break;
      // A word that the rest is not wanted can come in now.
      this.#inputs = this.#inputs.slice(position + 1);
      this.#isWaiting = true;
      this.#later(() => this.#go());
      return;
    }
    this.#inputs = [];
  }

  #isDue(left: number): boolean {
    return (
      left === 0 ||
      this.#oneByOne ||
      this.#steps.isOver() ||
      this.#held.length >= this.#untilAudit ||
      this.#heldMilliseconds >= BATCH_MILLISECONDS ||
      this.#heldCharacters >= HELD_CHARACTERS
    );
  }

  #runNext(input: string, left: number): void {
    const index = this.#next++;
    // The only one of its batch: nothing is uncertain then, from the start.
    if (this.#held.length === 0 && (this.#untilAudit === 1 || left === 0)) this.#announces = true;
    let result = this.#run(index, input, false);
    if (otherForm(result.outcome) !== null) {
      // The other form has an image of its own: what is held is settled against this one first.
      if (this.#settle()) this.announce();
      else result = this.#run(index, input, true);
      result = this.#runOtherwise(input, result);
      this.#untilAudit = 1;
    }
    this.#held.push({ index, input, result });
    this.#heldMilliseconds += result.milliseconds;
    this.#heldCharacters += (result.outcome.stdout?.length ?? 0) + result.outcome.value.length;
  }

  #run(index: number, input: string, whole: boolean): WorkerResult {
    this.#running = index;
    this.#announces ||= whole;
    if (this.#announces) this.#say(index, whole);
    const begun = now();
    const outcome = this.#steps.run(input, whole);
    return { outcome, milliseconds: now() - begun };
  }

  #runOtherwise(input: string, written: WorkerResult): WorkerResult {
    if (otherForm(written.outcome) === null) return written;
    const begun = now();
    const outcome = this.#steps.runOtherwise(input, written.outcome);
    return { outcome, milliseconds: written.milliseconds + now() - begun };
  }

  /** Reports what is held, run again where it must be. @returns whether memory was sound */
  #settle(): boolean {
    const isSound = this.#steps.isSound();
    this.#stride = isSound ? Math.min(LONGEST_STRIDE, this.#stride * 2) : 1;
    this.#untilAudit = 1 + randomBelow(this.#stride);
    if (!isSound) this.#repeat();
    const [first] = this.#held;
    if (first !== undefined) {
      const results = this.#held.map(({ result }) => result);
      const last = this.#steps.isOver();
      this.#post({ type: 'tests-finished', job: this.#job, first: first.index, results, last });
    }
    this.#empty();
    return isSound;
  }

  #say(index: number, again: boolean): void {
    this.#post({ type: 'test-started', job: this.#job, index, again });
  }

  /** All but the first, which began from the image. */
  #repeat(): void {
    for (let position = 1; position < this.#held.length; position++) {
      const held = this.#held[position]!;
      held.result = this.#runOtherwise(held.input, this.#run(held.index, held.input, true));
      if (this.#steps.isOver()) this.#held.length = position + 1;
    }
  }

  #empty(): void {
    this.#held = [];
    this.#heldMilliseconds = 0;
    this.#heldCharacters = 0;
    this.#announces = this.#announcesAll;
  }
}
