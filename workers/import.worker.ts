/** The entry of the worker that reads data sets beside the page's thread. */
import { expose } from 'comlink';
import { importSet } from '../src/datasets/hosts/file-import.ts';
import type { ImportingApi } from '../src/datasets/hosts/worker-reader.ts';

const api: ImportingApi = {
  read: async (source, take, progress, mappings) => ({
    // What is told of the progress is waited for by nobody.
    reading: await importSet(source, { take, mappings, progress: (told) => void progress(told) }),
  }),
};
expose(api);
