import { unwrap, type IDBPObjectStore } from 'idb';
import { LONGEST_TASK_MS } from '../base/pause.ts';
import type { HistoryKey } from '../domain/stored-work.ts';
import type { ProblemRef } from '../domain/problem.ts';
import type { HistoryStore, PlanAdding } from './history-store.ts';
import { keysFrom } from './walked.ts';
import { allOrNothing, ignoreRejection } from './transaction-end.ts';
import type { RecordDatabase } from './record-database.ts';
import type { ProblemStore, RecordStore, Written } from './record-store.ts';
import type { TableKey, TableName } from './stored-records.ts';

type WritableTable = IDBPObjectStore<unknown, [TableName], TableName, 'readwrite'>;

/** One table of the database. Methods reject if the browser cannot store the data. */
class TableStore<K> implements RecordStore<unknown, K> {
  readonly #database: RecordDatabase;
  protected readonly table: TableName;
  readonly #toKey: (key: K) => TableKey;
  readonly #fromKey: (key: TableKey) => K;

  constructor(
    database: RecordDatabase,
    table: TableName,
    toKey: (key: K) => TableKey,
    fromKey: (key: TableKey) => K,
  ) {
    this.#database = database;
    this.table = table;
    this.#toKey = toKey;
    this.#fromKey = fromKey;
  }

  read(key: K): Promise<unknown> {
    return this.#database.read(this.table, this.#toKey(key));
  }

  readAll(): Promise<ReadonlyMap<K, unknown>> {
    return this.readRange();
  }

  protected async readRange(range?: IDBKeyRange): Promise<ReadonlyMap<K, unknown>> {
    const storedRecords = await this.#database.readAll(this.table, range);
    return new Map(storedRecords.map(([key, value]) => [this.#fromKey(key as TableKey), value]));
  }

  write(key: K, value: unknown): Promise<Written> {
    return this.writeMany([[key, value]]);
  }

  writeMany(records: readonly (readonly [K, unknown])[]): Promise<Written> {
    return this.inTransaction((table) => {
      for (const [key, value] of records) ignoreRejection(table.put(value, this.#toKey(key)));
    });
  }

  async delete(keys: readonly K[]): Promise<void> {
    await this.inTransaction((table) => {
      for (const key of keys) ignoreRejection(table.delete(this.#toKey(key)));
    });
  }

  protected openDatabase(): ReturnType<RecordDatabase['open']> {
    return this.#database.open();
  }

  /** Runs `work` in one transaction, completely or not at all. */
  protected async inTransaction(work: (table: WritableTable) => Promise<void> | void): Promise<Written> {
    const transaction = (await this.#database.open()).transaction(this.table, 'readwrite');
    await allOrNothing(transaction, ({ store }) => work(store));
    return 'stored';
  }
}

export class NamedTable extends TableStore<string> {
  constructor(database: RecordDatabase, table: TableName) {
    super(
      database,
      table,
      (key) => key,
      (key) => key as string,
    );
  }
}

export class ProblemTable extends TableStore<ProblemRef> implements ProblemStore<unknown> {
  constructor(database: RecordDatabase, table: TableName) {
    super(
      database,
      table,
      ({ set, id }) => [set, id],
      ([set, id]) => ({ set, id }) as ProblemRef,
    );
  }

  replaceSet(set: string, records: readonly (readonly [id: string, unknown])[]): Promise<Written> {
    return this.inTransaction(async (table) => {
      ignoreRejection(table.delete(keysFrom(set)));
      // Avoids creating a promise for each record, because collecting them as garbage would block the page for too
      // long.
      const plainTable = unwrap(table);
      let startedAt = performance.now();
      for (const [id, value] of records) {
        if (performance.now() - startedAt < LONGEST_TASK_MS) {
          plainTable.put(value, [set, id]);
          continue;
        }
        // Awaiting a request lets other tasks run, and keeps the transaction open.
        await table.put(value, [set, id]);
        startedAt = performance.now();
      }
    });
  }

  async setNames(): Promise<readonly string[]> {
    const names: string[] = [];
    const { store } = (await this.openDatabase()).transaction(this.table);
    let cursor = await store.openKeyCursor();
    while (cursor !== null) {
      const [name] = cursor.key as [string, string];
      names.push(name);
      // Skips all keys of the set, because IndexedDB sorts arrays after all strings.
      cursor = await cursor.continue([name, []]);
    }
    return names;
  }

  async update({ set, id }: ProblemRef, change: (storedValue: unknown) => unknown): Promise<void> {
    await this.inTransaction(async (table) => {
      const newValue = change(await table.get([set, id]));
      // Not awaited, so that the commit is requested together with this write. The write then completes even if
      // the page is closed.
      if (newValue !== undefined) ignoreRejection(table.put(newValue, [set, id]));
    });
  }
}

type EntryKey = [set: string, id: string, when: number, characters: number];

function toEntryKey({ problem: { set, id }, when, characters }: HistoryKey): EntryKey {
  return [set, id, when, characters];
}

function fromEntryKey([set, id, when, characters]: EntryKey): HistoryKey {
  return { problem: { set, id }, when, characters };
}

/** The history of all problems. */
export class HistoryTable extends TableStore<HistoryKey> implements HistoryStore<unknown> {
  readonly #planAdding: PlanAdding;

  /** @param planAdding a parameter instead of an import, because its code is not loaded with the first screen */
  constructor(database: RecordDatabase, planAdding: PlanAdding) {
    super(database, 'history', toEntryKey, (key) => fromEntryKey(key as EntryKey));
    this.#planAdding = planAdding;
  }

  readOf({ set, id }: ProblemRef): Promise<ReadonlyMap<HistoryKey, unknown>> {
    return this.readRange(keysFrom(set, id));
  }

  add(key: HistoryKey, value: unknown): Promise<Written> {
    return this.inTransaction(async (table) => {
      const keys = (await table.getAllKeys()).map((entryKey) =>
        fromEntryKey(entryKey as unknown as EntryKey),
      );
      const { addedKey, droppedKeys } = this.#planAdding(keys, key);
      ignoreRejection(table.put(value, toEntryKey(addedKey)));
      for (const droppedKey of droppedKeys) ignoreRejection(table.delete(toEntryKey(droppedKey)));
    });
  }
}
