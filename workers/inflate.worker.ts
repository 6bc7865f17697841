/** The worker that inflates files of the engine for the next visit. */
import { expose } from 'comlink';
import { inflateInto, type InflatingApi } from '../src/sandbox/hosts/inflated-files.ts';

const api: InflatingApi = { inflate: inflateInto };
expose(api);
