/** Inflates files of the engine beside the page's thread, for the next visit. */
import { WorkerLink } from '../base/worker-link.ts';
import type { InflatingApi } from '../sandbox/hosts/inflated-files.ts';

/** Rejects where one cannot be fetched, inflated or stored: what is stored is whole. */
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
