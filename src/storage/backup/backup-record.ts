/** The records of a backup file, which contains everything that a browser stores, except models and keys. */
import type { Run, RunSample } from '../../domain/run.ts';
import type { StoredRecords, TableKey } from '../stored-records.ts';

/**
 * The tables that a backup contains. `unfinished`, `gpuOutcomes` and `downloads` describe work on one machine and
 * are left out. The records of `problems` follow the record of their set, and are stored under its key.
 */
export const TRAVELLING_TABLES = [
  'drafts',
  'answers',
  'judgements',
  'comparisons',
  'progress',
  'history',
  'strengths',
  'sets',
  'problems',
  'prompts',
  'settings',
  'sampling',
  'gpuSettings',
  'cpu',
] as const satisfies readonly (keyof StoredRecords)[];

export type TravellingTable = (typeof TRAVELLING_TABLES)[number];

export type BackupRecord =
  | {
      readonly kind: 'record';
      readonly table: TravellingTable;
      readonly key: TableKey;
      readonly value: unknown;
    }
  /** A run. Its samples follow. */
  | { readonly kind: 'run'; readonly run: Run }
  | { readonly kind: 'sample'; readonly sample: RunSample }
  /** A setting from the web storage, which holds the settings that are read before the first paint. */
  | { readonly kind: 'device'; readonly name: string; readonly text: string };

/** The entries of the web storage that a backup contains. It never contains the keys of endpoints. */
export const DEVICE_NAMES = [
  'allpass-preferences-1',
  'allpass-mirror-1',
  'allpass-hub-1',
  'allpass-mappings-1',
  'allpass-lessons-1',
] as const;

/** Returns a URL without the parts that may contain a password or a key. */
export function withoutLogin(address: string): string {
  return address.replace(/\/\/[^/\s"]*@/g, '//').replace(/\?.*$/, '');
}
