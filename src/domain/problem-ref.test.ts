import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUNDLED_SET, isSameProblem, refOfText, refText, type ProblemRef } from './problem-ref.ts';

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
