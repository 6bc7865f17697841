import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PLAIN_CLOCK } from '../../../tests/builders/plain-clock.ts';
import type { FrameToWorker, OutcomeKind, WorkerOutcome, WorkerToFrame } from '../protocol/frame-worker.ts';
import type { FrameToPage, PageToFrame } from '../protocol/page-frame.ts';
import { FrameJob } from './frame-job.ts';
import type { WorkerHost } from './worker-host.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Open = Extract<PageToFrame, { type: 'open' }>;

const LIMIT = 1000;
/** How much longer a worker lives. */
const GRACE = 125;
const JOB = 7;

/** A job of one submission, with what it tells the page and asks of its worker. */
function begin(
  change: {
    mode?: Open['program']['mode'];
    host?: Partial<WorkerHost>;
    isAlone?: boolean;
    isPatient?: boolean;
    ahead?: Open['ahead'];
  } = {},
) {
  const pulse = { lateness: 0, stall: 0 };
  const crowd = { milliseconds: 0 };
  const sent: FrameToWorker[] = [];
  const posted: FrameToPage[] = [];
  const over: boolean[] = [];
  const host = {
    outputBytes: 0,
    tainted: false,
    timeFactor: 1,
    isMeasured: true,
    isCold: false,
    send: (message: FrameToWorker) => void sent.push(message),
    ...change.host,
  } as WorkerHost;
  const program = {
    source: '',
    preamble: '',
    functionName: '',
    execution: 'standard',
    without: [],
    check: '',
  } as const;
  const open: Open = {
    type: 'open',
    job: JOB,
    program: { ...program, mode: change.mode ?? 'stdin' },
    limits: { timeMilliseconds: LIMIT, memoryBytes: 1 << 20, outputBytes: 99 },
    packages: [],
    restores: 'written',
    ahead: { first: 0, inputs: [], ...change.ahead },
    isAlone: change.isAlone ?? false,
    isPatient: change.isPatient ?? false,
  };
  const job = new FrameJob(
    open,
    host,
    { clock: PLAIN_CLOCK, pulse, crowd },
    {
      post: (message) => void posted.push(message),
      onOver: (_, keepWorker) => void over.push(keepWorker),
    },
  );
  const types = () => posted.map(({ type }) => type);
  return { job, host, sent, posted, types, over, pulse, crowd };
}

function outcome(kind: OutcomeKind = 'done'): WorkerOutcome {
  return { kind, name: '', message: '', traceback: '', stdout: '', stderr: '', value: '' };
}

const loaded = (kind?: OutcomeKind): WorkerToFrame => ({ type: 'loaded', job: JOB, outcome: outcome(kind) });
const started = (index: number, again = false): WorkerToFrame => ({
  type: 'test-started',
  job: JOB,
  index,
  again,
});
const finished = (
  index: number,
  change: { kinds?: readonly OutcomeKind[]; last?: boolean; job?: number } = {},
): WorkerToFrame => ({
  type: 'tests-finished',
  job: change.job ?? JOB,
  first: index,
  results: (change.kinds ?? ['done']).map((kind) => ({ outcome: outcome(kind), milliseconds: 1 })),
  last: change.last ?? false,
});
const audits = { count: 1, failed: 0, pagesWritten: 55, pagesRestored: 460 };
const closed: WorkerToFrame = { type: 'closed', job: JOB, heapBytes: 1 << 20, audits };

/** A job that has loaded and was given two tests. */
function running(change: Parameters<typeof begin>[0] = {}) {
  const begun = begin(change);
  begun.job.onMessage(loaded());
  begun.job.run(0, ['a', 'b']);
  return begun;
}

