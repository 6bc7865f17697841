/** The worker that reads data sets outside the page's thread. */
import { expose } from 'comlink';
import { importSet } from '../src/datasets/hosts/file-import.ts';
import type { ImportingApi } from '../src/datasets/hosts/worker-reader.ts';
import { storedIds } from '../src/storage/stored-problems.ts';

const api: ImportingApi = {
  storedIds,
  read: async (source, take, progress, mappings) => ({
    reading: await importSet(source, { take, mappings, progress }),
  }),
};
expose(api);
