import { describe, expect, it } from 'vitest';
import { geometricRatio, measured, median, NO_PYTHON, written } from './figures.ts';

describe('figures that are written', () => {
  it('are as they were measured, and say nothing of what is missing where all are there', () => {
    expect(written({ one: 1, two: [2], none: null })).toEqual({ one: 1, two: [2], none: null });
  });

  it('are null where they are missing, each with its reason', () => {
    expect(written({ one: 1, two: NO_PYTHON, three: { notMeasured: 'this system cannot fork' } })).toEqual({
      one: 1,
      two: null,
      three: null,
      not_measured: { two: 'there is no python3 on this machine', three: 'this system cannot fork' },
    });
  });
});

it('loses the figures of a part that fails, and no others', async () => {
  const failures: string[] = [];
  const figures = await measured(
    {
      first: { measure: () => Promise.resolve({ one: 1 }) },
      broken: { measure: () => Promise.reject(new Error('a heading was not there\nCall log: …')) },
      last: { measure: () => Promise.resolve({ two: 2 }) },
    },
    (part, reason) => failures.push(`${part}: ${reason}`),
  );
  expect(written(figures)).toEqual({
    ...{ one: 1, broken: null, two: 2 },
    not_measured: { broken: 'a heading was not there' },
  });
  expect(failures).toEqual(['broken: a heading was not there']);
});

it('takes the middle value, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 7])).toBe(6);
});

it('weighs ratios alike, whichever is the larger', () => {
  expect(geometricRatio({ a: 4, b: 1, other: 1000 }, { a: 1, b: 4 })).toBeCloseTo(1);
  expect(geometricRatio({ a: 8, b: 2 }, { a: 1, b: 1 })).toBeCloseTo(4);
});
