/**
 * Whole sets as they are stored, read in portions: beside the page's thread, since there may be gigabytes of tests.
 */
import type { Problem } from '../domain/problem.ts';
import { RecordDatabase } from './record-database.ts';
import { ProblemTable } from './table-store.ts';

/** Problems read at a time: each may have megabytes of tests. */
const FIRST = 5;
const MOST = 200;
/** Characters of tests that are held at a time, more or less. */
const PORTION = 8_000_000;

/** How many problems come next, by what those before them hold. */
class PortionSize {
  #next = FIRST;

  get next(): number {
    return this.#next;
  }

  read(problems: readonly Problem[]): void {
    const size = problems.reduce((sum, problem) => sum + charactersOf(problem), 0);
    const fitting = Math.floor((PORTION * problems.length) / Math.max(1, size));
    // Not all at once: those behind may be larger.
    this.#next = Math.max(1, Math.min(MOST, this.#next * 4, fitting));
  }
}

function charactersOf({ tests }: Problem): number {
  return tests.reduce((sum, { input, output }) => sum + input.length + output.length, 1);
}

/** A problem without its statement or its tests is left out: opening it reports that. */
export async function* storedProblems(key: string): AsyncIterable<readonly Problem[]> {
  const table = new ProblemTable(new RecordDatabase(() => undefined), 'problems');
  const size = new PortionSize();
  for await (const portion of table.portions(key, () => size.next)) {
    const problems = portion.filter(isProblem);
    size.read(problems);
    yield problems;
  }
}

/** These of a set's problems, in this order; what is not stored, or lacks its tests, is left out. */
export async function* chosenProblems(
  key: string,
  ids: readonly string[],
): AsyncIterable<readonly Problem[]> {
  const table = new ProblemTable(new RecordDatabase(() => undefined), 'problems');
  const size = new PortionSize();
  for (let from = 0; from < ids.length;) {
    const records = await table.readThese(key, ids.slice(from, from + size.next));
    from += records.length;
    const problems = records.filter(isProblem);
    size.read(problems);
    yield problems;
  }
}

export async function storedIds(key: string): Promise<ReadonlySet<string>> {
  const table = new ProblemTable(new RecordDatabase(() => undefined), 'problems');
  return new Set(await table.idsOf(key));
}

function isProblem(value: unknown): value is Problem {
  const { id, title, prompt, tags, tests } = (value ?? {}) as Partial<Record<keyof Problem, unknown>>;
  const texts = [id, title, prompt].every((text) => typeof text === 'string');
  return texts && Array.isArray(tags) && Array.isArray(tests);
}
