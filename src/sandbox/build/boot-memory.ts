/**
 * Creates the memory of a started Python once in the build, so that no visit has to start Python. A start with its
 * imports takes a second, and the user would wait for most of it. It runs in a thread (boot-memory-thread.mjs) that
 * provides the globals of a browser's worker. The memory that a browser creates differs only in random seeds, clocks
 * and the few words that `boot.ts` corrects (tests/browser/boot.browser.test.ts).
 */
import { Worker } from 'node:worker_threads';

/**
 * Returns the packed memory of a started Python. The same files always result in the same bytes, because clocks are
 * stopped and random numbers come from a fixed seed.
 * @param script workers/snapshot.worker.ts, as one classic script
 * @throws when Python does not start
 */
export function makeBootMemory(script: string, wasm: Uint8Array, library: Uint8Array): Promise<Uint8Array> {
  const worker = new Worker(new URL('./boot-memory-thread.mjs', import.meta.url), {
    workerData: { script, wasm, library },
  });
  return new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('Python’s memory could not be made')));
    // Terminates the thread, because timers of the interpreter would keep it alive.
  }).finally(() => worker.terminate());
}
