import type { ProblemRef } from '../domain/problem.ts';
import {
  MemoryStore,
  ProblemMemoryStore,
  type ProblemStore,
  type RecordStore,
  type Written,
  troubleOf,
  type StorageTrouble,
} from './record-store.ts';

/** A store, and the check that its records must pass before they are shown. */
export interface CheckedStore<S, K> {
  /** Methods reject if the browser cannot store the records. */
  readonly store: S;
  readonly fits: (value: unknown) => boolean;
  /** Copies a record that fails the check, for a later version of the page that can read it. */
  readonly setAside: (key: K, value: unknown) => void;
}

/**
 * A store that keeps working if the browser's storage fails. Records that cannot be stored stay in memory until
 * the page is closed, in addition to the stored records. Records with an invalid shape are not shown.
 */
export class FallbackStore<
  T,
  K = string,
  S extends RecordStore<unknown, K> = RecordStore<unknown, K>,
> implements RecordStore<T, K> {
  readonly #openStore: () => Promise<CheckedStore<S, K>>;
  readonly #memory: MemoryStore<T, K>;
  readonly #onTrouble: (trouble: StorageTrouble) => void;

  constructor(
    open: () => Promise<CheckedStore<S, K>>,
    onTrouble: (trouble: StorageTrouble) => void,
    memory: MemoryStore<T, K> = new MemoryStore(),
  ) {
    this.#openStore = open;
    this.#onTrouble = onTrouble;
    this.#memory = memory;
  }

  async read(key: K): Promise<T | undefined> {
    const inMemory = await this.#memory.read(key);
    if (inMemory !== undefined) return inMemory;
    return this.attempt(
      async (checkedStore) => this.fittingValue(checkedStore, key, await checkedStore.store.read(key)),
      () => undefined,
    );
  }

  async readAll(): Promise<ReadonlyMap<K, T>> {
    return this.attempt(
      async (checkedStore) =>
        this.mergedWithMemory(checkedStore, await checkedStore.store.readAll(), await this.#memory.readAll()),
      () => this.#memory.readAll(),
    );
  }

  /**
   * Returns the stored records with a valid shape, in the order of the keys. A record in memory replaces the
   * stored one.
   */
  protected async mergedWithMemory(
    checkedStore: CheckedStore<S, K>,
    storedRecords: ReadonlyMap<K, unknown>,
    memoryRecords: ReadonlyMap<K, T>,
  ): Promise<ReadonlyMap<K, T>> {
    const mergedRecords = new MemoryStore<T, K>();
    for (const [key, record] of storedRecords) {
      const value = this.fittingValue(checkedStore, key, record);
      if (value !== undefined) await mergedRecords.write(key, value);
    }
    await mergedRecords.writeMany([...memoryRecords]);
    return mergedRecords.readAll();
  }

  write(key: K, value: T): Promise<Written> {
    return this.writeMany([[key, value]]);
  }

  writeMany(records: readonly (readonly [K, T])[]): Promise<Written> {
    return this.attempt(
      async ({ store }) => {
        const outcome = await store.writeMany(records);
        // Older values must not stay in memory, because they would hide the stored ones.
        await this.#memory.delete(records.map(([key]) => key));
        return outcome;
      },
      () => this.#memory.writeMany(records),
    );
  }

  async delete(keys: readonly K[]): Promise<void> {
    await this.#memory.delete(keys);
    await this.attempt(
      ({ store }) => store.delete(keys),
      () => undefined,
    );
  }

  /** Runs `work` with the browser's store. If it fails, reports the reason and runs `onFailure`. */
  protected async attempt<R>(
    work: (checkedStore: CheckedStore<S, K>) => Promise<R>,
    onFailure: (error: unknown) => R | Promise<R>,
  ): Promise<R> {
    try {
      return await work(await this.#openStore());
    } catch (error) {
      this.#onTrouble(troubleOf(error));
      return onFailure(error);
    }
  }

  protected fittingValue(checkedStore: CheckedStore<S, K>, key: K, value: unknown): T | undefined {
    if (value === undefined || checkedStore.fits(value)) return value as T | undefined;
    this.#onTrouble('misfit');
    checkedStore.setAside(key, value);
    return undefined;
  }
}

export class FallbackProblemStore<T>
  extends FallbackStore<T, ProblemRef, ProblemStore<unknown>>
  implements ProblemStore<T>
{
  readonly #memory: ProblemMemoryStore<T>;

  constructor(
    open: () => Promise<CheckedStore<ProblemStore<unknown>, ProblemRef>>,
    onTrouble: (trouble: StorageTrouble) => void,
  ) {
    const memory = new ProblemMemoryStore<T>();
    super(open, onTrouble, memory);
    this.#memory = memory;
  }

  replaceSet(set: string, records: readonly (readonly [id: string, T])[]): Promise<Written> {
    return this.attempt(
      async ({ store }) => {
        const result = await store.replaceSet(set, records);
        await this.#memory.replaceSet(set, []);
        return result;
      },
      () => this.#memory.replaceSet(set, records),
    );
  }

  /** Returns the names of the stored sets. Sets that are only in memory are not included. */
  setNames(): Promise<readonly string[]> {
    return this.attempt(
      ({ store }) => store.setNames(),
      () => [],
    );
  }

  async update(key: ProblemRef, change: (storedValue: T | undefined) => T | undefined): Promise<void> {
    const memoryValue: T | undefined = await this.#memory.read(key);
    let current = memoryValue;
    await this.attempt(
      async (checkedStore) => {
        await checkedStore.store.update(key, (storedValue) => {
          current = memoryValue ?? this.fittingValue(checkedStore, key, storedValue);
          return change(current);
        });
        if (memoryValue !== undefined) await this.#memory.delete([key]);
      },
      async () => {
        // From now on, the record in memory hides the stored one, so the change is applied to the stored value.
        if (memoryValue === undefined && current !== undefined) await this.#memory.write(key, current);
        await this.#memory.update(key, change);
      },
    );
  }
}
