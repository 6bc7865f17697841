import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RunningClock } from './judging-state.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ticks while a test takes its time, from when that began, and rests when it has ended', () => {
  const clock = new RunningClock();
  clock.begin(1.5);
  expect(clock.slowTest).toBe(null);
  clock.show(4, 600);
  expect(clock.slowTest).toEqual({ index: 4, milliseconds: 600, timeFactor: 1.5 });
  vi.advanceTimersByTime(1000);
  expect(clock.slowTest?.milliseconds).toBe(1600);
  clock.rest();
  vi.advanceTimersByTime(1000);
  expect([clock.slowTest, vi.getTimerCount()]).toEqual([null, 0]);
  // A retry may have a longer limit.
  clock.begin(5);
  clock.show(null, 500);
  expect(clock.slowTest).toEqual({ index: null, milliseconds: 500, timeFactor: 5 });
});
