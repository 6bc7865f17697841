import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PLAIN_CLOCK } from '../../../tests/builders/plain-clock.ts';
import { TimerLag } from './timer-lag.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('beats in time are not late', () => {
  const timerLag = new TimerLag(PLAIN_CLOCK);
  timerLag.beat();
  vi.advanceTimersByTime(1020);
  expect(timerLag.lateness).toBe(0);
});

test('a frame that stood still is late before its next beat, and no later after it', () => {
  const timerLag = new TimerLag(PLAIN_CLOCK);
  timerLag.beat();
  const still = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
  expect(timerLag.lateness).toBe(9950);
  expect(timerLag.stall).toBe(9950);
  vi.advanceTimersByTime(50);
  expect(timerLag.lateness).toBe(9950);
  // Delayed events may still arrive.
  expect(timerLag.stall).toBe(9950);
  still.mockRestore();
});

test('a stall is over with the next beat in time', () => {
  const timerLag = new TimerLag(PLAIN_CLOCK);
  timerLag.beat();
  const before = performance.now();
  const still = vi.spyOn(performance, 'now').mockReturnValue(before + 500);
  vi.advanceTimersByTime(50);
  expect(timerLag.stall).toBe(450);
  still.mockReturnValue(before + 550);
  vi.advanceTimersByTime(50);
  expect([timerLag.stall, timerLag.lateness]).toEqual([0, 450]);
  still.mockRestore();
});

test('who rests is not late', () => {
  const timerLag = new TimerLag(PLAIN_CLOCK);
  timerLag.beat();
  timerLag.rest();
  vi.advanceTimersByTime(10_000);
  expect(timerLag.lateness).toBe(0);
});
