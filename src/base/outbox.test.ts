import { describe, expect, it } from 'vitest';
import { Outbox } from './outbox.ts';

/** A reader who takes each delivery only when told to. */
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

describe('Outbox', () => {
  it('delivers all that came while the reader was busy at once, in order', async () => {
    const { deliveries, deliver, take } = slowReader();
    const outbox = new Outbox<number>(deliver);
    for (const value of [1, 2]) outbox.push(value);
    await settled();
    expect(deliveries).toEqual([[1, 2]]);
    for (const value of [3, 4]) outbox.push(value);
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
    const outbox = new Outbox<number>(deliver);
    await outbox.flush();
    outbox.push(1);
    await settled();
    outbox.push(2);
    let flushed = false;
    const flushing = outbox.flush().then(() => (flushed = true));
    take();
    await settled();
    expect(flushed).toBe(false);
    take();
    await flushing;
  });

  it('starts again after it was empty', async () => {
    const delivered: number[] = [];
    const outbox = new Outbox<number>((values) => delivered.push(...values));
    outbox.push(1);
    await outbox.flush();
    outbox.push(2);
    await outbox.flush();
    expect(delivered).toEqual([1, 2]);
  });

  it('tells who flushes that a delivery failed', async () => {
    const outbox = new Outbox<number>(() => Promise.reject(new Error('nobody there')));
    outbox.push(1);
    await expect(outbox.flush()).rejects.toThrow('nobody there');
  });
});
