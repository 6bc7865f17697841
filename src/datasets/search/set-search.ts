/** Searches the statements of the page's sets. Each set is read once, and its index is stored. */
import { taskYielder } from '../../base/pause.ts';
import type { Problem } from '../../domain/problem.ts';
import { FLAG_BITS, flagsOf, NO_FLAG } from '../prepare/flags.ts';
import { StatementIndex, type StatementHits } from './statement-index.ts';

/** Facts about an open set. Its problems are numbered in the order of `ids`. */
export interface SetFacts {
  readonly ids: readonly string[];
  /** The flags of each problem, as bits (`FLAG_BITS`). */
  readonly flags: Uint16Array;
}

/** The data of a set that is stored for the next visit. */
export interface KeptSet extends SetFacts {
  /** The index as JSON. */
  readonly index: string;
}

export type StoredProblem = Pick<Problem, 'id' | 'title' | 'tags' | 'prompt' | 'mode' | 'checker' | 'tests'>;

/** The interface of the search. If a call rejects, only titles are searched. */
export interface SearchPort {
  open(
    key: string,
    problems: readonly StoredProblem[] | null,
    progress: (read: number) => void,
  ): Promise<SetFacts>;
  keep(keys: ReadonlySet<string>): Promise<void>;
  find(words: string): Promise<ReadonlyMap<string, StatementHits>>;
}

export interface SetSearchParts {
  /** Reads the problems that are stored under a set's key, in portions. */
  readonly readStored: (key: string) => AsyncIterable<readonly StoredProblem[]>;
  /** The store of indexes. If it cannot store anything, sets are read again on the next visit. */
  readonly indexStore: {
    readonly read: (key: string) => Promise<KeptSet | undefined>;
    readonly write: (key: string, set: KeptSet) => Promise<void>;
  };
}

export class SetSearch {
  readonly #dependencies: SetSearchParts;
  readonly #openSets = new Map<string, { readonly index: StatementIndex; readonly facts: SetFacts }>();

  constructor(dependencies: SetSearchParts) {
    this.#dependencies = dependencies;
  }

  /**
   * Reads a set that is not open yet.
   * @param key key of the stored problems; it changes with each import, so a stored index is never outdated
   * @param problems the problems of a set that is not stored, or null
   * @param progress called with the number of problems that were read
   */
  async open(
    key: string,
    problems: readonly StoredProblem[] | null,
    progress: (problemCount: number) => void,
  ): Promise<SetFacts> {
    const existingSet = this.#openSets.get(key);
    if (existingSet !== undefined) return existingSet.facts;
    const indexedSet = problems === null ? await this.#loadStored(key) : null;
    const openedSet =
      indexedSet ??
      (await this.#indexOf(problems === null ? this.#dependencies.readStored(key) : [problems], progress));
    this.#openSets.set(key, openedSet);
    if (indexedSet === null && problems === null && openedSet.facts.ids.length > 0) {
      const storedSet = { ...openedSet.facts, index: openedSet.index.toJson() };
      await this.#dependencies.indexStore.write(key, storedSet).catch(() => undefined);
    }
    return openedSet.facts;
  }

  /** Closes all sets except these. */
  keep(keys: ReadonlySet<string>): void {
    for (const key of this.#openSets.keys()) if (!keys.has(key)) this.#openSets.delete(key);
  }

  /** Searches every open set. Returns the hits by key. */
  find(words: string): ReadonlyMap<string, StatementHits> {
    return new Map([...this.#openSets].map(([key, { index }]) => [key, index.find(words)]));
  }

  async #loadStored(key: string): Promise<{ index: StatementIndex; facts: SetFacts } | null> {
    try {
      const keptSet = await this.#dependencies.indexStore.read(key);
      if (keptSet === undefined) return null;
      const { index, ...facts } = keptSet;
      return { index: StatementIndex.fromJson(index), facts };
    } catch {
      // The index was written by an earlier version or is damaged. It is rebuilt.
      return null;
    }
  }

  async #indexOf(
    portions: AsyncIterable<readonly StoredProblem[]> | Iterable<readonly StoredProblem[]>,
    progress: (problemCount: number) => void,
  ): Promise<{ index: StatementIndex; facts: SetFacts }> {
    const index = new StatementIndex();
    const ids: string[] = [];
    const flags: number[] = [];
    const takeTurns = taskYielder();
    for await (const portion of portions) {
      for (const problem of portion) {
        index.add(ids.length, problem);
        ids.push(problem.id);
        flags.push(flagsOf(problem).reduce((bits, flag) => bits | FLAG_BITS[flag], 0) || NO_FLAG);
        await takeTurns();
      }
      progress(ids.length);
    }
    return { index, facts: { ids, flags: Uint16Array.from(flags) } };
  }
}
