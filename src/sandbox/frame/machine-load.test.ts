import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PLAIN_CLOCK } from '../../../tests/builders/plain-clock.ts';
import { MachineLoad } from './machine-load.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function running(): MachineLoad {
  const load = new MachineLoad(PLAIN_CLOCK, 2);
  load.count(1);
  return load;
}

test('timers that fire in time disturb nothing', () => {
  const load = running();
  vi.advanceTimersByTime(1020);
  expect(load.disturbedMilliseconds).toBe(0);
});

test('a suspended frame is late before its next timer, and no later after it', () => {
  const load = running();
  const still = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000);
  expect([load.disturbedMilliseconds, load.stallMilliseconds]).toEqual([9950, 9950]);
  vi.advanceTimersByTime(50);
  // Delayed events may still arrive.
  expect([load.disturbedMilliseconds, load.stallMilliseconds]).toEqual([9950, 9950]);
  still.mockRestore();
});

test('a stall ends with the next timer that fires in time', () => {
  const load = running();
  const before = performance.now();
  const still = vi.spyOn(performance, 'now').mockReturnValue(before + 500);
  vi.advanceTimersByTime(50);
  expect(load.stallMilliseconds).toBe(450);
  still.mockReturnValue(before + 550);
  vi.advanceTimersByTime(50);
  expect([load.stallMilliseconds, load.disturbedMilliseconds]).toEqual([0, 450]);
  still.mockRestore();
});

test('without programs no timer is late', () => {
  const load = running();
  load.count(0);
  vi.advanceTimersByTime(10_000);
  expect(load.disturbedMilliseconds).toBe(0);
});

test('the time with more programs than cores adds up', () => {
  const load = running();
  const during = (jobs: number, milliseconds: number): void => {
    load.count(jobs);
    vi.advanceTimersByTime(milliseconds);
  };
  during(1, 100);
  during(2, 100);
  expect(load.disturbedMilliseconds).toBe(0);
  during(3, 10);
  during(4, 20);
  expect(load.disturbedMilliseconds).toBe(30);
  during(2, 400);
  during(0, 400);
  expect(load.disturbedMilliseconds).toBe(30);
  during(3, 5);
  expect(load.disturbedMilliseconds).toBe(35);
});

test('the time in which a model takes cores from programs adds up', () => {
  const load = new MachineLoad(PLAIN_CLOCK, 2);
  load.crowd(true);
  vi.advanceTimersByTime(100);
  load.count(1);
  vi.advanceTimersByTime(30);
  load.count(3);
  vi.advanceTimersByTime(10);
  load.crowd(false);
  vi.advanceTimersByTime(5);
  load.count(1);
  vi.advanceTimersByTime(400);
  expect(load.disturbedMilliseconds).toBe(45);
});
