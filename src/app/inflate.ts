/** Decompresses files of the engine in a worker, for the next visit. */
import { WorkerLink } from '../base/worker-link.ts';
import type { InflatingApi } from '../sandbox/hosts/inflated-files.ts';

/** Rejects if a file cannot be fetched, decompressed or stored. Incomplete files are not stored. */
export async function inflateInWorker(cache: string, base: string, names: readonly string[]): Promise<void> {
  const link = new WorkerLink<InflatingApi>(
    new Worker(new URL('../../workers/inflate.worker.ts', import.meta.url), {
      type: 'module',
      name: 'inflate',
    }),
  );
  try {
    await link.call((api) => api.inflate(cache, base, names));
  } finally {
    link.kill('done');
  }
}
