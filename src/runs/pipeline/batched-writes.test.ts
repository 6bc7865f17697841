import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchedWrites } from './batched-writes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A store that takes `takesMs` milliseconds for each write. */
function setUp(takesMs: number) {
  const writes: { at: number; items: readonly string[] }[] = [];
  const world = { full: false };
  const together = new BatchedWrites<string>(async (items) => {
    writes.push({ at: performance.now(), items });
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    if (world.full) throw new Error('the disk is full');
  });
  const startTime = performance.now();
  return { together, world, written: () => writes.map(({ at, items }) => [at - startTime, ...items]) };
}

describe('what comes', () => {
  it('alone is written at once', async () => {
    const { together, written } = setUp(5);
    void together.put('a', false);
    await vi.advanceTimersByTimeAsync(200);
    void together.put('b', false);
    await vi.advanceTimersByTimeAsync(200);
    expect(written()).toEqual([
      [0, 'a'],
      [200, 'b'],
    ]);
  });

  it('soon after another waits for more, and is written in its order', async () => {
    const { together, written } = setUp(5);
    for (const item of ['a', 'b', 'c', 'd']) {
      void together.put(item, false);
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(200);
    expect(written()).toEqual([
      [0, 'a'],
      [100, 'b', 'c', 'd'],
    ]);
  });

  it('in numbers waits for no timer: those of a hidden page come late', async () => {
    const { together, written } = setUp(5);
    void together.put('first', false);
    await vi.advanceTimersByTimeAsync(10);
    for (let nth = 0; nth < 20; nth++) void together.put(`${nth}`, false);
    await vi.advanceTimersByTimeAsync(10);
    expect(written().map((write) => [write[0], write.length - 1])).toEqual([
      [0, 1],
      [10, 16],
    ]);
  });

  it('urgently waits for the write before it alone, and takes along whatever waits', async () => {
    const { together, written } = setUp(30);
    void together.put('a', true);
    void together.put('b', false);
    void together.put('c', true);
    void together.put('d', true);
    await vi.advanceTimersByTimeAsync(60);
    expect(written()).toEqual([
      [0, 'a'],
      [30, 'b', 'c', 'd'],
    ]);
  });
});

it('says that something is written when it is, and not before', async () => {
  const { together } = setUp(50);
  let kept = '';
  void together.put('a', true).then(() => (kept += 'a'));
  void together.put('b', false).then(() => (kept += 'b'));
  await vi.advanceTimersByTimeAsync(49);
  expect(kept).toBe('');
  await vi.advanceTimersByTimeAsync(1);
  expect(kept).toBe('a');
  await vi.advanceTimersByTimeAsync(99);
  expect(kept).toBe('a');
  await vi.advanceTimersByTimeAsync(1);
  expect(kept).toBe('ab');
});

it('tells all that were written together that they were not, and goes on with what comes next', async () => {
  const { together, world } = setUp(5);
  const ends: string[] = [];
  const put = (item: string): void =>
    void together.put(item, true).then(
      () => ends.push(item),
      (error: Error) => ends.push(`${item}: ${error.message}`),
    );
  world.full = true;
  put('a');
  put('b');
  put('c');
  await vi.advanceTimersByTimeAsync(10);
  world.full = false;
  put('d');
  await vi.advanceTimersByTimeAsync(10);
  expect(ends).toEqual(['a: the disk is full', 'b: the disk is full', 'c: the disk is full', 'd']);
});
