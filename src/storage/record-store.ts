import type { HistoryKey } from '../domain/stored-work.ts';
import { refText, type ProblemRef } from '../domain/problem.ts';

/** Whether written records are stored, or only in memory until the page is closed. */
export type Written = 'stored' | 'in-memory';

/**
 * Records that are stored between visits. There is one store for each kind of record, and one key for each
 * record.
 */
export interface RecordStore<T, K = string> {
  read(key: K): Promise<T | undefined>;
  /** Returns all records in the order of the keys. */
  readAll(): Promise<ReadonlyMap<K, T>>;
  write(key: K, value: T): Promise<Written>;
  /** Writes either all records or none, if the browser's storage works. */
  writeMany(records: readonly (readonly [K, T])[]): Promise<Written>;
  delete(keys: readonly K[]): Promise<void>;
}

/** Records of problems, sorted by set. */
export interface ProblemStore<T> extends RecordStore<T, ProblemRef> {
  /** Replaces all records of a set, in one transaction. */
  replaceSet(set: string, records: readonly (readonly [id: string, T])[]): Promise<Written>;
  /** Returns the names of all sets that have a record. */
  setNames(): Promise<readonly string[]>;
  /**
   * Changes one record. No other tab can change it in between.
   * @param change returns the new value for the stored value; undefined leaves the record unchanged. It may be
   * called again with a different value.
   */
  update(key: ProblemRef, change: (storedValue: T | undefined) => T | undefined): Promise<void>;
}

/** Stores records in memory until the page is closed. It is used if the browser cannot store them, and in tests. */
export class MemoryStore<T, K = string> implements RecordStore<T, K> {
  /** Records by the string form of their key. */
  readonly #records = new Map<string, readonly [K, T]>();
  readonly #outcome: Written;

  /** @param outcome the result of every write; 'stored' is for tests that share one store between several visits */
  constructor(outcome: Written = 'in-memory') {
    this.#outcome = outcome;
  }

  protected keys(): readonly K[] {
    return [...this.#records.values()].map(([key]) => key);
  }

  async read(key: K): Promise<T | undefined> {
    return this.#records.get(textOf(key))?.[1];
  }

  async readAll(): Promise<ReadonlyMap<K, T>> {
    const sortedRecords = [...this.#records].sort(([one], [other]) => (one < other ? -1 : 1));
    return new Map(sortedRecords.map(([, record]) => record));
  }

  write(key: K, value: T): Promise<Written> {
    return this.writeMany([[key, value]]);
  }

  async writeMany(records: readonly (readonly [K, T])[]): Promise<Written> {
    for (const [key, value] of records) this.#records.set(textOf(key), [key, value]);
    return this.#outcome;
  }

  async delete(keys: readonly K[]): Promise<void> {
    for (const key of keys) this.#records.delete(textOf(key));
  }

  async update(key: K, change: (storedValue: T | undefined) => T | undefined): Promise<void> {
    // Runs without an `await`, so that no other change can happen in between.
    const next = change(this.#records.get(textOf(key))?.[1]);
    if (next !== undefined) this.#records.set(textOf(key), [key, next]);
  }
}

export class ProblemMemoryStore<T> extends MemoryStore<T, ProblemRef> implements ProblemStore<T> {
  async replaceSet(set: string, records: readonly (readonly [id: string, T])[]): Promise<Written> {
    const keys = [...(await this.readAll()).keys()];
    await this.delete(keys.filter((key) => key.set === set));
    return this.writeMany(records.map(([id, value]) => [{ set, id }, value]));
  }

  async setNames(): Promise<readonly string[]> {
    return [...new Set(this.keys().map(({ set }) => set))].sort();
  }
}

function textOf(key: unknown): string {
  if (typeof key === 'string') return key;
  if (!isHistoryKey(key)) return refText(key as ProblemRef);
  // The time is padded to the same length, so that the strings sort by time.
  return `${refText(key.problem)}:${String(key.when).padStart(16, '0')}:${key.characters}`;
}

function isHistoryKey(key: unknown): key is HistoryKey {
  return typeof key === 'object' && key !== null && 'problem' in key;
}

/**
 * The reason why records are not stored normally. `full`: the browser's quota is used up. `blocked`: the browser
 * does not allow storage. `outdated`: a tab with a newer version of the page has upgraded the database. `held`: a
 * tab with an older version blocks the upgrade. `misfit`: a stored record has an invalid shape.
 */
export type StorageTrouble = 'full' | 'blocked' | 'outdated' | 'held' | 'misfit';

/** Thrown if a newer version of the page has upgraded the database. */
export class OutdatedError extends Error {
  override readonly name = 'OutdatedError';
}

export function troubleOf(error: unknown): StorageTrouble {
  if (error instanceof OutdatedError) return 'outdated';
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked';
}
