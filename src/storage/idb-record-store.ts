import { createStore, delMany, entries, get, set, setMany } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';
import { MemoryStore } from './record-store.ts';
import type { RecordStore } from './record-store.ts';

/** Why a record could not be kept; `full` when the browser's quota is used up. */
export type StorageTrouble = 'full' | 'blocked';

interface Stamped<T> {
  readonly version: number;
  readonly value: T;
}

/**
 * Records in IndexedDB. What cannot be written is kept in memory for the rest of the visit, beside what
 * is stored already: the page goes on, and `onTrouble` says so once for each store.
 */
export class IdbRecordStore<T> implements RecordStore<T> {
  readonly #store: UseStore;
  readonly #version: number;
  readonly #onTrouble: (trouble: StorageTrouble) => void;
  readonly #memory = new MemoryStore<T>();
  #saidSo = false;

  /**
   * @param kind names the database; idb-keyval can hold one store in each
   * @param version records with another stamp are not read: their shape is unknown
   */
  constructor(kind: string, version: number, onTrouble: (trouble: StorageTrouble) => void) {
    this.#store = createStore(`allpass-${kind}`, 'records');
    this.#version = version;
    this.#onTrouble = onTrouble;
  }

  async read(key: string): Promise<T | undefined> {
    const kept = await this.#memory.read(key);
    if (kept !== undefined) return kept;
    return this.#try(async () => this.#open(await get<Stamped<T>>(key, this.#store)), undefined);
  }

  async readAll(): Promise<ReadonlyMap<string, T>> {
    const found = new Map<string, T>();
    const stored = await this.#try(
      () => entries<string, Stamped<T>>(this.#store),
      [] as [string, Stamped<T>][],
    );
    for (const [key, stamped] of stored) {
      const value = this.#open(stamped);
      if (value !== undefined) found.set(key, value);
    }
    for (const [key, value] of await this.#memory.readAll()) found.set(key, value);
    return found;
  }

  async write(key: string, value: T): Promise<void> {
    await this.#try(
      async () => {
        await set(key, this.#stamp(value), this.#store);
        // An older value kept in memory must not hide the stored one.
        await this.#memory.delete([key]);
      },
      undefined,
      () => this.#memory.write(key, value),
    );
  }

  async writeMany(records: readonly (readonly [string, T])[]): Promise<void> {
    const stamped = records.map(([key, value]): [string, Stamped<T>] => [key, this.#stamp(value)]);
    await this.#try(
      () => setMany(stamped, this.#store),
      undefined,
      () => this.#memory.writeMany(records),
    );
  }

  async delete(keys: readonly string[]): Promise<void> {
    await this.#memory.delete(keys);
    await this.#try(() => delMany([...keys], this.#store), undefined);
  }

  #stamp(value: T): Stamped<T> {
    return { version: this.#version, value };
  }

  #open(stamped: Stamped<T> | undefined): T | undefined {
    return stamped?.version === this.#version ? stamped.value : undefined;
  }

  async #try<R>(work: () => Promise<R>, otherwise: R, fallback?: () => Promise<void>): Promise<R> {
    try {
      return await work();
    } catch (error) {
      if (!this.#saidSo) {
        this.#saidSo = true;
        this.#onTrouble(
          error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked',
        );
      }
      await fallback?.();
      return otherwise;
    }
  }
}
