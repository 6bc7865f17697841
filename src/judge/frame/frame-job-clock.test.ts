import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  begin,
  running,
  LIMIT,
  GRACE,
  JOB,
  loaded,
  started,
  finished,
  closed,
} from '../../../tests/builders/frame-job.ts';
import type { WorkerToFrame } from '../protocol/frame-worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the clock', () => {
  it('ends a program that does not load in time', () => {
    const { posted, over } = begin();
    vi.advanceTimersByTime(LIMIT + GRACE - 1);
    expect(posted).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(posted).toEqual([
      {
        type: 'ended',
        job: JOB,
        index: -1,
        exact: true,
        reason: 'timed-out',
        message: '',
        undisturbed: true,
      },
    ]);
    expect(over).toEqual([false]);
  });

  it('gives each test its own time, from when it starts', () => {
    const { job, types } = running();
    for (const index of [0, 1]) {
      job.onMessage(started(index));
      vi.advanceTimersByTime(LIMIT - 1);
      job.onMessage(finished(index));
    }
    job.run(2, ['c', 'd', 'e']);
    for (const index of [2, 3, 4]) {
      job.onMessage(started(index));
      vi.advanceTimersByTime(LIMIT - 1);
    }
    job.onMessage(finished(2, { kinds: ['done', 'done', 'done'] }));
    expect(types()).toEqual(['loaded', 'tests-finished', 'tests-finished', 'tests-finished']);
  });

  it('is wound up once at most by a start that is said again', () => {
    const { job, posted } = running();
    job.onMessage(started(0));
    for (let times = 0; times < 10; times++) {
      vi.advanceTimersByTime(LIMIT / 10);
      job.onMessage(started(0));
    }
    vi.advanceTimersByTime(200);
    expect(posted.at(-1)).toMatchObject({ type: 'ended', index: 0, reason: 'timed-out' });
  });

  it('is set anew for a test that must run again, once', () => {
    const { job, posted, types } = running();
    for (const [index, again] of [
      [0, false],
      [1, false],
      [1, true],
    ] as const) {
      job.onMessage(started(index, again));
      vi.advanceTimersByTime(LIMIT - 1);
    }
    job.onMessage(finished(0, { kinds: ['done', 'done'] }));
    expect(types()).toEqual(['loaded', 'tests-finished']);
    job.run(2, ['c']);
    for (let times = 0; times < 3; times++) {
      job.onMessage(started(2, true));
      vi.advanceTimersByTime((LIMIT - 1) / 3);
    }
    vi.advanceTimersByTime(GRACE + 1);
    expect(posted.at(-1)).toMatchObject({ type: 'ended', index: 2, reason: 'timed-out' });
  });

  it('names the test that ran, though those before it were not reported', () => {
    const { job, posted } = running();
    job.onMessage(started(0));
    job.onMessage(started(1));
    vi.advanceTimersByTime(LIMIT + GRACE);
    expect(posted.at(-1)).toMatchObject({ type: 'ended', index: 1, reason: 'timed-out' });
  });

  it('takes what was done before a test was stopped', () => {
    const { job, posted } = running();
    job.onMessage(finished(0, { kinds: ['done', 'interrupted'], last: true }));
    expect(posted.slice(1)).toMatchObject([
      { type: 'tests-finished', first: 0, results: [{ outcome: { kind: 'done' } }], last: false },
      { type: 'ended', index: 1, reason: 'timed-out' },
    ]);
  });

  it('sees a test that took too long when the next one starts', () => {
    const { job, posted } = running();
    job.onMessage(started(0));
    vi.advanceTimersByTime(LIMIT + 50);
    job.onMessage(started(1));
    expect(posted.at(-1)).toMatchObject({ type: 'ended', index: 0, reason: 'timed-out' });
  });

  it('does not take a result that came after its time', () => {
    const { job, posted, over } = running();
    job.onMessage(started(0));
    vi.advanceTimersByTime(LIMIT + 50);
    job.onMessage(finished(0));
    expect(posted.at(-1)).toMatchObject({ type: 'ended', index: 0, reason: 'timed-out' });
    expect(over).toEqual([false]);
  });

  it('says whether a time-out may be the fault of something else', () => {
    const timeOut = (disturb: (begun: ReturnType<typeof begin>) => void) => {
      const begun = begin();
      begun.job.onMessage(loaded());
      begun.pulse.lateness = 1000;
      begun.job.run(0, ['a', 'b']);
      begun.job.onMessage(started(0));
      disturb(begun);
      vi.advanceTimersByTime(LIMIT + GRACE);
      return begun.posted.at(-1);
    };
    expect(timeOut(() => undefined)).toMatchObject({ reason: 'timed-out', undisturbed: true });
    expect(timeOut(({ pulse }) => (pulse.lateness += 112))).toMatchObject({ undisturbed: true });
    expect(timeOut(({ pulse }) => (pulse.lateness += 113))).toMatchObject({ undisturbed: false });
    expect(timeOut(({ crowd }) => (crowd.milliseconds += 112))).toMatchObject({ undisturbed: true });
    expect(timeOut(({ crowd }) => (crowd.milliseconds += 113))).toMatchObject({ undisturbed: false });
    const { job, posted } = running();
    job.end('worker-died', '');
    expect(posted.at(-1)).toMatchObject({ undisturbed: false });
  });

  it('takes none for sure whose result may only have waited for the frame', () => {
    const timeOut = (stall: number) => {
      const { job, posted, pulse } = running({ isAlone: true });
      vi.advanceTimersByTime(LIMIT + 26);
      pulse.stall = stall;
      job.onMessage(finished(0));
      return posted.at(-1);
    };
    expect(timeOut(25)).toMatchObject({ reason: 'timed-out', undisturbed: true });
    expect(timeOut(26)).toMatchObject({ reason: 'timed-out', undisturbed: false });
    // The worker's own clock does not wait.
    const { job, posted, pulse } = running({ isAlone: true });
    pulse.stall = 50;
    vi.advanceTimersByTime(LIMIT + 1);
    job.onMessage(finished(0, { kinds: ['interrupted'] }));
    expect(posted.at(-1)).toMatchObject({ reason: 'timed-out', undisturbed: true });
  });

  it.each([
    ['by the measure of an earlier visit, which may have seen a faster machine', { isMeasured: false }],
    ['of code that was not compiled to the full when it began', { isCold: true }],
  ])('takes no time-out for sure %s', (_, host) => {
    const { job, posted } = begin({ host });
    job.onMessage(loaded());
    job.run(0, ['a']);
    job.onMessage(started(0));
    vi.advanceTimersByTime(LIMIT + 800 + GRACE);
    expect(posted.at(-1)).toMatchObject({ reason: 'timed-out', index: 0, undisturbed: false });
  });

  it('takes no time-out for sure of a test that an unaudited one may have hung', () => {
    const timeOut = (...messages: readonly WorkerToFrame[]) => {
      const { job, posted } = running();
      for (const message of messages) job.onMessage(message);
      vi.advanceTimersByTime(LIMIT + GRACE);
      return posted.at(-1);
    };
    const hung = { reason: 'timed-out', index: 1 };
    expect(timeOut(started(0), started(1))).toMatchObject({ ...hung, undisturbed: false });
    // Test 0 was reported, so it was audited.
    expect(timeOut(started(0), finished(0), started(1))).toMatchObject({ ...hung, undisturbed: true });
    // Run again, it began from the whole image.
    expect(timeOut(started(0), started(1), started(1, true))).toMatchObject({ ...hung, undisturbed: true });
  });

  it('runs what is alone one by one', () => {
    const { sent, posted } = running({ isAlone: true });
    expect(sent[0]).toMatchObject({ softMilliseconds: LIMIT, oneByOne: true });
    expect(begin().sent[0]).toMatchObject({ oneByOne: false });
    // Nothing is announced: test 0 runs, and no other can.
    vi.advanceTimersByTime(LIMIT + GRACE);
    expect(posted.at(-1)).toMatchObject({ reason: 'timed-out', index: 0, exact: true });
  });

  it('is patient with a last try', () => {
    const { sent, job, posted } = running({ isAlone: true, isPatient: true, host: { timeFactor: 1.5 } });
    expect(sent[0]).toMatchObject({ softMilliseconds: 5 * LIMIT });
    vi.advanceTimersByTime(5 * LIMIT + GRACE);
    expect(posted.at(-1)).toMatchObject({ reason: 'timed-out', index: 0 });
    expect(job.host.timeFactor).toBe(5);
  });

  it('gives a worker whose code is new some time to compile it', () => {
    const { posted, sent } = begin({ host: { isCold: true } });
    expect(sent[0]).toMatchObject({ softMilliseconds: LIMIT + 800 });
    vi.advanceTimersByTime(LIMIT + 800 + GRACE - 1);
    expect(posted).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(posted).toMatchObject([{ reason: 'timed-out' }]);
  });

  it('gives that time once, to all tests together', () => {
    const { job, posted, types } = running({ host: { isCold: true }, isAlone: true });
    vi.advanceTimersByTime(LIMIT + 500);
    job.onMessage(finished(0));
    expect(types()).toEqual(['loaded', 'tests-finished']);
    vi.advanceTimersByTime(LIMIT + 300 + GRACE);
    expect(posted.at(-1)).toMatchObject({ type: 'ended', reason: 'timed-out', index: 1 });
  });

  it('gives a slower worker longer', () => {
    const { posted, sent } = begin({ host: { timeFactor: 3 } });
    expect(sent[0]).toMatchObject({ softMilliseconds: 3 * LIMIT });
    vi.advanceTimersByTime(3 * LIMIT + GRACE - 1);
    expect(posted).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(posted).toMatchObject([{ reason: 'timed-out' }]);
  });

  it('spares a worker that stopped the program itself, once it has tidied up', () => {
    const { job, posted, sent, over } = running();
    job.onMessage(started(0));
    job.onMessage(finished(0, { kinds: ['interrupted'] }));
    expect(posted.at(-1)).toMatchObject({ type: 'ended', index: 0, reason: 'timed-out' });
    expect([sent.at(-1)?.type, over]).toEqual(['close', []]);
    job.onMessage(closed);
    expect(over).toEqual([true]);
  });

  it('says one time-out once, where tidying up takes too long as well', () => {
    const { job, types, over } = running();
    job.onMessage(finished(0, { kinds: ['interrupted'] }));
    vi.advanceTimersByTime(LIMIT + GRACE);
    expect(types()).toEqual(['loaded', 'ended']);
    expect(over).toEqual([false]);
  });

  it('stands still while nothing runs', () => {
    const { job, types } = running();
    job.onMessage(finished(0));
    job.onMessage(finished(1));
    vi.advanceTimersByTime(100 * LIMIT);
    expect(types()).toEqual(['loaded', 'tests-finished', 'tests-finished']);
  });
});