describe('an honest worker', () => {
  it('is told what to load, and its limits', () => {
    const { sent, host } = begin();
    expect(sent).toMatchObject([
      { type: 'load', job: JOB, memoryBytes: 1 << 20, outputBytes: 99, softMilliseconds: LIMIT },
    ]);
    expect(host.outputBytes).toBe(99);
  });

  it('loads, runs its tests in order, and is kept', () => {
    const { job, posted, sent, types, over } = running();
    for (const index of [0, 1]) {
      job.onMessage(started(index));
      job.onMessage(finished(index));
    }
    job.run(2, ['c']);
    job.onMessage(started(2));
    job.onMessage(finished(2));
    job.close();
    job.onMessage(closed);
    expect(types()).toEqual(['loaded', 'tests-finished', 'tests-finished', 'tests-finished', 'audited']);
    expect(posted[0]).toMatchObject({ timeFactor: 1 });
    expect(sent.map(({ type }) => type)).toEqual(['load', 'tests', 'tests', 'close']);
    expect(over).toEqual([true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not kept where it is tainted or has grown too large', () => {
    const ends = (host: Partial<WorkerHost>, heapBytes = 1 << 20) => {
      const { job, over } = begin({ host });
      job.onMessage(loaded());
      job.close();
      job.onMessage({ ...closed, heapBytes } as WorkerToFrame);
      return over;
    };
    expect(ends({})).toEqual([true]);
    expect(ends({ tainted: true })).toEqual([false]);
    expect(ends({}, 256 << 20)).toEqual([true]);
    expect(ends({}, (256 << 20) + 1)).toEqual([false]);
  });
});

describe('tests that come along with the program', () => {
  const ahead = { first: 3, inputs: ['a', 'b'] };

  it('are handed on at once, and have their time from when it has loaded', () => {
    const { job, sent, posted, types } = begin({ ahead });
    expect(sent).toMatchObject([{ type: 'load' }, { type: 'tests', job: JOB, ...ahead }]);
    vi.advanceTimersByTime(LIMIT - 1);
    job.onMessage(loaded());
    job.onMessage(started(3));
    vi.advanceTimersByTime(LIMIT - 1);
    job.onMessage(started(4));
    vi.advanceTimersByTime(LIMIT - 1);
    job.onMessage(finished(3, { kinds: ['done', 'done'] }));
    expect(types()).toEqual(['loaded', 'tests-finished']);
    expect(vi.getTimerCount()).toBe(0);
    job.run(5, ['c']);
    vi.advanceTimersByTime(LIMIT + GRACE);
    expect(posted.at(-1)).toMatchObject({ type: 'ended', index: 5, reason: 'timed-out' });
  });

  it('time out where the worker says nothing after it has loaded', () => {
    const { job, posted } = begin({ ahead });
    job.onMessage(loaded());
    vi.advanceTimersByTime(LIMIT + GRACE);
    expect(posted.at(-1)).toMatchObject({ type: 'ended', index: 3, reason: 'timed-out' });
  });

  it('give the program no more time to load, whatever the worker says of them', () => {
    const { job, posted } = begin({ ahead: { first: 0, inputs: ['a', 'b'] } });
    for (const index of [0, 1, 0, 1]) {
      vi.advanceTimersByTime(LIMIT / 4);
      job.onMessage(started(index));
      job.onMessage(finished(index));
    }
    vi.advanceTimersByTime(GRACE);
    expect(posted).toMatchObject([{ type: 'ended', index: -1, reason: 'timed-out' }]);
  });

  it('are not waited for where the program does not load, and bring no results', () => {
    const { job, types, over } = begin({ ahead });
    job.onMessage(loaded('raised'));
    expect(vi.getTimerCount()).toBe(0);
    for (const index of [3, 0]) job.onMessage(finished(index));
    expect(types()).toEqual(['loaded']);
    job.close();
    job.onMessage(closed);
    expect(over).toEqual([true]);
  });
});

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

describe('tests that are not announced', () => {
  const timeOut = (count: number, ...messages: readonly WorkerToFrame[]) => {
    const { job, posted } = begin();
    job.onMessage(loaded());
    job.run(
      0,
      Array.from({ length: count }, () => ''),
    );
    for (const message of messages) job.onMessage(message);
    vi.advanceTimersByTime(LIMIT + GRACE - 1);
    expect(posted.at(-1)).not.toMatchObject({ type: 'ended' });
    vi.advanceTimersByTime(1);
    return posted.at(-1);
  };

  it('have one clock, and no place for what ends one of them', () => {
    const unplaced = { reason: 'timed-out', exact: false, undisturbed: false };
    expect(timeOut(9)).toMatchObject({ ...unplaced, index: 0 });
    expect(timeOut(9, started(0), finished(0))).toMatchObject({ ...unplaced, index: 1 });
    expect(timeOut(9, started(0), finished(0, { kinds: ['done', 'done'] }))).toMatchObject({
      ...unplaced,
      index: 2,
    });
  });

  it('have a place from when one of them says that it runs, until the report', () => {
    const placed = { reason: 'timed-out', exact: true };
    expect(timeOut(9, started(0))).toMatchObject({ ...placed, index: 0, undisturbed: true });
    expect(timeOut(9, started(4))).toMatchObject({ ...placed, index: 4, undisturbed: false });
    expect(timeOut(9, started(4), started(5))).toMatchObject({ ...placed, index: 5 });
    expect(timeOut(9, started(4), started(2, true))).toMatchObject({
      ...placed,
      index: 2,
      undisturbed: true,
    });
    expect(timeOut(9, started(4), finished(0))).toMatchObject({ exact: false, index: 1 });
    // There is no other.
    expect(timeOut(2, finished(0))).toMatchObject({ ...placed, index: 1, undisturbed: true });
  });

  it('get no more time from one that says late, or falsely, that it runs', () => {
    const { job, posted } = begin();
    job.onMessage(loaded());
    job.run(0, ['a', 'b', 'c', 'd']);
    vi.advanceTimersByTime(LIMIT / 2);
    job.onMessage(started(1));
    for (const index of [1, 0]) job.onMessage(started(index));
    vi.advanceTimersByTime(LIMIT / 2 + GRACE - 1);
    expect(posted.at(-1)).toMatchObject({ type: 'loaded' });
    vi.advanceTimersByTime(1);
    expect(posted.at(-1)).toMatchObject({ type: 'ended', index: 1, exact: true });
  });

  it('run again one by one, each in its time, and are reported together', () => {
    const { job, posted, types } = begin();
    job.onMessage(loaded());
    job.run(0, ['a', 'b', 'c', 'd']);
    for (const index of [1, 2]) job.onMessage(started(index, true));
    // Two ran again, so two results at least are due.
    job.onMessage(finished(0, { kinds: ['done', 'done'] }));
    expect(types()).toEqual(['loaded']);
    vi.advanceTimersByTime(LIMIT + 26);
    job.onMessage(started(3, true));
    expect(posted.at(-1)).toMatchObject({ type: 'ended', reason: 'timed-out', index: 2 });
  });

  it('may have run for a moment before the one whose result is late', () => {
    const report = (late: number) => {
      const { job, posted } = begin();
      job.onMessage(loaded());
      job.run(0, ['a', 'b', 'c']);
      vi.advanceTimersByTime(LIMIT + late);
      job.onMessage(finished(0, { kinds: ['done', 'done'] }));
      return posted.at(-1);
    };
    expect(report(25)).toMatchObject({ type: 'tests-finished' });
    expect(report(26)).toMatchObject({ type: 'ended', index: 0, exact: false });
  });

  it('have a place where the worker has stopped one itself', () => {
    const { job, posted } = begin();
    job.onMessage(loaded());
    job.run(0, ['a', 'b', 'c', 'd']);
    vi.advanceTimersByTime(LIMIT);
    job.onMessage(finished(0, { kinds: ['done', 'done', 'interrupted'], last: true }));
    expect(posted.at(-1)).toMatchObject({
      type: 'ended',
      index: 2,
      exact: true,
      reason: 'timed-out',
      undisturbed: true,
    });
  });

  it('are none of those that a crash is blamed on', () => {
    const { job, posted } = running();
    job.end('worker-died', 'gone');
    expect(posted.at(-1)).toMatchObject({ reason: 'worker-died', index: 0, exact: false });
  });
});

describe('a test that takes its time', () => {
  const slow = (begun: ReturnType<typeof begin>) =>
    begun.posted.flatMap((message) =>
      message.type === 'slow' ? [[message.index, message.milliseconds]] : [],
    );

  it('is told of once, with how long it has been', () => {
    const begun = running();
    begun.job.onMessage(started(0));
    vi.advanceTimersByTime(499);
    begun.job.tellSlow(500);
    expect(slow(begun)).toEqual([]);
    vi.advanceTimersByTime(101);
    begun.job.tellSlow(500);
    begun.job.tellSlow(500);
    begun.job.onMessage(finished(0));
    begun.job.onMessage(started(1));
    vi.advanceTimersByTime(700);
    begun.job.tellSlow(500);
    expect(slow(begun)).toEqual([
      [0, 600],
      [1, 700],
    ]);
  });

  it('is told of again where it is another one than was thought', () => {
    const begun = running();
    vi.advanceTimersByTime(600);
    begun.job.tellSlow(500);
    begun.job.onMessage(started(1));
    begun.job.tellSlow(500);
    begun.job.tellSlow(500);
    expect(slow(begun)).toEqual([
      [0, 600],
      [1, 600],
    ]);
  });

  it('is its loading, too; nothing else is', () => {
    const begun = begin();
    vi.advanceTimersByTime(600);
    begun.job.tellSlow(500);
    expect(slow(begun)).toEqual([[-1, 600]]);
    begun.job.onMessage(loaded());
    vi.advanceTimersByTime(600);
    begun.job.tellSlow(500);
    begun.job.run(0, ['a']);
    begun.job.close();
    vi.advanceTimersByTime(240);
    begun.job.tellSlow(100);
    expect(slow(begun)).toHaveLength(1);
  });
});

describe('a worker that lies', () => {
  it.for<readonly [string, WorkerToFrame | null]>([
    ['nothing of the protocol', null],
    ['a result of another job', finished(0, { job: 8 })],
    ['a result of a later test', finished(1)],
    ['a second loading', loaded()],
    ['that it is done before it was told to close', closed],
    ['that it has booted', { type: 'booted', python: '', bootMilliseconds: 0 }],
    ['how fast it is', { type: 'calibrated', best: 0, mean: 0 }],
    ['that it could not boot', { type: 'boot-failed', message: '' }],
  ])('says %s: nobody hears of it', ([, message]) => {
    const { job, types, over } = running();
    job.onMessage(message);
    expect([types(), over]).toEqual([['loaded'], []]);
  });

  it('cannot give a result before it was given a test', () => {
    const { job, types } = begin();
    job.onMessage(loaded());
    job.onMessage(finished(0));
    expect(types()).toEqual(['loaded']);
  });

  it('cannot give more results than it was given tests', () => {
    const { job, types } = running();
    for (const index of [0, 1, 2, 3]) job.onMessage(finished(index));
    expect(types()).toEqual(['loaded', 'tests-finished', 'tests-finished']);
  });

  it('floods: three messages a test and a hundred to spare are let through, then it ends', () => {
    const { job, posted, over } = running();
    // One was its loading.
    for (let count = 1; count < 106; count++) job.onMessage(null);
    expect(over).toEqual([]);
    job.onMessage(null);
    expect(posted.at(-1)).toMatchObject({ type: 'ended', reason: 'flooded' });
    expect(over).toEqual([false]);
  });

  it('cannot pass a check in an interpreter that it has reached into', () => {
    const verdicts = (mode: 'assert' | 'stdin', tainted: boolean) => {
      const { job, posted } = running({ mode });
      if (tainted) job.onMessage({ type: 'tainted', reason: 'js' });
      job.onMessage(finished(0));
      const last = posted.at(-1);
      return last?.type === 'tests-finished' ? last.results[0]?.outcome.kind : undefined;
    };
    expect(verdicts('assert', false)).toBe('done');
    expect(verdicts('assert', true)).toBe('tampered');
    expect(verdicts('stdin', true)).toBe('done');
    // A test that was over before the interpreter was touched keeps its pass.
    const { job, posted } = running({ mode: 'assert' });
    job.onMessage(started(0));
    job.onMessage(started(1));
    job.onMessage({ type: 'tainted', reason: 'js' });
    job.onMessage(finished(0, { kinds: ['done', 'done'] }));
    expect(posted.at(-1)).toMatchObject({
      results: [{ outcome: { kind: 'done' } }, { outcome: { kind: 'tampered' } }],
    });
  });

  it('cannot pass one that ran again after it had done so', () => {
    const { job, posted } = begin({ mode: 'assert' });
    job.onMessage(loaded());
    job.run(0, ['a', 'b', 'c', 'd']);
    job.onMessage(started(2));
    job.onMessage({ type: 'tainted', reason: '' });
    job.host.tainted = true;
    job.onMessage(started(1, true));
    job.onMessage(finished(0, { kinds: ['done', 'done', 'done'] }));
    const results = (posted.at(-1) as Extract<FrameToPage, { type: 'tests-finished' }>).results;
    expect(results.map((result) => result.outcome.kind)).toEqual(['done', 'tampered', 'tampered']);
  });

  it('cannot say that it has loaded when it has to close', () => {
    const { job, over } = begin();
    job.onMessage(loaded('interrupted'));
    job.onMessage(loaded());
    vi.advanceTimersByTime(100 * LIMIT);
    expect(over).toEqual([false]);
  });

  it('is blamed for a broken engine only where it reached into it', () => {
    const reason = (tainted: boolean) => {
      const { job, posted } = running({ host: { tainted } });
      job.onMessage({ type: 'broken', message: 'why' });
      return posted.at(-1);
    };
    expect(reason(false)).toMatchObject({ reason: 'engine-failed', message: 'why' });
    expect(reason(true)).toMatchObject({ reason: 'worker-died' });
  });
});

describe('the end', () => {
  it('comes once, and nothing after it', () => {
    const { job, posted, over, sent } = running();
    job.end('worker-died', 'gone');
    const said = posted.length;
    job.end('timed-out', '');
    job.onMessage(finished(0));
    job.run(2, ['c']);
    job.close();
    job.cancel();
    vi.advanceTimersByTime(10 * LIMIT);
    expect([posted.length, over, sent.length]).toEqual([said, [false], 2]);
  });

  it('is silent where the page itself has cancelled', () => {
    const { job, types, over } = running();
    job.cancel();
    expect([types(), over]).toEqual([['loaded'], [false]]);
  });

  it('comes early where the worker says that no other test can run', () => {
    const { job, types, over } = running();
    job.onMessage(finished(0, { last: true }));
    job.onMessage(finished(1));
    expect(types()).toEqual(['loaded', 'tests-finished']);
    job.close();
    job.onMessage(closed);
    expect(over).toEqual([true]);
  });

  it('does not wait long for tests that nobody waits for', () => {
    const { job, types, over, sent } = running();
    job.onMessage(started(0));
    job.close();
    expect(sent.at(-1)).toMatchObject({ type: 'close' });
    job.onMessage(finished(0));
    vi.advanceTimersByTime(249);
    expect(over).toEqual([]);
    vi.advanceTimersByTime(1);
    expect([types(), over]).toEqual([['loaded'], [false]]);
  });

  it('does not wait for a worker that does not close', () => {
    const { job, types, over } = running();
    job.onMessage(finished(0));
    job.onMessage(finished(1));
    job.close();
    vi.advanceTimersByTime(LIMIT + GRACE);
    expect(over).toEqual([false]);
    // The program's time was not up: the page is told nothing.
    expect(types()).not.toContain('ended');
  });
});
