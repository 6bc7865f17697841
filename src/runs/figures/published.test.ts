import { expect, it } from 'vitest';
import { BENCHMARKS, isOfBenchmark, PUBLISHED, publishedFigure, publishedFor } from './published.ts';

it('every published figure has a source one can open, and a value of its unit', () => {
  for (const figure of PUBLISHED) {
    const benchmark = BENCHMARKS.find(({ name }) => name === figure.benchmark)!;
    expect(new URL(figure.source.url).protocol).toBe('https:');
    expect(figure.value).toBeGreaterThan(benchmark.unit === 'rating' ? 500 : 0);
    expect(figure.value).toBeLessThan(benchmark.unit === 'rating' ? 4000 : 100);
  }
});

it('no figure stands twice with the same settings', () => {
  const keys = PUBLISHED.map(({ model, benchmark, k, windowK, source }) =>
    JSON.stringify([model, benchmark, k, windowK, source.url]),
  );
  expect(new Set(keys).size).toBe(keys.length);
});

it('are given for a benchmark, the best first, and for no other k', () => {
  expect(publishedFor('livecodebench-v6', 8).map(({ value }) => value)).toEqual([76, 34.3]);
  const [bestFigure] = publishedFor('livecodebench-v5');
  expect(bestFigure).toMatchObject({ model: 'o3-mini (low)', value: 60.9 });
  expect(publishedFor('humaneval-plus', 3)).toEqual([]);
});

it('what is not published is a slip', () => {
  expect(publishedFigure({ model: 'o1 (low)', benchmark: 'codeforces' }).percentile).toBe(96.1);
  expect(() => publishedFigure({ model: 'nobody' })).toThrow('nothing is published');
});

it('a problem is of a benchmark by its source and its date', () => {
  const benchmarksOf = (source: string, date: string | null) =>
    BENCHMARKS.filter((benchmark) => isOfBenchmark({ source, date }, benchmark)).map(({ name }) => name);
  expect(benchmarksOf('livecodebench', '2024-09-14')).toEqual(['livecodebench-v5', 'livecodebench-r1']);
  expect(benchmarksOf('livecodebench', '2025-04-01')).toEqual(['livecodebench-v6']);
  expect(benchmarksOf('livecodebench', '2023-09-14')).toEqual([]);
  expect(benchmarksOf('livecodebench', null)).toEqual([]);
  expect(benchmarksOf('humaneval+', null)).toEqual(['humaneval-plus']);
  expect(benchmarksOf('leetcode', '2024-09-14')).toEqual([]);
});
