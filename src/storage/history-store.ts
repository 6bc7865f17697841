/**
 * The interface of the history of all problems, and the store that it falls back to. The code is loaded on first
 * use.
 */
import { surplusEntries, type HistoryKey } from '../domain/stored-work.ts';
import { isSameProblem, type ProblemRef } from '../domain/problem.ts';
import { MemoryStore, type RecordStore, type Written, type StorageTrouble } from './record-store.ts';
import { FallbackStore, type CheckedStore } from './fallback-store.ts';

/** Stored submissions, by problem and time. */
export interface HistoryStore<T> extends RecordStore<T, HistoryKey> {
  /** Returns the entries of one problem in chronological order. */
  readOf(problem: ProblemRef): Promise<ReadonlyMap<HistoryKey, T>>;
  /**
   * Adds an entry and deletes surplus entries, in one transaction. If the key is taken, the entry gets a slightly
   * later time.
   */
  add(key: HistoryKey, value: T): Promise<Written>;
}

export class HistoryMemoryStore<T> extends MemoryStore<T, HistoryKey> implements HistoryStore<T> {
  async readOf(problem: ProblemRef): Promise<ReadonlyMap<HistoryKey, T>> {
    const entries = [...(await this.readAll())];
    return new Map(entries.filter(([key]) => isSameProblem(key.problem, problem)));
  }

  async add(key: HistoryKey, value: T): Promise<Written> {
    // Runs without an `await`, so that no other change can happen in between.
    const { addedKey, droppedKeys } = planAdding(this.keys(), key);
    const outcome = this.write(addedKey, value);
    void this.delete(droppedKeys);
    return outcome;
  }
}

/** Returns the key of a new entry, and the keys of the entries to delete. */
export type PlanAdding = (
  keys: readonly HistoryKey[],
  key: HistoryKey,
) => { readonly addedKey: HistoryKey; readonly droppedKeys: readonly HistoryKey[] };

/**
 * Plans with the time of the entry, or with the next time that no other entry of the problem has, and deletes
 * surplus entries.
 */
export const planAdding: PlanAdding = (keys, key) => {
  const takenTimes = new Set(
    keys.filter(({ problem }) => isSameProblem(problem, key.problem)).map(({ when }) => when),
  );
  let { when } = key;
  while (takenTimes.has(when)) when++;
  const addedKey = { ...key, when };
  return { addedKey, droppedKeys: surplusEntries([...keys, addedKey]) };
};

export class FallbackHistoryStore<T>
  extends FallbackStore<T, HistoryKey, HistoryStore<unknown>>
  implements HistoryStore<T>
{
  readonly #memory: HistoryMemoryStore<T>;

  constructor(
    open: () => Promise<CheckedStore<HistoryStore<unknown>, HistoryKey>>,
    onTrouble: (trouble: StorageTrouble) => void,
  ) {
    const memory = new HistoryMemoryStore<T>();
    super(open, onTrouble, memory);
    this.#memory = memory;
  }

  readOf(problem: ProblemRef): Promise<ReadonlyMap<HistoryKey, T>> {
    return this.attempt(
      async (checkedStore) =>
        this.mergedWithMemory(
          checkedStore,
          await checkedStore.store.readOf(problem),
          await this.#memory.readOf(problem),
        ),
      () => this.#memory.readOf(problem),
    );
  }

  add(key: HistoryKey, value: T): Promise<Written> {
    return this.attempt(
      ({ store }) => store.add(key, value),
      () => this.#memory.add(key, value),
    );
  }
}
