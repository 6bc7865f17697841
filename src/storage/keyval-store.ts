/**
 * Stores small records by name, with a separate database for each kind. Methods reject if the browser cannot
 * store them.
 */
import { openDB, type IDBPDatabase } from 'idb';
import type { RecordStore, Written } from './record-store.ts';
import { allOrNothing, ignoreRejection } from './transaction-end.ts';

/** A database with one table. It is opened on first use. */
export class KeyvalDatabase {
  readonly #name: string;
  readonly #table: string;
  #openPromise: Promise<IDBPDatabase> | null = null;

  constructor(name: string, table: string) {
    this.#name = name;
    this.#table = table;
  }

  async get(key: string): Promise<unknown> {
    return (await this.#open()).get(this.#table, key);
  }

  async keys(): Promise<readonly string[]> {
    return (await (await this.#open()).getAllKeys(this.#table)) as string[];
  }

  async entries(): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const { store } = (await this.#open()).transaction(this.#table);
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    return keys.map((key, nth) => [key as string, values[nth]]);
  }

  /** Writes all records or none. */
  async put(records: readonly (readonly [key: string, value: unknown])[]): Promise<void> {
    const transaction = (await this.#open()).transaction(this.#table, 'readwrite');
    await allOrNothing(transaction, ({ store }) => {
      for (const [key, value] of records) ignoreRejection(store.put(value, key));
    });
  }

  async delete(keys: readonly string[]): Promise<void> {
    const transaction = (await this.#open()).transaction(this.#table, 'readwrite');
    await allOrNothing(transaction, ({ store }) => {
      for (const key of keys) ignoreRejection(store.delete(key));
    });
  }

  async #open(): Promise<IDBPDatabase> {
    this.#openPromise ??= openDB(this.#name, 1, {
      upgrade: (database) => void database.createObjectStore(this.#table),
      terminated: () => (this.#openPromise = null),
    });
    return this.#openPromise;
  }
}

/** The version with which records are stored. README.md describes how to add the next version. */
const VERSION = 1;

interface Stamped {
  readonly version: number;
  readonly value: unknown;
}

/** Records of a later version are neither read nor changed. */
export class KeyvalStore implements RecordStore<unknown> {
  readonly #database: KeyvalDatabase;

  /** @param kind name of the database, without its prefix */
  constructor(kind: string) {
    this.#database = new KeyvalDatabase(`allpass-${kind}`, 'records');
  }

  async read(key: string): Promise<unknown> {
    return valueOf(await this.#database.get(key));
  }

  async readAll(): Promise<ReadonlyMap<string, unknown>> {
    const records = (await this.#database.entries()).map(
      ([key, stampedValue]) => [key, valueOf(stampedValue)] as const,
    );
    return new Map(records.filter(([, value]) => value !== undefined));
  }

  write(key: string, value: unknown): Promise<Written> {
    return this.writeMany([[key, value]]);
  }

  async writeMany(records: readonly (readonly [string, unknown])[]): Promise<Written> {
    await this.#database.put(
      records.map(([key, value]) => [key, { version: VERSION, value } satisfies Stamped]),
    );
    return 'stored';
  }

  delete(keys: readonly string[]): Promise<void> {
    return this.#database.delete(keys);
  }
}

function valueOf(storedValue: unknown): unknown {
  const { version, value } = (storedValue ?? { version: Infinity }) as Stamped;
  return version > VERSION ? undefined : value;
}
