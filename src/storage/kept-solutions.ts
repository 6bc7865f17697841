/**
 * Stores the official solutions for the preparation of sets, and the results of judging them. Judging a file with
 * thousands of solutions takes hours, and it can continue on a later visit. The results can be computed again, so
 * their loss is harmless.
 */
import { KeyvalDatabase } from './keyval-store.ts';
import { storedIds } from './stored-problems.ts';

/** Name of the database. Change it when the format changes, so that data of earlier versions is not read. */
const DATABASE_NAME = 'allpass-solutions-1';
const FILE_KEY = 'file';
const RUNNING_KEY = 'running';
const SET_KEY_PREFIX = 'set ';

/**
 * For each problem: whether one of its solutions passes, a hash of all solutions, and whether an empty program
 * also passes.
 */
export type SolutionOutcomes = ReadonlyMap<
  string,
  { readonly passes: boolean; readonly of: number; readonly acceptsEmpty?: true }
>;

/** Methods reject if the browser does not allow storage. */
export class KeptSolutions {
  readonly #store = new KeyvalDatabase(DATABASE_NAME, 'kept');

  readFile(): Promise<File | undefined> {
    return this.#store.get(FILE_KEY) as Promise<File | undefined>;
  }

  /** @param file the file, or null to remove the stored file */
  async writeFile(file: File | null): Promise<void> {
    if (file === null) await this.#store.delete([FILE_KEY]);
    else await this.#store.put([[FILE_KEY, file]]);
  }

  /** Returns whether solutions were being judged when a page was closed. */
  async readRunning(): Promise<boolean> {
    return (await this.#store.get(RUNNING_KEY)) === true;
  }

  async writeRunning(isRunning: boolean): Promise<void> {
    if (isRunning) await this.#store.put([[RUNNING_KEY, true]]);
    else await this.#store.delete([RUNNING_KEY]);
  }

  /** @param key key of the set's stored problems */
  readOutcomes(key: string): Promise<SolutionOutcomes | undefined> {
    return this.#store.get(`${SET_KEY_PREFIX}${key}`) as Promise<SolutionOutcomes | undefined>;
  }

  async writeOutcomes(key: string, outcomes: SolutionOutcomes): Promise<void> {
    await this.#store.put([[`${SET_KEY_PREFIX}${key}`, outcomes]]);
  }

  /**
   * Deletes the outcomes of sets that have no stored problems.
   * @param existingKeys keys of sets that are known to exist; another tab may have stored further sets
   */
  async keep(existingKeys: ReadonlySet<string>): Promise<void> {
    for (const key of await this.#store.keys()) {
      const ofSet = key.startsWith(SET_KEY_PREFIX) ? key.slice(SET_KEY_PREFIX.length) : null;
      if (ofSet === null || existingKeys.has(ofSet)) continue;
      if ((await storedIds(ofSet)).size === 0) await this.#store.delete([key]);
    }
  }
}
