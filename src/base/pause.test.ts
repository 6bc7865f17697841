import { afterEach, beforeEach, expect, test, vi, describe, it, onTestFinished } from 'vitest';
import { pause, abortable, taskYielder } from './pause.ts';

describe('pause', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('lasts as long as it was told, and says that it did', async () => {
    const onPauseEnd = vi.fn();
    const pausePromise = pause(50, new AbortController().signal).then(onPauseEnd);
    await vi.advanceTimersByTimeAsync(49);
    expect(onPauseEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await pausePromise;
    expect(onPauseEnd).toHaveBeenCalledWith(true);
  });

  test('ends at once when it is stopped, and leaves no timer behind', async () => {
    const controller = new AbortController();
    const pausePromise = pause(60_000, controller.signal);
    controller.abort();
    expect(await pausePromise).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not begin where it was stopped before', async () => {
    expect(await pause(60_000, AbortSignal.abort())).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('listens no longer once it is over: thousands may share one signal', async () => {
    const { signal } = new AbortController();
    const addSpy = vi.spyOn(signal, 'addEventListener');
    const removeSpy = vi.spyOn(signal, 'removeEventListener');
    const pausePromise = Promise.all([1, 2, 3].map((ms) => pause(ms, signal)));
    await vi.advanceTimersByTimeAsync(3);
    expect(await pausePromise).toEqual([true, true, true]);
    expect([addSpy.mock.calls.length, removeSpy.mock.calls.length]).toEqual([3, 3]);
  });
});

/** Returns a signal and the number of its listeners. */
function countedSignal() {
  const controller = new AbortController();
  const addSpy = vi.spyOn(controller.signal, 'addEventListener');
  const removeSpy = vi.spyOn(controller.signal, 'removeEventListener');
  onTestFinished(() => void vi.restoreAllMocks());
  return {
    controller,
    signal: controller.signal,
    listening: () => addSpy.mock.calls.length - removeSpy.mock.calls.length,
  };
}

const untilSettled = () => new Promise((resolve) => setTimeout(resolve));
const never = new Promise<never>(() => undefined);

describe('abortable', () => {
  it('gives what the promise gives, and listens no longer', async () => {
    const { signal, listening } = countedSignal();
    expect(await abortable(signal, Promise.resolve(7))).toBe(7);
    await untilSettled();
    expect(listening()).toBe(0);
  });

  it('fails as the promise fails, with the same error, and listens no longer', async () => {
    const { signal, listening } = countedSignal();
    const error = new RangeError('mine');
    await expect(abortable(signal, Promise.reject(error))).rejects.toBe(error);
    await untilSettled();
    expect(listening()).toBe(0);
  });

  it('ends the waiting as soon as the signal fires, however long the promise takes', async () => {
    const { controller, signal } = countedSignal();
    const waitPromise = abortable(signal, never);
    controller.abort();
    await expect(waitPromise).rejects.toThrow('stopped');
  });

  it('does not even wait where the signal has fired before', async () => {
    await expect(abortable(AbortSignal.abort(), never)).rejects.toThrow('stopped');
    await expect(abortable(AbortSignal.abort(), Promise.resolve(7))).rejects.toThrow('stopped');
  });

  it('leaves alone what the promise stands for', async () => {
    const controller = new AbortController();
    let finish = (_value: string): void => undefined;
    const work = new Promise<string>((resolve) => (finish = resolve));
    const waitPromise = abortable(controller.signal, work);
    controller.abort();
    await expect(waitPromise).rejects.toThrow('stopped');
    finish('done all the same');
    expect(await work).toBe('done all the same');
  });

  it('keeps what it gave when the signal fires later', async () => {
    const controller = new AbortController();
    const waitPromise = abortable(controller.signal, Promise.resolve(7));
    await waitPromise;
    controller.abort();
    expect(await waitPromise).toBe(7);
  });

  it('takes the failure of work that nobody waits for any longer', async () => {
    const controller = new AbortController();
    let fail = (_error: Error): void => undefined;
    const work = new Promise<never>((_, reject) => (fail = reject));
    const waitPromise = abortable(controller.signal, work);
    controller.abort();
    await expect(waitPromise).rejects.toThrow('stopped');
    // An unhandled rejection would fail the suite.
    fail(new Error('too late'));
    await untilSettled();
  });
});

it('lets others have their turn once the thread has been taken for long, and not before', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(100);
  onTestFinished(() => clock.mockRestore());
  const order: string[] = [];
  const takeTurns = taskYielder();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => order.push('other');
  port2.postMessage(null);
  await takeTurns();
  order.push('at once');
  clock.mockReturnValue(112);
  await takeTurns();
  order.push('after');
  port1.close();
  expect(order).toEqual(['at once', 'other', 'after']);
});
