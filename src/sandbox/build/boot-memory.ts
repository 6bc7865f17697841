/**
 * Python's memory after it has started, made once by the build, so that no visit has to start Python: imports and all
 * take a second, of which users would wait for most. It runs in a thread (boot-memory-thread.mjs) in which the
 * worker's own code finds what a browser's worker has. A memory that a browser makes itself differs in random seeds,
 * clocks and the few words that `boot.ts` corrects (tests/browser/boot.browser.test.ts).
 */
import { Worker } from 'node:worker_threads';

/**
 * Always the same bytes for the same files: clocks stand still, and what is random is drawn from a fixed seed.
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
    // Timers of the interpreter's would keep it alive.
  }).finally(() => worker.terminate());
}
