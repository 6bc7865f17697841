import type { IDBPObjectStore } from 'idb';
import type { ProblemRef } from '../domain/problem-ref.ts';
import { abort, watched } from './transaction-end.ts';
import type { RecordDatabase } from './record-database.ts';
import type { ProblemStore, RecordStore } from './record-store.ts';
import type { TableName } from './stored-records.ts';

type WritableTable = IDBPObjectStore<unknown, [TableName], TableName, 'readwrite'>;
type TableKey = string | [set: string, id: string];

/** One table of the database. What the browser refuses rejects. */
class TableStore<K> implements RecordStore<unknown, K> {
  readonly #database: RecordDatabase;
  readonly #table: TableName;
  readonly #toKey: (key: K) => TableKey;
  readonly #fromKey: (key: TableKey) => K;

  constructor(
    database: RecordDatabase,
    table: TableName,
    toKey: (key: K) => TableKey,
    fromKey: (key: TableKey) => K,
  ) {
    this.#database = database;
    this.#table = table;
    this.#toKey = toKey;
    this.#fromKey = fromKey;
  }

  read(key: K): Promise<unknown> {
    return this.#database.read(this.#table, this.#toKey(key));
  }

  async readAll(): Promise<ReadonlyMap<K, unknown>> {
    const found = await this.#database.readAll(this.#table);
    return new Map(found.map(([key, value]) => [this.#fromKey(key as TableKey), value]));
  }

  write(key: K, value: unknown): Promise<void> {
    return this.writeMany([[key, value]]);
  }

  writeMany(records: readonly (readonly [K, unknown])[]): Promise<void> {
    return this.inTransaction((table) => {
      for (const [key, value] of records) watched(table.put(value, this.#toKey(key)));
    });
  }

  delete(keys: readonly K[]): Promise<void> {
    return this.inTransaction((table) => {
      for (const key of keys) watched(table.delete(this.#toKey(key)));
    });
  }

  /** Does all of it or nothing. */
  protected async inTransaction(work: (table: WritableTable) => Promise<void> | void): Promise<void> {
    const database = await this.#database.open();
    const transaction = database.transaction(this.#table, 'readwrite');
    try {
      await work(transaction.store);
    } catch (error) {
      abort(transaction);
      throw error;
    }
    await transaction.done;
  }
}

/** A table by name. */
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

/** A table by problem. */
export class ProblemTable extends TableStore<ProblemRef> implements ProblemStore<unknown> {
  constructor(database: RecordDatabase, table: TableName) {
    super(
      database,
      table,
      ({ set, id }) => [set, id],
      ([set, id]) => ({ set, id }) as ProblemRef,
    );
  }

  replaceSet(set: string, records: readonly (readonly [id: string, unknown])[]): Promise<void> {
    return this.inTransaction((table) => {
      // An empty list comes after all texts.
      watched(table.delete(IDBKeyRange.bound([set], [set, []])));
      for (const [id, value] of records) watched(table.put(value, [set, id]));
    });
  }

  update({ set, id }: ProblemRef, change: (stored: unknown) => unknown): Promise<void> {
    return this.inTransaction(async (table) => {
      const next = change(await table.get([set, id]));
      if (next !== undefined) await table.put(next, [set, id]);
    });
  }
}
