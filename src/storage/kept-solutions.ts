/**
 * Official solutions for the preparation of sets, and the results of judging them. A file of thousands takes hours,
 * and judging continues on a later visit. The results can be computed again, so losing them is harmless.
 */
import { KeyvalDatabase } from './keyval-store.ts';
import { storedIds } from './stored-problems.ts';

/** Change the name when the format changes, so that the data of earlier versions is not read. */
const NAME = 'allpass-solutions-1';
const FILE = 'file';
const RUNNING = 'running';
const OF_SET = 'set ';

/**
 * By problem: whether one of its solutions passes, a hash of all of them, and whether an empty program passes, too.
 */
export type SolutionOutcomes = ReadonlyMap<
  string,
  { readonly passes: boolean; readonly of: number; readonly acceptsEmpty?: true }
>;

/** Every method rejects if the browser stores nothing. */
export class KeptSolutions {
  readonly #store = new KeyvalDatabase(NAME, 'kept');

  readFile(): Promise<File | undefined> {
    return this.#store.get(FILE) as Promise<File | undefined>;
  }

  /** Null removes the stored file. */
  async writeFile(file: File | null): Promise<void> {
    if (file === null) await this.#store.delete([FILE]);
    else await this.#store.put([[FILE, file]]);
  }

  /** Whether a page judged solutions when it was closed. */
  async readRunning(): Promise<boolean> {
    return (await this.#store.get(RUNNING)) === true;
  }

  async writeRunning(running: boolean): Promise<void> {
    if (running) await this.#store.put([[RUNNING, true]]);
    else await this.#store.delete([RUNNING]);
  }

  /** @param key under which the set's problems are stored */
  readOutcomes(key: string): Promise<SolutionOutcomes | undefined> {
    return this.#store.get(`${OF_SET}${key}`) as Promise<SolutionOutcomes | undefined>;
  }

  async writeOutcomes(key: string, outcomes: SolutionOutcomes): Promise<void> {
    await this.#store.put([[`${OF_SET}${key}`, outcomes]]);
  }

  /**
   * Deletes the outcomes of sets that have no stored problems.
   * @param known keys of sets that certainly exist; another tab may have stored more
   */
  async keep(known: ReadonlySet<string>): Promise<void> {
    for (const key of await this.#store.keys()) {
      const ofSet = key.startsWith(OF_SET) ? key.slice(OF_SET.length) : null;
      if (ofSet === null || known.has(ofSet)) continue;
      if ((await storedIds(ofSet)).size === 0) await this.#store.delete([key]);
    }
  }
}
