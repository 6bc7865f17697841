/** The browser's implementations of the ports of imports. This module is loaded with the first import. */
import { listHub } from '../datasets/hosts/hub.ts';
import { importOrigin, readInWorker } from '../datasets/hosts/worker-reader.ts';
import { realmHost } from '../datasets/hosts/remote-file.ts';
import { holdLock } from '../models/downloads/hosts/tab-lock.ts';
import { ImportsState } from '../common/imports/state/imports-state.svelte.ts';
import type { ProblemsState } from '../common/problems/state/problems-state.svelte.ts';
import type { Tables } from '../storage/tables.ts';
import type { WebStorage } from '../storage/web-storage.ts';

const startWorker = (): Worker =>
  new Worker(new URL('../../workers/import.worker.ts', import.meta.url), { type: 'module' });

export function createImports(
  problems: ProblemsState,
  tables: Tables,
  device: WebStorage,
  isStorageIntact: () => boolean,
): ImportsState {
  return new ImportsState({
    problems,
    tables,
    isStorageIntact,
    remote: {
      storage: device,
      listHub: (base, repo, signal) => listHub(base, repo, { ...realmHost, signal }),
    },
    // The script's name changes whenever the code that reads files changes.
    originOf: async (source) => {
      const origin = await importOrigin(source);
      return origin && `${new URL(import.meta.url).pathname} ${origin}`;
    },
    read: (...args) => readInWorker(startWorker, ...args),
    // Without the Web Locks API, a tab cannot find out whether another tab uses a key. In that case no key is
    // locked and nothing is deleted.
    hold: (key) =>
      navigator.locks === undefined ? Promise.resolve(null) : holdLock(`allpass-import:${key}`),
  });
}
