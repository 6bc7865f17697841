import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  JOB,
  LIMIT,
  begin,
  closed,
  finished,
  loaded,
  short,
  tainted,
  type Mode,
} from '../../../tests/builders/frame-job.ts';
import type { OutcomeKind, WorkerToFrame } from '../protocol/frame-worker.ts';
import type { PageToFrame } from '../protocol/page-frame.ts';
import type { WorkerLeft } from './frame-job.ts';

/** Milliseconds after which the frame's clock ends a test. */
const DEADLINE = LIMIT + 135;
/** Milliseconds after which the frame rejects a result as too late. */
const LATEST = LIMIT + 35;
const MOST_HEAP = 256 << 20;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Computes the expected behaviour of a job from a list of remaining tests and one deadline. */
class Reference {
  readonly told: string[] = [];
  /** State of the worker after the job; null until the job has ended. */
  left: WorkerLeft | null = null;
  does: 'load' | 'test' | 'rest' | 'close' = 'load';
  now = 0;
  stall = 0;
  lateness = 0;
  isCold: boolean;
  toRun: number[];
  /** Index of the test, or -1 while the program loads. */
  index = -1;
  #room: number;
  #due = DEADLINE;
  #began = { at: 0, lateness: 0, isSlow: false, isCold: false };
  #tainted: number | null = null;
  readonly #mode: Mode;

  constructor(mode: Mode, ahead: number[], isCold: boolean) {
    this.#mode = mode;
    this.toRun = ahead;
    this.isCold = isCold;
    this.#began.isCold = isCold;
    this.#room = 100 + 2 * ahead.length;
  }

  give(tests: number[]): void {
    if (this.left !== null || this.does !== 'rest' || tests.length === 0) return;
    this.toRun = tests;
    this.#room += 2 * tests.length;
    this.#next();
  }

  close(patience = 400): void {
    if (this.left !== null || this.does === 'close') return;
    this.#due = this.now + (this.does === 'rest' ? LIMIT : patience);
    this.does = 'close';
  }

  end(reason: string, ran: number | null = null): void {
    const disturbed = this.lateness - this.#began.lateness;
    const timesText = ran === null ? '' : `${ran} ${disturbed}`;
    if (this.left === null && this.does !== 'close') this.told.push(`${reason} ${this.index} ${timesText}`);
    this.left ??= 'running';
  }

  wait(milliseconds: number): void {
    this.now += milliseconds;
    if (this.left !== null || this.does === 'rest' || this.now < this.#due) return;
    this.end('timed-out', DEADLINE - this.stall);
  }

  /** Returns the tests to run in another worker, if the current test began before the interpreter was compiled. */
  look(): number[] | null {
    const isRunning = this.left === null && (this.does === 'load' || this.does === 'test');
    if (!isRunning || this.#ran < 500) return null;
    if (!this.#began.isSlow) this.told.push(`slow ${this.index}`);
    this.#began.isSlow = true;
    if (!this.#began.isCold || this.isCold) return null;
    return [...(this.does === 'test' ? [this.index] : []), ...this.toRun];
  }

  hear(message: WorkerToFrame | null): void {
    if (this.left !== null) return;
    this.#room -= 1;
    if (this.#room < 0) return this.end('flooded');
    if (message?.type === 'tainted') this.#tainted ??= this.index;
    if (message?.type === 'broken') this.end(this.#tainted === null ? 'engine-failed' : 'worker-died');
    if (message === null || !('job' in message) || message.job !== JOB) return;
    if (message.type === 'closed' && this.does === 'close')
      this.left = this.#tainted === null && message.heapBytes <= MOST_HEAP ? 'free' : 'spent';
    if (message.type === 'loaded' && this.does === 'load' && this.#isInTime(message.outcome.kind)) {
      this.told.push(`loaded ${message.outcome.kind}`);
      if (message.outcome.kind !== 'done') this.toRun = [];
      this.#next();
    }
    if (message.type === 'test-finished' && this.does === 'test' && message.index === this.index) {
      const { kind } = message.result.outcome;
      if (!this.#isInTime(kind)) return;
      const isTampered = this.#mode === 'assert' && this.#tainted !== null && this.#tainted <= this.index;
      this.told.push(`test ${this.index} ${kind === 'done' && isTampered ? 'tampered' : kind}`);
      if (message.last) this.toRun = [];
      this.#next();
    }
  }

  get #ran(): number {
    return this.now - this.#began.at;
  }

  #isInTime(kind: OutcomeKind): boolean {
    if (kind === 'interrupted') {
      this.end('timed-out', Math.max(LIMIT, this.#ran));
      this.left = null;
      this.close(250);
    } else if (this.#ran > LATEST) this.end('timed-out', this.#ran - this.stall);
    else return true;
    return false;
  }

  #next(): void {
    const next = this.toRun.shift();
    this.does = next === undefined ? 'rest' : 'test';
    if (next === undefined) return;
    this.index = next;
    this.#due = this.now + DEADLINE;
    this.#began = { at: this.now, lateness: this.lateness, isSlow: false, isCold: this.isCold };
  }
}

type Command =
  | { readonly does: 'give'; readonly first: number; readonly count: number }
  | { readonly does: 'close' | 'cancel' | 'die' | 'look' | 'finish' | 'load' | 'compile' }
  | { readonly does: 'wait' | 'stall' | 'disturb'; readonly milliseconds: number }
  | { readonly does: 'say'; readonly message: WorkerToFrame | null; readonly times: number };

const one = <K extends string>(does: K) => fc.record({ does: fc.constant(does) });
const timed = <K extends string>(does: K, ...milliseconds: readonly number[]) =>
  fc.record({ does: fc.constant(does), milliseconds: fc.constantFrom(...milliseconds) });
const kind = fc.constantFrom<OutcomeKind>('done', 'done', 'raised', 'interrupted', 'syntax-error');
const someJob = fc.constantFrom(JOB, JOB, JOB, 8, -1);
const message: fc.Arbitrary<WorkerToFrame | null> = fc.oneof(
  fc.tuple(kind, someJob).map((of) => loaded(...of)),
  fc.tuple(fc.integer({ min: -1, max: 8 }), kind, fc.boolean(), someJob).map((of) => finished(...of)),
  fc.tuple(fc.constantFrom(1, MOST_HEAP, MOST_HEAP + 1), someJob).map((of) => closed(...of)),
  fc.constantFrom<WorkerToFrame | null>(
    tainted,
    null,
    { type: 'broken', message: '' },
    { type: 'booted', python: '', bootMilliseconds: 0 },
    { type: 'calibrated', best: 0, mean: 0 },
    { type: 'boot-failed', message: '' },
  ),
);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 3, arbitrary: one('load') },
  { weight: 8, arbitrary: one('finish') },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('give'), first: fc.nat(9), count: fc.nat(4) }),
  },
  { weight: 6, arbitrary: timed('wait', 1, 26, 100, 249, 250, 499, LIMIT, LATEST, LATEST + 1, DEADLINE - 1) },
  { weight: 1, arbitrary: timed('stall', 0, 30, 200) },
  { weight: 1, arbitrary: timed('disturb', 1, 113, 500) },
  { weight: 2, arbitrary: one('look') },
  { weight: 1, arbitrary: one('compile') },
  { weight: 1, arbitrary: one('close') },
  { weight: 1, arbitrary: fc.oneof(one('cancel'), one('die')) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('say'),
      message,
      times: fc.oneof({ weight: 15, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constant(60) }),
    }),
  },
);

