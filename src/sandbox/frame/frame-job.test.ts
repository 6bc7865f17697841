import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JOB, LIMIT, begin, closed, finished, loaded, short } from '../../../tests/builders/frame-job.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a job of the frame', () => {
  it('loads, runs its tests in order, and gives its worker back', () => {
    const { job, posted, sent, over } = begin({ ahead: { first: 0, inputs: ['a', 'b'] } });
    expect(sent).toMatchObject([
      { type: 'load', job: JOB, memoryBytes: 1 << 20, outputBytes: 99, softMilliseconds: LIMIT },
      { type: 'tests', job: JOB, first: 0, inputs: ['a', 'b'] },
    ]);
    for (const message of [loaded(), finished(0), finished(1)]) job.onMessage(message);
    job.run({ first: 2, inputs: ['c'] });
    job.onMessage(finished(2));
    job.close(400);
    job.onMessage(closed());
    expect(posted.map(short)).toEqual(['loaded done', 'test 0 done', 'test 1 done', 'test 2 done']);
    expect(sent.slice(2).map(({ type }) => type)).toEqual(['tests', 'close']);
    expect(over).toEqual(['free']);
  });

  it('reports all evidence of a time-out', () => {
    const { job, posted, load } = begin({
      isCold: true,
      host: { isMeasured: false, timeFactor: 2 },
    });
    load.disturbedMilliseconds = 600;
    job.onMessage(loaded());
    job.run({ first: 4, inputs: ['a'] });
    load.disturbedMilliseconds += 20;
    load.disturbedMilliseconds += 3;
    load.stallMilliseconds = 7;
    vi.advanceTimersByTime(2 * LIMIT + 135);
    const evidence = { ran: 2128, limit: 2000, disturbed: 23, slowness: null, cold: true, measured: false };
    expect(posted.at(-1)).toMatchObject({ type: 'ended', index: 4, reason: 'timed-out', evidence });
  });

  it('is not restarted if its tests share one state', () => {
    for (const execution of ['standard', 'rllm'] as const) {
      const { job, code } = begin({ execution, isCold: true });
      code.isCompiled = true;
      vi.advanceTimersByTime(500);
      expect(job.coldRestart(500) === null).toBe(execution === 'rllm');
      job.cancel();
    }
  });

  it('multiplies its limits by a given time factor, which counts as measured', () => {
    const { posted, sent } = begin({ timeFactor: 5, host: { isMeasured: false, timeFactor: 1.6 } });
    expect(sent[0]).toMatchObject({ softMilliseconds: 5 * LIMIT });
    vi.advanceTimersByTime(5 * LIMIT + 134);
    expect(posted).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(posted[0]).toMatchObject({ evidence: { limit: 5 * LIMIT, measured: true } });
  });
});
