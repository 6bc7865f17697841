import fc from 'fast-check';
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import {
  DEFAULT_MEMORY_LIMIT_MB,
  DEFAULT_TIME_LIMIT_SECONDS,
  visibilityOf,
  type Problem,
  type ProblemSummary,
} from './problem.ts';

describe('visibility', () => {
  it.for([
    [0, ['hidden', 'hidden', 'hidden']],
    [1, ['public', 'hidden', 'hidden']],
    [3, ['public', 'public', 'public']],
    [9, ['public', 'public', 'public']],
  ] as const)('with %i public tests, three are %j', ([publicTests, seen]) => {
    expect([0, 1, 2].map((index) => visibilityOf({ publicTests }, index))).toEqual(seen);
  });

  it('splits the tests into a public head and a hidden tail, and loses none', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (count, publicTests) => {
        const tests = Array.from({ length: count }, (_, index) => ({ input: `${index}`, output: '' }));
        const seen = tests.map((_, index) => visibilityOf({ publicTests }, index));
        const head = tests.slice(0, publicTests);
        expect(seen.filter((each) => each === 'public')).toHaveLength(head.length);
        expect(seen.toSorted().reverse()).toEqual(seen);
      }),
    );
  });
});

test('what a source leaves out is what DeepCoder’s graders use', () => {
  expect([DEFAULT_TIME_LIMIT_SECONDS, DEFAULT_MEMORY_LIMIT_MB]).toEqual([6, 512]);
});

test('a summary is a problem without what is long', () => {
  expectTypeOf<Problem>().toExtend<ProblemSummary>();
  expectTypeOf<ProblemSummary>().not.toHaveProperty('tests');
  expectTypeOf<ProblemSummary>().not.toHaveProperty('prompt');
});

test('tests are text in every mode: what JavaScript numbers lose is kept', () => {
  const problem = problemOf({
    mode: 'call',
    functionName: 'f',
    tests: [{ input: '[9007199254740993, 1.0]', output: '1e400' }],
  });
  const again = JSON.parse(JSON.stringify(structuredClone(problem))) as Problem;
  expect(again).toEqual(problem);
  expect(again.tests[0]).toEqual({ input: '[9007199254740993, 1.0]', output: '1e400' });
  expect(problem.testCount).toBe(1);
});