const testsOf = (open: Extract<PageToFrame, { type: 'open' }> | null) =>
  open && range(open.ahead.first, open.ahead.inputs.length);
const range = (first: number, count: number) => Array.from({ length: count }, (_, offset) => first + offset);

it('a job of the frame reports the expected messages for any messages of the page and the worker, and any delays', () => {
  const setup = fc.record({
    mode: fc.constantFrom<Mode>('stdin', 'assert'),
    ahead: fc.record({ first: fc.nat(3), count: fc.nat(3) }),
    isCold: fc.boolean(),
    commands: fc.array(command, { maxLength: 30 }),
  });
  fc.assert(
    fc.property(setup, ({ mode, ahead, isCold, commands }) => {
      vi.useFakeTimers();
      const inputs = range(ahead.first, ahead.count).map(String);
      const { job, host, posted, over, load, code } = begin({
        mode,
        ahead: { ...ahead, inputs },
        isCold,
      });
      const reference = new Reference(mode, range(ahead.first, ahead.count), isCold);
      const say = (message: WorkerToFrame | null): void => {
        job.onMessage(message);
        reference.hear(message);
      };
      const wait = (milliseconds: number): void => {
        vi.advanceTimersByTime(milliseconds);
        reference.wait(milliseconds);
      };
      for (const given of commands) {
        switch (given.does) {
          case 'load':
            say(loaded());
            break;
          case 'finish':
            say(finished(reference.index));
            break;
          case 'give':
            // The page sends tests only after the program has loaded.
            if (reference.does === 'load') break;
            job.run({ first: given.first, inputs: range(given.first, given.count).map(String) });
            reference.give(range(given.first, given.count));
            break;
          case 'wait':
            wait(given.milliseconds);
            break;
          case 'stall':
            reference.stall = load.stallMilliseconds = given.milliseconds;
            break;
          case 'disturb':
            reference.lateness += given.milliseconds;
            load.disturbedMilliseconds += given.milliseconds;
            break;
          case 'look':
            job.tellSlow(500);
            expect(testsOf(job.coldRestart(500))).toEqual(reference.look());
            break;
          case 'compile':
            reference.isCold = false;
            code.isCompiled = true;
            break;
          case 'close':
            job.close(400);
            reference.close();
            break;
          case 'cancel':
            job.cancel();
            reference.left ??= 'running';
            break;
          case 'die':
            job.end('worker-died', '');
            reference.end('worker-died');
            break;
          case 'say':
            for (let time = 0; time < given.times; time++) say(given.message);
        }
        expect(posted.map(short)).toEqual(reference.told);
        expect(over).toEqual(reference.left === null ? [] : [reference.left]);
      }
      wait(10 * LIMIT);
      expect(posted.map(short)).toEqual(reference.told);
      // In every case, the job has ended or waits for tests, and no timer is left.
      expect(over.length === 1 || reference.does === 'rest').toBe(true);
      expect(vi.getTimerCount()).toBe(0);
      expect(host.outputBytes).toBe(99);
    }),
    { numRuns: 2000 },
  );
});
