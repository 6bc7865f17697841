/** The page's side of the worker that reads data sets. */
import { textHash } from '../../base/text-hash.ts';
import type { ImportHooks, ImportSource, ImportTarget, SetReading } from '../set-import.ts';
import { proxy } from 'comlink';
import { WorkerLink } from '../../base/worker-link.ts';

/** The interface that `workers/import.worker.ts` exposes. */
export interface ImportingApi {
  read(
    source: ImportSource,
    target: ImportTarget,
    list: ImportHooks['list'],
    keep: ImportHooks['keep'],
    progress: ImportHooks['progress'],
    mappings: ImportHooks['mappings'],
  ): Promise<{ readonly reading: SetReading }>;
  /** Stops reading. After the promise resolves, nothing more is written. */
  stop(): Promise<void>;
}

/**
 * Maximum time to wait until a worker has finished its last write, in milliseconds. A worker that is busy for
 * longer is not writing.
 */
const STOP_MS = 1_000;

/** Reads in a new worker, which is terminated after the import or when the signal aborts. */
export async function readInWorker(
  start: () => Worker,
  source: ImportSource,
  target: ImportTarget,
  { list, keep, progress, mappings }: ImportHooks,
  signal: AbortSignal,
): Promise<SetReading> {
  signal.throwIfAborted();
  const link = new WorkerLink<ImportingApi>(start());
  const killWorker = (): void => {
    const stopCall = link.call((api) => api.stop()).catch(() => undefined);
    void Promise.race([stopCall, new Promise((resolve) => setTimeout(resolve, STOP_MS))]).then(() =>
      link.kill('stopped'),
    );
  };
  signal.addEventListener('abort', killWorker);
  try {
    const { reading } = await link.callTelling(
      (api, onProgress: typeof progress) =>
        api.read(source, target, proxy(list), proxy(keep), onProgress, mappings),
      progress,
    );
    signal.throwIfAborted();
    return reading;
  } finally {
    signal.removeEventListener('abort', killWorker);
    link.kill('done');
  }
}

/** Number of bytes at the start of a file that are hashed. */
const BEGINNING_BYTES = 64 << 10;

/**
 * Identifies the files of a source by size and date, and a single file also by a hash of its first bytes. Returns
 * '' for a source on the network, because it may change.
 */
export async function importOrigin(source: ImportSource): Promise<string> {
  switch (source.kind) {
    case 'file':
      return JSON.stringify(await traitsOf(source.file));
    case 'folder': {
      const fileTraits = source.files.map(({ path, file: { size, lastModified } }) => [
        path,
        size,
        lastModified,
      ]);
      return JSON.stringify([fileTraits.length, textHash(fileTraits.map((each) => JSON.stringify(each)))]);
    }
    case 'address':
    case 'hub':
      return '';
  }
}

async function traitsOf(file: File): Promise<readonly number[]> {
  const bytes = new Uint8Array(await file.slice(0, BEGINNING_BYTES).arrayBuffer());
  return [file.size, file.lastModified, textHash([new TextDecoder('latin1').decode(bytes)])];
}
