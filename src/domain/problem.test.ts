import fc from 'fast-check';
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { problemOf } from '../../tests/builders/problem.ts';
import {
  DEFAULT_MEMORY_LIMIT_MB,
  DEFAULT_TIME_LIMIT_SECONDS,
  visibilityOf,
  type Problem,
  type ProblemSummary,
  BUNDLED_SET,
  isSameProblem,
  refOfText,
  refText,
  type ProblemRef,
  isDateOrMonth,
  isMonth,
  callText,
  literalText,
  spacedText,
} from './problem.ts';

describe('visibility', () => {
  it.for([
    [0, ['hidden', 'hidden', 'hidden']],
    [1, ['public', 'hidden', 'hidden']],
    [3, ['public', 'public', 'public']],
    [9, ['public', 'public', 'public']],
  ] as const)('with %i public tests, three are %j', ([publicTests, seen]) => {
    expect([0, 1, 2].map((index) => visibilityOf(problemOf({ publicTests }), index))).toEqual(seen);
  });

  it('splits the tests into a public head and a hidden tail, and loses none', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (count, publicTests) => {
        const tests = Array.from({ length: count }, (_, index) => ({ input: `${index}`, output: '' }));
        const visibilities = tests.map((_, index) => visibilityOf(problemOf({ publicTests }), index));
        const head = tests.slice(0, publicTests);
        expect(visibilities.filter((each) => each === 'public')).toHaveLength(head.length);
        expect(visibilities.toSorted().reverse()).toEqual(visibilities);
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

/** Few letters, including separators, so that two refs often differ only in where the set ends. */
const piece = fc.string({ unit: fc.constantFrom('a', '1', ':', '\0', ' '), maxLength: 4 });
const ref: fc.Arbitrary<ProblemRef> = fc.record({ set: piece, id: piece });

describe('refText', () => {
  it('gives two problems two texts, and one problem one', () => {
    fc.assert(
      fc.property(ref, ref, (one, other) => {
        expect(refText(one) === refText(other)).toBe(isSameProblem(one, other));
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps apart what would be one text side by side', () => {
    const alike = [
      { set: 'a', id: '\0b' },
      { set: 'a\0', id: 'b' },
      { set: '', id: 'a:b' },
      { set: 'a', id: ':b' },
      { set: 'a:', id: 'b' },
      { set: '1:a', id: 'b' },
    ];
    expect(new Set(alike.map(refText)).size).toBe(alike.length);
  });

  it('tells the problem it was made of', () => {
    fc.assert(fc.property(ref, (one) => void expect(refOfText(refText(one))).toEqual(one)));
  });

  it('knows a copy for the same', () => {
    fc.assert(fc.property(ref, (one) => refText({ ...one }) === refText(one)));
  });
});

describe('isSameProblem', () => {
  it('asks for set and id', () => {
    const problem = { set: 'v5', id: 'abc311_c' };
    expect(isSameProblem(problem, { ...problem })).toBe(true);
    expect(isSameProblem(problem, { ...problem, set: 'v6' })).toBe(false);
    expect(isSameProblem(problem, { ...problem, id: 'abc311_d' })).toBe(false);
  });

  it('takes no problem for no problem alone', () => {
    expect(isSameProblem(null, null)).toBe(true);
    expect(isSameProblem(null, { set: BUNDLED_SET, id: 'x' })).toBe(false);
    expect(isSameProblem({ set: BUNDLED_SET, id: 'x' }, null)).toBe(false);
  });

  it('is the same both ways round', () => {
    fc.assert(
      fc.property(fc.option(ref), fc.option(ref), (one, other) => {
        expect(isSameProblem(one, other)).toBe(isSameProblem(other, one));
      }),
    );
  });
});

it.each([
  ['2024-05', true],
  ['1999-12', true],
  ['2024-00', false],
  ['2024-13', false],
  ['2024-5', false],
  ['2024-05-31', false],
  ['', false],
])('tells a month: %j', (text, is) => {
  expect(isMonth(text)).toBe(is);
});

it.each([
  ['2024-05', true],
  ['2024-05-31', true],
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2024-5-1', false],
  ['2024-05-32', false],
  ['2024-02-30', false],
  ['2024', false],
])('tells a month or a day: %j', (text, is) => {
  expect(isDateOrMonth(text)).toBe(is);
});

describe('literalText', () => {
  it('translates words, not strings or numbers', () => {
    expect(literalText('[true, "true \\" null", 1.0, 9007199254740993]')).toBe(
      '[True, "true \\" null", 1.0, 9007199254740993]',
    );
    expect(callText('f', '[[1], []]')).toBe('f([1], [])');
    expect(callText('f', '[]')).toBe('f()');
  });
});

it('spaces values as Python prints them', () => {
  expect(spacedText('[1,[2, 3],{"a,b":"c:d"}]')).toBe('[1, [2, 3], {"a,b": "c:d"}]');
});
