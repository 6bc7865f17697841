import { createStore, delMany, entries, get, setMany, type UseStore } from 'idb-keyval';
import type { RecordStore, Written } from './record-store.ts';

interface Stamped {
  readonly version: number;
  readonly value: unknown;
}

/** Makes a record of one version one of the next. */
export type RecordUpgrade = (value: unknown) => unknown;

/** Small things under a name, each kind in a database of its own. A refusal of the browser rejects. */
export class KeyvalStore implements RecordStore<unknown> {
  readonly #store: UseStore;
  readonly #upgrades: readonly RecordUpgrade[];

  /**
   * @param kind names the database; idb-keyval can hold one store in each
   * @param upgrades one for each version that there was before; records of a later version than these make are not
   * read
   */
  constructor(kind: string, upgrades: readonly RecordUpgrade[] = []) {
    this.#store = createStore(`allpass-${kind}`, 'records');
    this.#upgrades = upgrades;
  }

  async read(key: string): Promise<unknown> {
    return this.#upgraded(await get<Stamped>(key, this.#store));
  }

  async readAll(): Promise<ReadonlyMap<string, unknown>> {
    const found = new Map<string, unknown>();
    for (const [key, stamped] of await entries<string, Stamped>(this.#store)) {
      const value = this.#upgraded(stamped);
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  write(key: string, value: unknown): Promise<Written> {
    return this.writeMany([[key, value]]);
  }

  async writeMany(records: readonly (readonly [string, unknown])[]): Promise<Written> {
    const version = this.#upgrades.length + 1;
    await setMany(
      records.map(([key, value]) => [key, { version, value }]),
      this.#store,
    );
    return 'stored';
  }

  async delete(keys: readonly string[]): Promise<void> {
    await delMany([...keys], this.#store);
  }

  #upgraded(stamped: Stamped | undefined): unknown {
    if (stamped === undefined || stamped.version > this.#upgrades.length + 1) return undefined;
    return this.#upgrades
      .slice(stamped.version - 1)
      .reduce((value, upgrade) => upgrade(value), stamped.value);
  }
}
