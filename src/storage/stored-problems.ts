/** Whole sets as they are stored, read in portions: beside the page's thread, since there may be gigabytes of tests. */
import type { Problem } from '../domain/problem.ts';
import { RecordDatabase } from './record-database.ts';
import { ProblemTable } from './table-store.ts';

/** At a time: each may have megabytes of tests. */
const PORTION = 50;

/** What lacks its statement or its tests is left out: who opens it is told. */
export async function* storedProblems(key: string): AsyncIterable<readonly Problem[]> {
  const table = new ProblemTable(new RecordDatabase(() => undefined), 'problems');
  for await (const portion of table.portions(key, PORTION)) yield portion.filter(isProblem);
}

function isProblem(value: unknown): value is Problem {
  const { id, title, prompt, tags, tests } = (value ?? {}) as Partial<Record<keyof Problem, unknown>>;
  const texts = [id, title, prompt].every((text) => typeof text === 'string');
  return texts && Array.isArray(tags) && Array.isArray(tests);
}
