import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConcurrentTime } from './concurrent-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('sums up the time with more jobs than cores', () => {
  const concurrent = new ConcurrentTime(2);
  const during = (jobs: number, milliseconds: number): void => {
    concurrent.count(jobs);
    vi.advanceTimersByTime(milliseconds);
  };
  during(1, 100);
  during(2, 100);
  expect(concurrent.milliseconds).toBe(0);
  during(3, 10);
  during(4, 20);
  expect(concurrent.milliseconds).toBe(30);
  during(2, 400);
  during(0, 400);
  expect(concurrent.milliseconds).toBe(30);
  during(3, 5);
  expect(concurrent.milliseconds).toBe(35);
});
