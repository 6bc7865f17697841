/**
 * Official solutions that were given to prepare sets, and what came of judging them: a file of thousands takes hours, and
 * its judging goes on in a later visit. It can be made again: nothing of the user's own is lost with it.
 */
import { KeyvalDatabase } from './keyval-store.ts';
import { storedIds } from './stored-problems.ts';

/** Another one for another form: what an earlier version has kept is never read. */
const NAME = 'allpass-solutions-1';
const FILE = 'file';
const RUNNING = 'running';
const OF_SET = 'set ';

/** By problem: whether one of its solutions passes, a hash of all of them, and whether an empty program passes, too. */
export type SolutionOutcomes = ReadonlyMap<
  string,
  { readonly passes: boolean; readonly of: number; readonly acceptsEmpty?: true }
>;

/** Every call rejects where the browser stores nothing. */
export class KeptSolutions {
  readonly #store = new KeyvalDatabase(NAME, 'kept');

  readFile(): Promise<File | undefined> {
    return this.#store.get(FILE) as Promise<File | undefined>;
  }

  /** Null forgets the one that is there. */
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
   * Drops what belongs to sets of which nothing is stored any more.
   * @param known keys of sets that are there for certain; another tab may have more
   */
  async keep(known: ReadonlySet<string>): Promise<void> {
    for (const key of await this.#store.keys()) {
      const ofSet = key.startsWith(OF_SET) ? key.slice(OF_SET.length) : null;
      if (ofSet === null || known.has(ofSet)) continue;
      if ((await storedIds(ofSet)).size === 0) await this.#store.delete([key]);
    }
  }
}
