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
import type { FrameToPage } from '../protocol/page-frame.ts';
import type { WorkerHost } from './worker-host.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
