import { afterEach, expect, test, vi } from 'vitest';
import { Clock } from './clock.ts';

afterEach(() => void vi.restoreAllMocks());

test('each timer of a hidden page fires once and in order, although the page’s own timers do not fire', async () => {
  vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
  const clock = new Clock(Object.assign(new EventTarget(), { hidden: true }) as unknown as Document);
  const rung: number[] = [];
  await new Promise<void>((resolve) => {
    clock.after(60, () => {
      rung.push(60);
      resolve();
    });
    clock.after(30, () => void rung.push(30));
    clock.after(1, () => void rung.push(1));
    clock.after(20, () => void rung.push(20))();
  });
  expect(rung).toEqual([1, 30, 60]);
});
