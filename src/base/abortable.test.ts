import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { abortable } from './abortable.ts';

/** Returns a signal and the number of its listeners. */
function countedSignal() {
  const controller = new AbortController();
  const added = vi.spyOn(controller.signal, 'addEventListener');
  const removed = vi.spyOn(controller.signal, 'removeEventListener');
  onTestFinished(() => void vi.restoreAllMocks());
  return {
    controller,
    signal: controller.signal,
    listening: () => added.mock.calls.length - removed.mock.calls.length,
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const never = new Promise<never>(() => undefined);

describe('abortable', () => {
  it('gives what the promise gives, and listens no longer', async () => {
    const { signal, listening } = countedSignal();
    expect(await abortable(signal, Promise.resolve(7))).toBe(7);
    await settled();
    expect(listening()).toBe(0);
  });

  it('fails as the promise fails, with the same error, and listens no longer', async () => {
    const { signal, listening } = countedSignal();
    const error = new RangeError('mine');
    await expect(abortable(signal, Promise.reject(error))).rejects.toBe(error);
    await settled();
    expect(listening()).toBe(0);
  });

  it('ends the waiting as soon as the signal fires, however long the promise takes', async () => {
    const { controller, signal } = countedSignal();
    const waiting = abortable(signal, never);
    controller.abort();
    await expect(waiting).rejects.toThrow('stopped');
  });

  it('does not even wait where the signal has fired before', async () => {
    await expect(abortable(AbortSignal.abort(), never)).rejects.toThrow('stopped');
    await expect(abortable(AbortSignal.abort(), Promise.resolve(7))).rejects.toThrow('stopped');
  });

  it('leaves alone what the promise stands for', async () => {
    const controller = new AbortController();
    let finish = (_value: string): void => undefined;
    const work = new Promise<string>((resolve) => (finish = resolve));
    const waiting = abortable(controller.signal, work);
    controller.abort();
    await expect(waiting).rejects.toThrow('stopped');
    finish('done all the same');
    expect(await work).toBe('done all the same');
  });

  it('keeps what it gave when the signal fires later', async () => {
    const controller = new AbortController();
    const waiting = abortable(controller.signal, Promise.resolve(7));
    await waiting;
    controller.abort();
    expect(await waiting).toBe(7);
  });

  it('takes the failure of work that nobody waits for any longer', async () => {
    const controller = new AbortController();
    let fail = (_error: Error): void => undefined;
    const work = new Promise<never>((_, reject) => (fail = reject));
    const waiting = abortable(controller.signal, work);
    controller.abort();
    await expect(waiting).rejects.toThrow('stopped');
    // An unhandled rejection would fail the suite.
    fail(new Error('too late'));
    await settled();
  });
});
