import type { WebStorage } from '../../../storage/web-storage.ts';
import { taskYielder } from '../../../base/pause.ts';
import type { Problem, ProblemSummary } from '../../../domain/problem.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { ListedSet } from '../../problems/state/listed-set.ts';
import type { ListedProblem } from '../../problems/state/problem-filter.ts';

/**
 * Maximum number of characters of statements and tests that are kept in memory. Problems that cannot be
 * stored are kept there, and memory is smaller than a disk.
 */
const MOST_IN_MEMORY = 300_000_000;

/** Thrown if there is not enough space. The message is shown after the name of the set. */
class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/**
 * The page's side of a set that a worker writes, portion by portion, under a new key beside the existing set of its
 * name. Only `commit` replaces the existing set, by writing one record. An import that ends earlier leaves the existing
 * set unchanged.
 */
export class SetWriter {
  readonly #tables: Tables;
  readonly #marks: ImportMarks;
  readonly #name: string;
  readonly #origin: string;
  readonly key: string;
  readonly #listedProblems: ListedProblem[] = [];
  readonly #byId = new Map<string, ListedProblem>();
  readonly #takeTurns = taskYielder();
  #isStored = true;
  #inMemory = 0;
  #isClosed = false;
  #keepPromise: Promise<void> = Promise.resolve();

  /**
   * @param origin equal for two sources with the same content; '' if it is unknown
   * @param key the key of an unfinished import that resumes; null for an import that starts anew
   */
  constructor(tables: Tables, marks: ImportMarks, name: string, origin: string, key: string | null) {
    this.#tables = tables;
    this.#marks = marks;
    this.#name = name;
    this.#origin = origin;
    this.key = key ?? newKey(name);
  }

  /** Adds the problems of a portion to the list. The worker stores them after this resolves. */
  async list(summaries: readonly ProblemSummary[]): Promise<void> {
    if (this.#isClosed) return;
    for (const summary of summaries) {
      const one = { summary, set: this.#name };
      this.#listedProblems.push(one);
      this.#byId.set(summary.id, one);
    }
    this.#marks.write(markOf(this.key), this.#origin);
    await this.#takeTurns();
  }

  /**
   * Keeps problems that the worker could not store, in memory if the page cannot store them either.
   * @throws NoRoom
   */
  keep(problems: readonly Problem[]): Promise<void> {
    if (!this.#isClosed) this.#keepPromise = this.#keep(problems);
    return this.#keepPromise;
  }

  async #keep(problems: readonly Problem[]): Promise<void> {
    const records = problems.map((problem) => [{ set: this.key, id: problem.id }, problem] as const);
    if ((await this.#tables.problems.writeMany(records)) === 'stored') return;
    this.#isStored = false;
    this.#inMemory += problems.reduce((sum, problem) => sum + charactersOf(problem), 0);
    if (this.#inMemory > MOST_IN_MEMORY) {
      throw new NoRoom(
        'is larger than what this browser still stores: make room for the page and add it again',
      );
    }
  }

  /**
   * Replaces the existing set of the same name with the written one.
   * @param listedKey the key of the set that is listed now
   */
  async commit(listedKey: string | null): Promise<{ readonly set: ListedSet; readonly isStored: boolean }> {
    const { problems, sets } = this.#tables;
    const [name, key] = [this.#name, this.key];
    const storedSets = await sets.readAll();
    const earlierSet = storedSets.get(name);
    const last = Math.max(0, ...[...storedSets.values()].map(({ place = 0 }) => place));
    const place = earlierSet === undefined ? last + 1 : (earlierSet.place ?? 0);
    const summaries: ProblemSummary[] = this.#listedProblems.map(({ summary }) => summary);
    let isStored = this.#isStored;
    // A list of problems that are not stored would be useless on the next visit.
    if (isStored) isStored = (await sets.write(name, { name, place, key, summaries })) === 'stored';
    const earlierKey = earlierSet === undefined ? null : (earlierSet.key ?? name);
    this.#marks.delete(markOf(key));
    // The stored problems are kept unless others are stored in their place.
    const replacedKeys = [isStored ? earlierKey : null, listedKey === earlierKey ? null : listedKey];
    for (const replacedKey of replacedKeys)
      if (replacedKey !== null && replacedKey !== key) await problems.replaceSet(replacedKey, []);
    return { set: { name, key, listedProblems: this.#listedProblems, byId: this.#byId }, isStored };
  }

  /**
   * Keeps the written problems, so that another import of the same source can resume.
   * @returns whether an import can resume
   */
  async leave(): Promise<boolean> {
    await this.#close();
    if (this.#origin === '' || !this.#isStored) return false;
    return (await this.#tables.problems.setNames()).includes(this.key);
  }

  /** Deletes the written problems. */
  async discard(): Promise<void> {
    await this.#close();
    this.#marks.delete(markOf(this.key));
    await this.#tables.problems.replaceSet(this.key, []);
  }

  async #close(): Promise<void> {
    this.#isClosed = true;
    await this.#keepPromise.catch(() => undefined);
  }
}

function charactersOf({ prompt, tests }: Problem): number {
  return tests.reduce((sum, { input, output }) => sum + input.length + output.length, prompt.length);
}

/** Separates name and key. No file name contains it. */
const BEFORE_KEY = '\0';

/** Returns a key that is unique for each import. */
function newKey(name: string): string {
  return `${name}${BEFORE_KEY}${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

export function isImportKey(key: string): boolean {
  return key.includes(BEFORE_KEY);
}

/** Returns the name of the set that the import writes. */
export function nameOfKey(key: string): string {
  return key.slice(0, key.indexOf(BEFORE_KEY));
}

/**
 * Stores for a key that its import has started, and the origin of its source. The mark is deleted when the
 * import ends. Without a mark, or without a known origin, an import cannot resume.
 */
export type ImportMarks = Pick<WebStorage, 'read' | 'write' | 'delete'>;

export function markOf(key: string): string {
  return `allpass-import ${key}`;
}
