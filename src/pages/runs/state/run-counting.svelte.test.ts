import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runOf } from '../../../../tests/builders/run.ts';
import { RunCounting } from './run-counting.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When the figures of a run at work were counted that changes all the time, if counting takes so long: ms from its beginning. */
async function countedAt(takesMs: number, forMs: number, stopped = new AbortController()) {
  const begun = performance.now();
  const counted: number[] = [];
  const counting = new RunCounting(async () => {
    counted.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, takesMs));
    return {} as never;
  });
  const running = () => (stopped.signal.aborted ? null : stopped.signal);
  for (let now = 0; now < forMs; now += 100) {
    counting.count(runOf(), [], running);
    await vi.advanceTimersByTimeAsync(100);
  }
  return { counted, counting };
}

it('counts the figures of a run at work every two seconds', async () => {
  const { counted } = await countedAt(10, 5_000);
  expect(counted).toEqual([0, 2_010, 4_020]);
});

it('rests longer where counting takes long: the judge needs the processor, too', async () => {
  const { counted } = await countedAt(1_000, 25_000);
  expect(counted).toEqual([0, 10_000, 20_000]);
});

it('counts what came last at once when the run stands still', async () => {
  const stopped = new AbortController();
  const { counted, counting } = await countedAt(1_000, 5_000, stopped);
  stopped.abort();
  const settled = counting.settled();
  await vi.advanceTimersByTimeAsync(1_000);
  await settled;
  expect(counted).toEqual([0, 5_000]);
});
