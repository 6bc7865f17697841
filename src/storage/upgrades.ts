import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { watched } from './transaction-end.ts';
import type { StoredRecord } from './stored-records.ts';

/** What the first upgrade makes. A table that comes later is made by an upgrade of its own. */
const FIRST_TABLES = [
  'problems',
  'drafts',
  'answers',
  'judgements',
  'comparisons',
  'progress',
  'sets',
  'unfinished',
  'set-aside',
];
/** Records that did not have their shape, by table and key. */
export const SET_ASIDE = 'set-aside';

export interface Upgrade {
  readonly database: IDBPDatabase;
  readonly transaction: IDBPTransaction<unknown, string[], 'versionchange'>;
  /** What was stored before there was this database. */
  readonly before: readonly StoredRecord[];
}

/**
 * What makes the database of each version out of the one before it; the first makes it out of nothing. A new version is
 * a function at the end: one that has once been released stays as it is. Each runs in one transaction, so it awaits
 * nothing but requests of it.
 */
export const UPGRADES: readonly ((upgrade: Upgrade) => Promise<void> | void)[] = [
  ({ database, transaction, before }) => {
    for (const name of FIRST_TABLES) database.createObjectStore(name);
    for (const { table, key, value } of before)
      watched(transaction.objectStore(table).put(value, key as IDBValidKey));
  },
];
