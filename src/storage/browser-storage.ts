/** Opens the browser's stores. This code is loaded when a table is used for the first time. */
import type { HistoryKey } from '../domain/stored-work.ts';
import type { ProblemRef } from '../domain/problem.ts';
import { KeyvalStore } from './keyval-store.ts';
import { RecordDatabase, SET_ASIDE } from './record-database.ts';
import { PackedSets } from './packed-sets.ts';
import type { HistoryStore, PlanAdding } from './history-store.ts';
import type { ProblemStore, RecordStore, StorageTrouble } from './record-store.ts';
import { fits } from './shapes.ts';
import type { CheckedStore } from './fallback-store.ts';
import { HistoryTable, NamedTable, ProblemTable } from './table-store.ts';
import type { KeyvalName, TableName, NamedTableName, ProblemTableName } from './stored-records.ts';

/** Names of the databases of small records. */
const KEYVAL_NAMES: Readonly<Record<KeyvalName, string>> = {
  settings: 'settings',
  sampling: 'sampling',
  prompts: 'prompts',
  gpuSettings: 'gpu-settings',
  gpuOutcomes: 'gpu-outcomes',
  cpu: 'cpu',
  downloads: 'downloads',
};

export class BrowserStorage {
  readonly #database: RecordDatabase;

  constructor(onTrouble: (trouble: StorageTrouble) => void) {
    this.#database = new RecordDatabase(onTrouble);
  }

  keyval(name: KeyvalName): CheckedStore<RecordStore<unknown>, string> {
    return this.#withCheck(name, new KeyvalStore(KEYVAL_NAMES[name]));
  }

  byName(name: NamedTableName): CheckedStore<RecordStore<unknown>, string> {
    const table = new NamedTable(this.#database, name);
    if (name !== 'sets') return this.#withCheck(name, table);
    const packedSets = new PackedSets(table, (value) => fits(name, value));
    return { ...this.#withCheck(name, packedSets), fits: (value) => packedSets.fits(value) };
  }

  byProblem(name: ProblemTableName): CheckedStore<ProblemStore<unknown>, ProblemRef> {
    return this.#withCheck(name, new ProblemTable(this.#database, name));
  }

  history(plan: PlanAdding): CheckedStore<HistoryStore<unknown>, HistoryKey> {
    return this.#withCheck('history', new HistoryTable(this.#database, plan));
  }

  #withCheck<S extends RecordStore<unknown, K>, K>(
    name: KeyvalName | TableName,
    store: S,
  ): CheckedStore<S, K> {
    return {
      store,
      fits: (value) => fits(name, value),
      setAside: (key, value) => void this.#setAside([name, ...partsOf(key)], value),
    };
  }

  /** Copies a record. The original stays in its table until another record overwrites it. */
  async #setAside(key: string[], value: unknown): Promise<void> {
    try {
      await (await this.#database.open()).put(SET_ASIDE, value, key);
    } catch {
      // The error is ignored: if the copy cannot be stored, the record that would overwrite the original cannot be
      // stored either.
    }
  }
}

function partsOf(key: unknown): string[] {
  if (typeof key === 'string') return [key];
  const { problem, when } = key as Partial<HistoryKey>;
  const { set, id } = problem ?? (key as ProblemRef);
  return [set, id, ...(problem === undefined ? [] : [String(when)])];
}
