import { expect, it } from 'vitest';
import { problemOf } from '../../../../tests/builders/problem.ts';
import type { ProblemRef } from '../../../domain/problem.ts';
import type { ListedProblem } from '../../../common/problems/state/problem-filter.ts';
import { ProblemCache } from './run-work.ts';

const ref = (id: string): ProblemRef => ({ set: 'own', id });

/**
 * Creates a cache for three problems of ten characters. `versions` are the versions in the list, and `read` contains
 * the ids that were read.
 */
function setUp(most: number) {
  const read: string[] = [];
  const versions = new Map<string, { nth: number; listed: ListedProblem }>();
  const add = (id: string, nth: number) => versions.set(id, { nth, listed: { set: 'own' } as never });
  for (const id of ['a', 'b', 'c']) add(id, 1);
  const held = new ProblemCache(
    {
      find: ({ id }) => versions.get(id)?.listed,
      async open({ set, id }) {
        read.push(id);
        const version = versions.get(id);
        if (version === undefined) return null;
        const tests = [{ input: '12345', output: String(version.nth) }];
        return { ref: { set, id }, problem: problemOf({ id, prompt: 'Four', tests }), answers: [] };
      },
    },
    most,
  );
  const expected = async (id: string) => (await held.open(ref(id)))?.problem.tests[0]?.output ?? null;
  return { held, read, add, versions, expected };
}

it('reads a problem once, however many samples it has', async () => {
  const { read, expected } = setUp(1_000);
  for (const id of ['a', 'b', 'a', 'b', 'a']) expect(await expected(id)).toBe('1');
  expect(read).toEqual(['a', 'b']);
});

it('reads it again where its set was imported again, or is gone', async () => {
  const { add, versions, read, expected } = setUp(1_000);
  await expected('a');
  add('a', 2);
  expect([await expected('a'), await expected('a')]).toEqual(['2', '2']);
  versions.delete('a');
  expect(await expected('a')).toBeNull();
  expect(read).toEqual(['a', 'a', 'a']);
});

it('holds no more than there is room for, and then the first ones: a run comes around to them', async () => {
  const { read, expected } = setUp(25);
  for (let round = 0; round < 3; round++) for (const id of ['a', 'b', 'c']) await expected(id);
  expect(read.join('')).toBe('abccc');
});
