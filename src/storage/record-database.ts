import { openDB, type IDBPDatabase } from 'idb';
import { deleteFirstVersion, readFirstVersion } from './first-version.ts';
import type { StoredRecord, TableName } from './stored-records.ts';
import { abort } from './transaction-end.ts';
import { OutdatedError, troubleOf, type StorageTrouble } from './trouble.ts';
import { upgradedRecords, upgradeFrom, VERSION, type UpgradeParts } from './upgrades.ts';

const NAME = 'allpass';

type Key = Parameters<IDBPDatabase['get']>[1];

/** The database of all that needs ranges, transactions or upgrades. It is opened by its first use. */
export class RecordDatabase {
  readonly #onTrouble: (trouble: StorageTrouble) => void;
  #opening: Promise<IDBPDatabase> | null = null;
  /** Records of an earlier version that this one could not take over: they are shown, and stay in place. */
  #rescued: readonly StoredRecord[] | null = null;

  constructor(onTrouble: (trouble: StorageTrouble) => void) {
    this.#onTrouble = onTrouble;
  }

  /** Rejects where the browser stores nothing, or a newer version of the page has taken over. */
  open(): Promise<IDBPDatabase> {
    return (this.#opening ??= this.#open());
  }

  async read(table: TableName, key: Key): Promise<unknown> {
    const rescued = await this.#rescuedOf(table);
    if (rescued !== null) return rescued.find((record) => indexedDB.cmp(record.key, key) === 0)?.value;
    return (await this.open()).get(table, key);
  }

  async readAll(
    table: TableName,
    range?: IDBKeyRange,
  ): Promise<readonly (readonly [key: unknown, value: unknown])[]> {
    const rescued = await this.#rescuedOf(table);
    if (rescued !== null)
      return rescued.filter(({ key }) => range?.includes(key) ?? true).map(({ key, value }) => [key, value]);
    const store = (await this.open()).transaction(table).store;
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
    return keys.map((key, index) => [key, values[index]]);
  }

  async #rescuedOf(table: TableName): Promise<readonly StoredRecord[] | null> {
    await this.open().catch(() => undefined);
    return this.#rescued?.filter((record) => record.table === table) ?? null;
  }

  async #open(knownNew = false): Promise<IDBPDatabase> {
    const present = new Set((await indexedDB.databases()).map(({ name = '' }) => name));
    const isNew = knownNew || !present.has(NAME);
    // Before the database is there: an upgrade can await nothing but its own transaction.
    const before = isNew ? await readFirstVersion(present) : [];
    let upgraded: Promise<void> = Promise.resolve();
    let wasMissed = false;
    try {
      const database = await openDB(NAME, VERSION, {
        upgrade: (opened, version, _next, transaction) => {
          // Another tab was making it, and went away before it had.
          wasMissed = version === 0 && !isNew;
          upgraded = upgrade(wasMissed ? Infinity : version, { database: opened, transaction, before });
          upgraded.catch(() => undefined);
          if (wasMissed) abort(transaction);
        },
        blocked: () => this.#onTrouble('held'),
        blocking: (_current, _next, event) => {
          // Else the tab with the newer version would wait for this one to be closed.
          (event.target as IDBDatabase).close();
          this.#opening = Promise.reject(new OutdatedError());
          this.#opening.catch(() => undefined);
          this.#onTrouble('outdated');
        },
        terminated: () => (this.#opening = null),
      });
      await upgraded;
      // Not in the visit that has taken them over: until the next one they are a way back.
      if (!isNew) deleteFirstVersion(present);
      return database;
    } catch (error) {
      if (wasMissed) return this.#open(true);
      // An upgrade that failed knows why; the database only that it was aborted.
      const reason: unknown = await upgraded.then(
        () => error,
        (own: unknown) => own,
      );
      if (before.length > 0) {
        this.#rescued = upgradedRecords(before);
        this.#onTrouble(troubleOf(reason));
      }
      throw reason;
    }
  }
}

/** All of it or nothing: what fails takes the whole transaction back. */
async function upgrade(version: number, parts: UpgradeParts): Promise<void> {
  try {
    await upgradeFrom(version, parts);
  } catch (error) {
    abort(parts.transaction);
    throw error;
  }
}
