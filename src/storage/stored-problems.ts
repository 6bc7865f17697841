/** Reads and writes whole sets in portions. This runs in a worker, because tests may be several gigabytes long. */
import type { IDBPDatabase } from 'idb';
import type { Problem } from '../domain/problem.ts';
import { contentSize, FIRST_PORTION, keysFrom, nextPortion, recordPortions } from './walked.ts';
import { RecordDatabase } from './record-database.ts';
import { ProblemTable } from './table-store.ts';

const TABLE = 'problems';

/**
 * Yields the problems of a set. A problem without its statement or its tests is left out; its fault is reported
 * when the user opens it.
 */
export async function* storedProblems(key: string): AsyncIterable<readonly Problem[]> {
  for await (const entries of recordPortions(await openDatabase(), TABLE, keysFrom(key)))
    yield entries.map(({ value }) => value).filter(isProblem);
}

/**
 * Yields the selected problems of a set, in the order of `ids`. Problems that are not stored or have no tests are
 * left out.
 */
export async function* chosenProblems(
  key: string,
  ids: readonly string[],
): AsyncIterable<readonly Problem[]> {
  const database = await openDatabase();
  let next = FIRST_PORTION;
  for (let from = 0; from < ids.length;) {
    const { store } = database.transaction(TABLE);
    const records: unknown[] = await Promise.all(
      ids.slice(from, from + next).map((id) => store.get([key, id])),
    );
    from += records.length;
    next = nextPortion(records.map(contentSize));
    yield records.filter(isProblem);
  }
}

export async function storedIds(key: string): Promise<ReadonlySet<string>> {
  const keys = await (await openDatabase()).getAllKeys(TABLE, keysFrom(key));
  return new Set(keys.map((problemKey) => (problemKey as [set: string, id: string])[1]));
}

/** Stores either all problems or none, under a key. Rejects if the browser cannot store them. */
export async function writeProblems(key: string, problems: readonly Problem[]): Promise<void> {
  await table.writeMany(problems.map((problem) => [{ set: key, id: problem.id }, problem]));
}

// Storage errors are ignored here, because the page reports them.
const database = new RecordDatabase(() => undefined);
const table = new ProblemTable(database, TABLE);

function openDatabase(): Promise<IDBPDatabase> {
  return database.open();
}

function isProblem(value: unknown): value is Problem {
  const { id, title, prompt, tags, tests } = (value ?? {}) as Partial<Record<keyof Problem, unknown>>;
  const texts = [id, title, prompt].every((text) => typeof text === 'string');
  return texts && Array.isArray(tags) && Array.isArray(tests);
}
