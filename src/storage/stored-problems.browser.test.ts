import { expect, it } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import { chosenProblems, storedIds, storedProblems, writeProblems } from './stored-problems.ts';
import { openTables } from './tables.ts';

const large = 'x'.repeat(3_000_000);
const PROBLEMS = [
  ...Array.from({ length: 30 }, (_, at) => problemOf({ id: `a${String(at).padStart(2, '0')}` })),
  ...['b', 'c', 'd', 'e', 'f', 'g'].map((id) => problemOf({ id, tests: [{ input: large, output: large }] })),
];
const KEY = 'own\0portions';

it('reads a set in portions by their size, all of it and in order', async () => {
  const { problems } = openTables(() => undefined);
  await problems.replaceSet(
    KEY,
    PROBLEMS.map((problem) => [problem.id, problem]),
  );
  const portions: string[][] = [];
  for await (const portion of storedProblems(KEY)) portions.push(portion.map(({ id }) => id));
  expect(portions.flat()).toEqual(PROBLEMS.map(({ id }) => id));
  // Small problems are read together. After a large problem, problems are read one at a time.
  expect(portions[0]).toHaveLength(5);
  expect(Math.max(...portions.map(({ length }) => length))).toBeLessThanOrEqual(25);
  expect(await storedIds(KEY)).toEqual(new Set(portions.flat()));
  const chosen: string[] = [];
  for await (const portion of chosenProblems(KEY, ['g', 'a07', 'none', 'b']))
    chosen.push(...portion.map(({ id }) => id));
  expect(chosen).toEqual(['g', 'a07', 'b']);
  await problems.replaceSet(KEY, []);
  expect((await storedIds(KEY)).size).toBe(0);
});

it('stores all problems of a portion, or none', async () => {
  const key = 'own\0written';
  const { problems } = openTables(() => undefined);
  const [a, b] = ['a', 'b'].map((id) => problemOf({ id }));
  await writeProblems(key, [a!, b!]);
  expect(await problems.read({ set: key, id: 'b' })).toEqual(b);
  // IndexedDB cannot store a function.
  const broken = { ...problemOf({ id: 'd' }), tests: (() => []) as never };
  await expect(writeProblems(key, [problemOf({ id: 'c' }), broken])).rejects.toThrow();
  expect(await storedIds(key)).toEqual(new Set(['a', 'b']));
  await problems.replaceSet(key, []);
});
