import { openDB, type IDBPDatabase } from 'idb';
import type { TableName } from './stored-records.ts';
import { OutdatedError, type StorageTrouble } from './record-store.ts';

const DATABASE_NAME = 'allpass';
/** Version of the database. README.md describes how to add the next version. */
const DATABASE_VERSION = 4;
/** Name of the table with copies of records that have an invalid shape, by table and key of the record. */
export const SET_ASIDE = 'set-aside';
const TABLES: readonly (TableName | typeof SET_ASIDE)[] = [
  'problems',
  'drafts',
  'answers',
  'judgements',
  'comparisons',
  'progress',
  'history',
  'strengths',
  'sets',
  'unfinished',
  SET_ASIDE,
];

type Key = Parameters<IDBPDatabase['get']>[1];

/** The database of all records that need key ranges or transactions. It is opened on first use. */
export class RecordDatabase {
  readonly #onTrouble: (trouble: StorageTrouble) => void;
  #openPromise: Promise<IDBPDatabase> | null = null;

  constructor(onTrouble: (trouble: StorageTrouble) => void) {
    this.#onTrouble = onTrouble;
  }

  /**
   * Opens the database. Rejects if the browser does not allow storage, or if a newer version of the page has
   * upgraded the database.
   */
  open(): Promise<IDBPDatabase> {
    return (this.#openPromise ??= this.#open());
  }

  async read(table: TableName, key: Key): Promise<unknown> {
    return (await this.open()).get(table, key);
  }

  async readAll(
    table: TableName,
    range?: IDBKeyRange,
  ): Promise<readonly (readonly [key: unknown, value: unknown])[]> {
    const store = (await this.open()).transaction(table).store;
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
    return keys.map((key, index) => [key, values[index]]);
  }

  // Async, so that an exception that the browser throws becomes a rejection.
  async #open(): Promise<IDBPDatabase> {
    return openDB(DATABASE_NAME, DATABASE_VERSION, {
      upgrade(database) {
        for (const name of TABLES)
          if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
      },
      blocked: () => this.#onTrouble('held'),
      blocking: (_current, _next, event) => {
        // Closes the database, because a tab with a newer version of the page would otherwise wait until this tab
        // is closed.
        (event.target as IDBDatabase).close();
        this.#openPromise = Promise.reject(new OutdatedError());
        this.#openPromise.catch(() => undefined);
        this.#onTrouble('outdated');
      },
      terminated: () => (this.#openPromise = null),
    });
  }
}
