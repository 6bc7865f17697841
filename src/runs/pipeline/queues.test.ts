import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from './queues.ts';

const answers = (limit: ConcurrencyLimit, count: number): void => {
  for (let done = 0; done < count; done++) limit.succeeded();
};

describe('ConcurrencyLimit', () => {
  it('halves with a failure, once for all that were begun before', () => {
    const limit = new ConcurrencyLimit(8);
    const { epoch } = limit;
    expect([limit.recordFailure(epoch), limit.limit]).toEqual([true, 4]);
    expect([limit.recordFailure(epoch), limit.limit]).toEqual([false, 4]);
    expect([limit.recordFailure(limit.epoch), limit.limit]).toEqual([true, 2]);
    expect([limit.recordFailure(limit.epoch), limit.limit]).toEqual([true, 1]);
    expect([limit.recordFailure(limit.epoch), limit.limit]).toEqual([false, 1]);
  });

  it('doubles again after a while, which each failure makes longer', () => {
    const limit = new ConcurrencyLimit(5);
    answers(limit, 100);
    expect(limit.limit).toBe(5);
    limit.recordFailure(limit.epoch);
    answers(limit, 31);
    expect(limit.limit).toBe(2);
    answers(limit, 1);
    expect(limit.limit).toBe(4);
    limit.recordFailure(limit.epoch);
    answers(limit, 63);
    expect(limit.limit).toBe(2);
    answers(limit, 1 + 64);
    expect(limit.limit).toBe(5);
  });
});
