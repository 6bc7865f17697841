import fc from 'fast-check';
import { expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import type { Runner } from '../../judge/runner.ts';
import { measureStrength, smallestSet } from './test-strength.ts';

it('a smallest set rejects what all tests reject, and needs each of its tests', () => {
  const matrix = fc.array(fc.uniqueArray(fc.nat({ max: 7 })), { maxLength: 30 });
  fc.assert(
    fc.property(matrix, (rejecting) => {
      const chosen = smallestSet(rejecting, 8);
      const rejected = (by: readonly number[]): number =>
        rejecting.filter((tests) => tests.some((test) => by.includes(test))).length;
      expect(rejected(chosen)).toBe(rejected([0, 1, 2, 3, 4, 5, 6, 7]));
      for (const test of chosen)
        expect(rejected(chosen.filter((other) => other !== test))).toBeLessThan(rejected(chosen));
    }),
  );
});

it('a test that two others make needless is removed', () => {
  // Greedy takes test 0 first, because it rejects four.
  const rejecting = [[0, 1], [0, 1], [0, 2], [0, 2], [1], [2]];
  expect(smallestSet(rejecting, 3)).toEqual([1, 2]);
});

const noRunner: Runner = {
  open: () => Promise.reject(new Error('nothing runs here')),
  dispose: () => undefined,
};

it.each([
  [problemOf({ mode: 'assert' }), ['print(1)'], /assertions without inputs of their own/],
  [problemOf({ checker: 'import sys' }), ['print(1)'], /more than one may be right/],
  [problemOf({ tests: [] }), ['print(1)'], /no tests/],
  [problemOf(), [], /No accepted program/],
])('tests that cannot be measured: the reason is one sentence', async (problem, accepted, reason) => {
  const { signal } = new AbortController();
  const result = await measureStrength(noRunner, problem, accepted, [], { signal });
  expect(result.type === 'unmeasured' && result.reason).toMatch(reason);
  expect(result.type === 'unmeasured' && result.reason).toMatch(/^[A-Z][^.]*\.$/);
});
