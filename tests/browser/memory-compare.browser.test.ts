/** Memory is compared by the module of our own where it matters: in a worker, once its globals are cut. */
import { expect, test } from 'vitest';

interface Told {
  readonly isNative: boolean;
  readonly count: number;
  readonly marks: readonly number[];
}

test('after the cut, memory is compared by the module where the browser knows two memories', async () => {
  const worker = new Worker(new URL('./cut.worker.ts', import.meta.url), { type: 'module' });
  const told = await new Promise<Told>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Told>) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
  });
  worker.terminate();
  expect(told.marks).toEqual([0, 0, 0, 1, 0, 0, 0, 0]);
  expect(told.count).toBe(1);
  expect(told.isNative).toBe(knowsTwoMemories());
});

/** A module that imports two memories and nothing else. */
function knowsTwoMemories(): boolean {
  const two = [0, 97, 115, 109, 1, 0, 0, 0, 2, 15, 2, 1, 97, 1, 98, 2, 0, 1, 1, 97, 1, 99, 2, 0, 1];
  return WebAssembly.validate(Uint8Array.from(two));
}
