/** What the app keeps between visits: one store for each kind of record, one key for each record. */
export interface RecordStore<T> {
  read(key: string): Promise<T | undefined>;
  readAll(): Promise<ReadonlyMap<string, T>>;
  write(key: string, value: T): Promise<void>;
  /** All or nothing where the browser's storage works. */
  writeMany(entries: readonly (readonly [string, T])[]): Promise<void>;
  delete(keys: readonly string[]): Promise<void>;
}

/** Keeps records as long as the page lives: for tests, and where the browser refuses to store. */
export class MemoryStore<T> implements RecordStore<T> {
  readonly #records = new Map<string, T>();

  async read(key: string): Promise<T | undefined> {
    return this.#records.get(key);
  }

  async readAll(): Promise<ReadonlyMap<string, T>> {
    return new Map(this.#records);
  }

  async write(key: string, value: T): Promise<void> {
    this.#records.set(key, value);
  }

  async writeMany(entries: readonly (readonly [string, T])[]): Promise<void> {
    for (const [key, value] of entries) this.#records.set(key, value);
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#records.delete(key);
  }
}
