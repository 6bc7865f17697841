/** The worker that reads data sets and stores their problems outside the page's thread. */
import { expose } from 'comlink';
import { SetImporter } from '../src/datasets/hosts/file-import.ts';
import { storedIds, writeProblems } from '../src/storage/stored-problems.ts';

expose(new SetImporter({ storedIds, write: writeProblems }));
