/** The page's side of the worker that reads data sets. */
import { textHash } from '../../base/text-hash.ts';
import type { ImportHooks, ImportSource, SetReading } from '../set-import.ts';
import { proxy } from 'comlink';
import { WorkerLink } from '../../base/worker-link.ts';

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

/** Reads in a new worker, which ends after the reading or when the signal aborts. */
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

/** Reads the ids stored under a key in a worker. */
export async function storedIdsInWorker(start: () => Worker, key: string): Promise<ReadonlySet<string>> {
  const link = new WorkerLink<ImportingApi>(start());
  try {
    return await link.call((api) => api.storedIds(key));
  } finally {
    link.kill('done');
  }
}

/** Bytes at the start of a file that are compared. */
const BEGINNING = 64 << 10;

/**
 * Identifies the files of a source by size and date, and a single file also by its first bytes. Returns ''
 * for a source on the network, which may change.
 */
export async function importOrigin(source: ImportSource): Promise<string> {
  switch (source.kind) {
    case 'file':
      return JSON.stringify(await traitsOf(source.file));
    case 'folder': {
      const traits = source.files.map(({ path, file: { size, lastModified } }) => [path, size, lastModified]);
      return JSON.stringify([traits.length, textHash(traits.map((each) => JSON.stringify(each)))]);
    }
    case 'address':
    case 'hub':
      return '';
  }
}

async function traitsOf(file: File): Promise<readonly number[]> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer());
  return [file.size, file.lastModified, textHash([new TextDecoder('latin1').decode(bytes)])];
}
