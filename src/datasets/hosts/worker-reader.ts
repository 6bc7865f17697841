/** The page's end of reading a data set in a worker. */
import { proxy } from 'comlink';
import { WorkerLink } from '../../base/worker-link.ts';
import type { ImportHooks, ImportSource, SetReading } from '../set-import.ts';

/** What `workers/import.worker.ts` exposes. */
export interface ImportingApi {
  read(
    source: ImportSource,
    take: ImportHooks['take'],
    progress: (...told: Parameters<ImportHooks['progress']>) => Promise<void>,
    mappings: ImportHooks['mappings'],
  ): Promise<{ readonly reading: SetReading }>;
}

/** Reads in a worker of its own, which ends with the reading, or at once by the signal. */
export async function readInWorker(
  start: () => Worker,
  source: ImportSource,
  { take, progress, mappings }: ImportHooks,
  signal: AbortSignal,
): Promise<SetReading> {
  signal.throwIfAborted();
  const link = new WorkerLink<ImportingApi>(start());
  const stop = (): void => link.kill('stopped');
  signal.addEventListener('abort', stop);
  try {
    const telling = (...told: Parameters<typeof progress>): Promise<void> => {
      if (!signal.aborted) progress(...told);
      return Promise.resolve();
    };
    return (await link.call((api) => api.read(source, proxy(take), proxy(telling), mappings))).reading;
  } finally {
    signal.removeEventListener('abort', stop);
    link.kill('done');
  }
}
