/**
 * The worker that searches statements. It is separate, because the index of a large set takes tens of megabytes.
 */
import { expose } from 'comlink';
import { SetSearch, type SearchPort } from '../src/datasets/search/set-search.ts';
import { KeptIndexes } from '../src/storage/kept-indexes.ts';
import { storedProblems } from '../src/storage/stored-problems.ts';

const storedIndexes = new KeptIndexes();
const search = new SetSearch({ readStored: storedProblems, indexStore: storedIndexes });

const api: SearchPort = {
  open: (key, problems, progress) => search.open(key, problems, progress),
  keep: async (keys) => {
    search.keep(keys);
    await storedIndexes.keep(keys).catch(() => undefined);
  },
  find: (query) => Promise.resolve(search.find(query)),
};
expose(api);
