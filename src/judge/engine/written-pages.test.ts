import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WrittenPages } from './written-pages.ts';

function pagesOf(numbers: Iterable<number>): WrittenPages {
  const pages = new WrittenPages(8);
  for (const page of numbers) pages.add(page);
  return pages;
}

describe('runs of pages', () => {
  it('bridge small gaps, and no large one', () => {
    expect(pagesOf([1, 2, 5, 9]).runsWithin(0, 20)).toEqual([
      { first: 1, end: 6 },
      { first: 9, end: 10 },
    ]);
  });

  it('cover every page that belongs and begin and end with one, whatever was added and cut', () => {
    const page = fc.nat(300);
    fc.assert(
      fc.property(fc.uniqueArray(page), page, page, page, (numbers, cut, first, length) => {
        const pages = pagesOf(numbers);
        const gone = pages.cut(cut);
        const kept = new Set(numbers.filter((number) => number < cut));
        expect(gone).toBe(numbers.length - kept.size);
        for (let number = 0; number <= 300; number++) expect(pages.has(number)).toBe(kept.has(number));
        const runs = pages.runsWithin(first, first + length);
        const covered = runs.flatMap(({ first: from, end }) =>
          Array.from({ length: end - from }, (_, offset) => from + offset),
        );
        expect(covered).toEqual([...new Set(covered)].sort((a, b) => a - b));
        const wanted = [...kept].filter((number) => number >= first && number < first + length);
        for (const number of wanted) expect(covered).toContain(number);
        for (const run of runs) expect([kept.has(run.first), kept.has(run.end - 1)]).toEqual([true, true]);
        for (const number of covered) expect(number >= first && number < first + length).toBe(true);
      }),
    );
  });
});
