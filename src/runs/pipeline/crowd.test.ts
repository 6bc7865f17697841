import { describe, expect, it } from 'vitest';
import { Crowd } from './crowd.ts';

const answers = (crowd: Crowd, count: number): void => {
  for (let done = 0; done < count; done++) crowd.succeeded();
};

describe('Crowd', () => {
  it('halves with a failure, once for all that were begun before', () => {
    const crowd = new Crowd(8);
    const { epoch } = crowd;
    expect([crowd.failed(epoch), crowd.limit]).toEqual([true, 4]);
    expect([crowd.failed(epoch), crowd.limit]).toEqual([false, 4]);
    expect([crowd.failed(crowd.epoch), crowd.limit]).toEqual([true, 2]);
    expect([crowd.failed(crowd.epoch), crowd.limit]).toEqual([true, 1]);
    expect([crowd.failed(crowd.epoch), crowd.limit]).toEqual([false, 1]);
  });

  it('doubles again after a while, which each failure makes longer', () => {
    const crowd = new Crowd(5);
    answers(crowd, 100);
    expect(crowd.limit).toBe(5);
    crowd.failed(crowd.epoch);
    answers(crowd, 31);
    expect(crowd.limit).toBe(2);
    answers(crowd, 1);
    expect(crowd.limit).toBe(4);
    crowd.failed(crowd.epoch);
    answers(crowd, 63);
    expect(crowd.limit).toBe(2);
    answers(crowd, 1 + 64);
    expect(crowd.limit).toBe(5);
  });
});
