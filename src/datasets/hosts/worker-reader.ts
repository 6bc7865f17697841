/** The page's end of reading a data set in a worker. */
import { proxy } from 'comlink';
import { WorkerLink } from '../../base/worker-link.ts';
import type { ImportHooks, ImportSource, SetReading } from '../set-import.ts';

/** The interface that `workers/import.worker.ts` exposes. */
export interface ImportingApi {
  read(
    source: ImportSource,
    take: ImportHooks['take'],
    progress: ImportHooks['progress'],
    mappings: ImportHooks['mappings'],
  ): Promise<{ readonly reading: SetReading }>;
  storedIds(key: string): Promise<ReadonlySet<string>>;
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
    const { reading } = await link.callTelling(
      (api, tell: typeof progress) => api.read(source, proxy(take), tell, mappings),
      progress,
    );
    return reading;
  } finally {
    signal.removeEventListener('abort', stop);
    link.kill('done');
  }
}

/** Reads the ids stored under a key in a worker, which has the code for it. */
export async function storedIdsInWorker(start: () => Worker, key: string): Promise<ReadonlySet<string>> {
  const link = new WorkerLink<ImportingApi>(start());
  try {
    return await link.call((api) => api.storedIds(key));
  } finally {
    link.kill('done');
  }
}
