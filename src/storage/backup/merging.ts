/** Merges records of another browser, one batch per transaction. Nothing stored here is lost. */
import type { IDBPDatabase } from 'idb';
import { surplus, type HistoryKey } from '../../domain/stored-work.ts';
import type { TableKey, TableName } from '../stored-records.ts';
import { fromEntryKey, type EntryKey } from '../table-store.ts';
import { allOrNothing, watched } from '../transaction-end.ts';

type TableEntry = readonly [key: TableKey, value: unknown];

/** Larger than any time. */
const AGES = 1e15;

/**
 * Merges a batch of records.
 * @param change receives the stored record and the given one; undefined keeps the stored record
 * @returns how many records were written
 */
export function mergeRecords(
  database: IDBPDatabase,
  table: TableName,
  records: readonly TableEntry[],
  change: (stored: unknown, given: unknown, key: TableKey) => unknown,
): Promise<number> {
  return allOrNothing(database.transaction(table, 'readwrite'), async ({ store }) => {
    let written = 0;
    for (const [key, given] of records) {
      const next = change(await store.get(key as IDBValidKey), given, key);
      if (next === undefined) continue;
      watched(store.put(next, key as IDBValidKey));
      written += 1;
    }
    return written;
  });
}

/**
 * Adds entries to the history. Entries with the same content and time count as one. If the history is full, the
 * stored entries stay, whatever their age.
 * @returns how many were added
 */
export function mergeHistory(database: IDBPDatabase, entries: readonly TableEntry[]): Promise<number> {
  return allOrNothing(database.transaction('history', 'readwrite'), async ({ store }) => {
    const keys = (await store.getAllKeys()) as unknown as EntryKey[];
    const here = new Map(keys.map((key) => [momentOf(key), key]));
    const added = new Map<EntryKey, unknown>();
    for (const [given, value] of entries) {
      const [set, id, time, characters] = given as EntryKey;
      let key: EntryKey = [set, id, time, characters];
      let isHere = false;
      for (;;) {
        const taken = here.get(momentOf(key));
        if (taken === undefined) break;
        const stored: unknown = added.get(taken) ?? (await store.get(taken));
        isHere = JSON.stringify(stored) === JSON.stringify(value);
        if (isHere) break;
        key = [set, id, key[2] + 1, characters];
      }
      if (isHere) continue;
      here.set(momentOf(key), key);
      added.set(key, value);
    }
    const earlier = [...added.keys()].map((key) => ({ ...fromEntryKey(key), when: key[2] - AGES, key }));
    const dropped = new Set(
      surplus<HistoryKey & { key?: EntryKey }>([...keys.map(fromEntryKey), ...earlier]).map(({ key }) => key),
    );
    const kept = [...added].filter(([key]) => !dropped.has(key));
    for (const [key, value] of kept) watched(store.put(value, key));
    return kept.length;
  });
}

function momentOf([set, id, when]: EntryKey): string {
  return JSON.stringify([set, id, when]);
}
