import { turns } from '../../base/turns.ts';
import type { Problem, ProblemSummary } from '../../domain/problem.ts';
import type { Tables } from '../../storage/tables.ts';
import type { WebStorage } from '../../storage/web-storage.ts';
import type { ListedSet } from './listed-set.ts';
import type { ListedProblem } from './problem-filter.ts';

type SetTables = Pick<Tables, 'problems' | 'sets'>;

/** What cannot be stored is kept in memory, and memory is less than a disk. In characters of statements and tests. */
const MOST_IN_MEMORY = 300_000_000;
/** No file's name has it. */
const BEFORE_KEY = '\0';

function isImportKey(key: string): boolean {
  return key.includes(BEFORE_KEY);
}

/** Says of a key that its import is under way: what is left of one that ended was not broken off. */
export type ImportMarks = Pick<WebStorage, 'read' | 'write' | 'delete'>;

function markOf(key: string): string {
  return `allpass-import ${key}`;
}

/** More than there is room for. */
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
  readonly key: string;
  readonly #listed: ListedProblem[] = [];
  readonly #byId = new Map<string, ListedProblem>();
  readonly #takeTurns = turns();
  #isStored = true;
  #inMemory = 0;
  #closed = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(tables: SetTables, marks: ImportMarks, name: string) {
    this.#tables = tables;
    this.#marks = marks;
    this.#name = name;
    this.key = `${name}${BEFORE_KEY}${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
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
    this.#marks.write(markOf(key), '');
    const written = await this.#tables.problems.writeMany(
      problems.map((problem) => [{ set: key, id: problem.id }, problem]),
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
    // What is stored stays where nothing else is stored in its place.
    const old = [stored ? earlierKey : null, listedKey === earlierKey ? null : listedKey];
    for (const gone of old) if (gone !== null) await problems.replaceSet(gone, []);
    return { set: { name, key, listed: this.#listed, byId: this.#byId }, stored };
  }

  /** Takes back what was written. */
  async discard(): Promise<void> {
    this.#closed = true;
    await this.#writing.catch(() => undefined);
    this.#marks.delete(markOf(this.key));
    await this.#tables.problems.replaceSet(this.key, []);
  }
}

/**
 * Clears away what imports have left whose page went before their end.
 * @param hold takes a key that nobody is at work on; null for one that somebody may be
 * @param isSound whether all that was read so far was there and whole: else a set that cannot be read, as one of a later
 *   version, would be taken for what was left
 * @returns names of the sets whose imports were broken off
 */
export async function clearLeftovers(
  tables: SetTables,
  marks: ImportMarks,
  hold: (key: string) => Promise<(() => void) | null>,
  isSound: () => boolean,
): Promise<readonly string[]> {
  const brokenOff: string[] = [];
  for (const key of (await tables.problems.setNames()).filter(isImportKey)) {
    const release = await hold(key);
    if (release === null) continue;
    // Looked at while it is held: an import that has just ended is no leftover.
    const sets = [...(await tables.sets.readAll()).values()];
    if (isSound() && !sets.some((set) => set.key === key)) {
      await tables.problems.replaceSet(key, []);
      if (marks.read(markOf(key)) !== null) brokenOff.push(key.slice(0, key.indexOf(BEFORE_KEY)));
      marks.delete(markOf(key));
    }
    release();
  }
  return brokenOff;
}

function charactersOf({ prompt, tests }: Problem): number {
  return tests.reduce((sum, { input, output }) => sum + input.length + output.length, prompt.length);
}

function summaryOf(problem: Problem): ProblemSummary {
  const { id, title, source, difficulty, mode, tags, testCount, date } = problem;
  return { id, title, source, difficulty, mode, tags, testCount, ...(date === undefined ? {} : { date }) };
}
