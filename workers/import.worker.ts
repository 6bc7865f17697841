/** The entry of the worker that reads heavy lines of a file, beside the page's thread. */
import { expose } from 'comlink';
import type { ImportingApi } from '../src/datasets/hosts/worker-reader.ts';
import { readProblemLine } from '../src/datasets/problem-file.ts';

const api: ImportingApi = { problem: (line) => Promise.resolve({ outcome: readProblemLine(line) }) };
expose(api);
