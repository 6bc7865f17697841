import type { WebStorage } from '../../../storage/web-storage.ts';
import { taskYielder } from '../../../base/task-yielder.ts';
import type { Problem, ProblemSummary } from '../../../domain/problem.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { ListedSet } from '../../problems/state/listed-set.ts';
import type { ListedProblem } from '../../problems/state/problem-filter.ts';

type SetTables = Pick<Tables, 'problems' | 'sets'>;

/**
 * Problems that cannot be stored are kept in memory, and memory is smaller than a disk. In characters of statements and
 * tests.
 */
const MOST_IN_MEMORY = 300_000_000;
/**
 * The problems that an earlier import stored under its key without completing the set. This import resumes from there.
 */
export interface Begun {
  readonly key: string;
  /** Ids of the problems that are stored. */
  readonly stored: ReadonlySet<string>;
}

/** More than there is room for. The message stands behind the name of the set. */
class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/**
 * Writes a set beside the one that has its name, portion by portion, under a key of its own. Only `commit` puts it in
 * its place, by one record: whatever ends an import before leaves what was there.
 */
export class SetWriter {
  readonly #tables: SetTables;
  readonly #marks: ImportMarks;
  readonly #name: string;
  readonly #origin: string;
  readonly #stored: ReadonlySet<string>;
  readonly key: string;
  readonly #listed: ListedProblem[] = [];
  readonly #byId = new Map<string, ListedProblem>();
  readonly #takeTurns = taskYielder();
  #isStored = true;
  #inMemory = 0;
  #closed = false;
  #writing: Promise<void> = Promise.resolve();

  /**
   * @param origin what tells that another visit reads the very same; '' where nothing does
   * @param begun null for an import that begins anew
   */
  constructor(tables: SetTables, marks: ImportMarks, name: string, origin = '', begun: Begun | null = null) {
    this.#tables = tables;
    this.#marks = marks;
    this.#name = name;
    this.#origin = origin;
    this.#stored = begun?.stored ?? new Set();
    this.key = begun?.key ?? newKey(name);
  }

  /** How many problems it was given. */
  get taken(): number {
    return this.#listed.length;
  }

  /** @throws NoRoom */
  take(problems: readonly Problem[]): Promise<void> {
    this.#writing = this.#take(problems);
    return this.#writing;
  }

  async #take(problems: readonly Problem[]): Promise<void> {
    if (this.#closed) return;
    for (const problem of problems) {
      const one = { summary: summaryOf(problem), set: this.#name };
      this.#listed.push(one);
      this.#byId.set(one.summary.id, one);
    }
    const { key } = this;
    this.#marks.write(markOf(key), this.#origin);
    const missing = problems.filter(({ id }) => !this.#stored.has(id));
    const written =
      missing.length === 0
        ? 'stored'
        : await this.#tables.problems.writeMany(
            missing.map((problem) => [{ set: key, id: problem.id }, problem]),
          );
    if (written !== 'stored') {
      this.#isStored = false;
      this.#inMemory += problems.reduce((sum, problem) => sum + charactersOf(problem), 0);
      if (this.#inMemory > MOST_IN_MEMORY) {
        throw new NoRoom(
          'is larger than what this browser still stores: make room for the page and add it again',
        );
      }
    }
    await this.#takeTurns();
  }

  /**
   * Puts what was taken in the place of the set that has the name.
   * @param listedKey the key of the one that is listed now
   */
  async commit(listedKey: string | null): Promise<{ readonly set: ListedSet; readonly stored: boolean }> {
    const { problems, sets } = this.#tables;
    const [name, key] = [this.#name, this.key];
    const known = await sets.readAll();
    const earlier = known.get(name);
    const last = Math.max(0, ...[...known.values()].map(({ place = 0 }) => place));
    const place = earlier === undefined ? last + 1 : (earlier.place ?? 0);
    const summaries: ProblemSummary[] = this.#listed.map(({ summary }) => summary);
    let stored = this.#isStored;
    // The list of problems that are not stored would lead nowhere on the next visit.
    if (stored) stored = (await sets.write(name, { name, place, key, summaries })) === 'stored';
    const earlierKey = earlier === undefined ? null : (earlier.key ?? name);
    this.#marks.delete(markOf(key));
    // The stored problems stay if no others are stored in their place.
    const old = [stored ? earlierKey : null, listedKey === earlierKey ? null : listedKey];
    for (const gone of old) if (gone !== null && gone !== key) await problems.replaceSet(gone, []);
    return { set: { name, key, listed: this.#listed, byId: this.#byId }, stored };
  }

  /**
   * Leaves what was written for another import of the very same to go on from.
   * @returns whether there is anything that it could
   */
  async leave(): Promise<boolean> {
    this.#closed = true;
    await this.#writing.catch(() => undefined);
    return this.#origin !== '' && this.#isStored && this.taken + this.#stored.size > 0;
  }

  /** Takes back what was written. */
  async discard(): Promise<void> {
    this.#closed = true;
    await this.#writing.catch(() => undefined);
    this.#marks.delete(markOf(this.key));
    await this.#tables.problems.replaceSet(this.key, []);
  }
}

function charactersOf({ prompt, tests }: Problem): number {
  return tests.reduce((sum, { input, output }) => sum + input.length + output.length, prompt.length);
}

function summaryOf(problem: Problem): ProblemSummary {
  const { id, title, source, difficulty, mode, tags, testCount, date } = problem;
  return { id, title, source, difficulty, mode, tags, testCount, ...(date === undefined ? {} : { date }) };
}

/** No file's name has it. */
const BEFORE_KEY = '\0';

/** Another one for each import. */
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
 * Says of a key that its import is under way, and what it reads: what is left of one that ended was not broken off.
 * Without the mark, or without a known origin, an import cannot resume.
 */
export type ImportMarks = Pick<WebStorage, 'read' | 'write' | 'delete'>;

export function markOf(key: string): string {
  return `allpass-import ${key}`;
}
