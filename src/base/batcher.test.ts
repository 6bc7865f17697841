import { describe, expect, it } from 'vitest';
import { Batcher } from './batcher.ts';

/** Returns a reader that finishes each delivery only when requested. */
function slowReader() {
  const deliveries: (readonly number[])[] = [];
  const taken: (() => void)[] = [];
  const deliver = (values: readonly number[]) => {
    deliveries.push(values);
    return new Promise<void>((resolve) => taken.push(resolve));
  };
  return { deliveries, deliver, take: () => taken.shift()?.() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('Batcher', () => {
  it('delivers all that came while the reader was busy at once, in order', async () => {
    const { deliveries, deliver, take } = slowReader();
    const batcher = new Batcher<number>(deliver);
    for (const value of [1, 2]) batcher.push(value);
    await settled();
    expect(deliveries).toEqual([[1, 2]]);
    for (const value of [3, 4]) batcher.push(value);
    await settled();
    expect(deliveries).toHaveLength(1);
    take();
    await settled();
    expect(deliveries).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('is flushed when the last delivery has been taken', async () => {
    const { deliver, take } = slowReader();
    const batcher = new Batcher<number>(deliver);
    await batcher.flush();
    batcher.push(1);
    await settled();
    batcher.push(2);
    let hasFlushed = false;
    const flushPromise = batcher.flush().then(() => (hasFlushed = true));
    take();
    await settled();
    expect(hasFlushed).toBe(false);
    take();
    await flushPromise;
  });

  it('starts again after it was empty', async () => {
    const deliveredValues: number[] = [];
    const batcher = new Batcher<number>((values) => deliveredValues.push(...values));
    batcher.push(1);
    await batcher.flush();
    batcher.push(2);
    await batcher.flush();
    expect(deliveredValues).toEqual([1, 2]);
  });

  it('tells who flushes that a delivery failed', async () => {
    const batcher = new Batcher<number>(() => Promise.reject(new Error('nobody there')));
    batcher.push(1);
    await expect(batcher.flush()).rejects.toThrow('nobody there');
  });
});
