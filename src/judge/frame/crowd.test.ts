import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Crowd } from './crowd.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sums up the time with more than one job', () => {
  const crowd = new Crowd();
  const during = (jobs: number, milliseconds: number): void => {
    crowd.count(jobs);
    vi.advanceTimersByTime(milliseconds);
  };
  during(1, 100);
  expect(crowd.milliseconds).toBe(0);
  during(2, 10);
  during(3, 20);
  expect(crowd.milliseconds).toBe(30);
  during(1, 400);
  during(0, 400);
  expect(crowd.milliseconds).toBe(30);
  during(2, 5);
  expect(crowd.milliseconds).toBe(35);
});
