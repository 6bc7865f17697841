import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pause } from './pause.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('lasts as long as it was told, and says that it did', async () => {
  const ended = vi.fn();
  const paused = pause(50, new AbortController().signal).then(ended);
  await vi.advanceTimersByTimeAsync(49);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await paused;
  expect(ended).toHaveBeenCalledWith(true);
});

test('ends at once when it is stopped, and leaves no timer behind', async () => {
  const controller = new AbortController();
  const paused = pause(60_000, controller.signal);
  controller.abort();
  expect(await paused).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('does not begin where it was stopped before', async () => {
  expect(await pause(60_000, AbortSignal.abort())).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

test('listens no longer once it is over: thousands may share one signal', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  const paused = Promise.all([1, 2, 3].map((ms) => pause(ms, signal)));
  await vi.advanceTimersByTimeAsync(3);
  expect(await paused).toEqual([true, true, true]);
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([3, 3]);
});
