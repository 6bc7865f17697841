import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  begin,
  running,
  LIMIT,
  GRACE,
  loaded,
  started,
  finished,
} from '../../../tests/builders/frame-job.ts';
import type { WorkerToFrame } from '../protocol/frame-worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
