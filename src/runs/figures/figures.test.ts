import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  meanIntervals,
  pairedDifference,
  atLeastWilson,
  samplingHalfWidth,
  largestK,
  meanPassAtK,
  passAtK,
} from './pass-at-k.ts';
import { mcnemar } from '../comparison.ts';
import { reportOf } from './run-report.ts';

/** Counts, among all ways to draw k of the samples, the share that contains a sample that solves. */
function slowPassAtK(samples: number, solved: number, k: number): number {
  let [allCount, goodCount] = [0, 0];
  for (let mask = 0; mask < 2 ** samples; mask++) {
    const drawnIndices = [...Array(samples).keys()].filter((at) => mask & (1 << at));
    if (drawnIndices.length !== k) continue;
    allCount += 1;
    if (drawnIndices.some((at) => at < solved)) goodCount += 1;
  }
  return goodCount / allCount;
}

function choose(n: bigint, k: bigint): bigint {
  let result = 1n;
  for (let at = 1n; at <= k; at++) result = (result * (n - k + at)) / at;
  return result;
}

describe('pass@k', () => {
  it('is what counting all draws gives', () => {
    for (let samples = 1; samples <= 8; samples++)
      for (let solved = 0; solved <= samples; solved++)
        for (let k = 1; k <= samples; k++)
          expect(passAtK({ samples, solved }, k)).toBeCloseTo(slowPassAtK(samples, solved, k), 12);
  });

  it('stays exact for many samples, and is c/n for k = 1', () => {
    for (const [samples, solved, k] of [
      [1000, 3, 500],
      [200, 1, 100],
      [10_000, 17, 64],
    ] as const) {
      const scale = 10n ** 15n;
      const failing = choose(BigInt(samples - solved), BigInt(k)) * scale;
      const exact = 1 - Number(failing / choose(BigInt(samples), BigInt(k))) / 1e15;
      expect(passAtK({ samples, solved }, k)).toBeCloseTo(exact, 10);
      expect(passAtK({ samples, solved }, 1)).toBeCloseTo(solved / samples, 12);
    }
  });

  it('is given for every k that all problems have samples for, and for no other', () => {
    const problems = [
      { samples: 4, solved: 1 },
      { samples: 3, solved: 3 },
    ];
    expect(largestK(problems)).toBe(3);
    expect([1, 2, 3, 4].map((k) => meanPassAtK(problems, k))).toEqual([0.625, 0.75, 0.875, null]);
    expect([largestK([]), meanPassAtK([], 1)]).toEqual([0, null]);
    expect(() => passAtK(problems[1]!, 4)).toThrow(RangeError);
  });
});

const meanInterval = (values: readonly number[]) => meanIntervals([values])[0];

describe('the interval of a mean', () => {
  it('holds the mean, is the same each time, and none for a single value', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 0.25, 1), { minLength: 2, maxLength: 60 }), (values) => {
        const mean = values.reduce<number>((sum, value) => sum + value, 0) / values.length;
        const { low, high } = meanInterval(values)!;
        expect(low - 1e-12 <= mean && mean <= high + 1e-12).toBe(true);
        expect(meanInterval(values)).toEqual({ low, high });
      }),
      { numRuns: 30 },
    );
    expect(meanIntervals([[1], [0]])).toEqual([null, null]);
    expect(meanIntervals([])).toEqual([]);
  });

  it('is about as wide as theory says for a coin: 1.96 σ/√n to each side', () => {
    const values = Array.from({ length: 400 }, (_, at) => at % 2);
    const { low, high } = meanInterval(values)!;
    expect(high - low).toBeCloseTo((2 * 1.96 * 0.5) / 20, 1.5);
  });
});

describe("McNemar's test", () => {
  it.each([
    // Computed with exact fractions: 2 Σ C(b + c, i) / 2^(b + c), for i up to the smaller count.
    [0, 0, 1],
    [5, 5, 1],
    [0, 5, 0.0625],
    [1, 9, 0.021484375],
    [10, 25, 0.01667384780012071],
  ])('%i against %i', (first, second, p) => {
    expect(mcnemar(first, second)).toBeCloseTo(p, 12);
    expect(mcnemar(second, first)).toBeCloseTo(p, 12);
  });

  it('does not vanish among thousands', () => {
    expect(mcnemar(3000, 3000)).toBe(1);
    expect(mcnemar(2900, 3100)).toBeGreaterThan(0.005);
    expect(mcnemar(2900, 3100)).toBeLessThan(0.02);
  });
});

describe('an interval', () => {
  it('is at least Wilson’s where all values are 0 or 1', () => {
    // For 0 of n: from 0 to z²/(n + z²). For n of n: from n/(n + z²) to 1. z² = 3.841459.
    for (const [value, count, low, high] of [
      [0, 10, 0, 0.2775328],
      [1, 10, 0.7224672, 1],
      [1, 1, 0.2065493, 1],
    ] as const) {
      const interval = atLeastWilson({ low: value, high: value }, value, count);
      expect(interval.low).toBeCloseTo(low, 6);
      expect(interval.high).toBeCloseTo(high, 6);
    }
    expect(atLeastWilson({ low: 0.467, high: 0.626 }, 0.55, 57)).toEqual({ low: 0.467, high: 0.626 });
  });

  it('does not jump where the last problem becomes certain', () => {
    // pass@34 misses 1 only in its fourth digit, pass@35 is 1 for every problem.
    const samples = Array.from({ length: 50 * 36 }, (_, at) => ({
      ...{ problemId: `p${Math.floor(at / 36)}`, verdict: 'accepted' as const, flags: [] },
      reward: at < 34 ? 0 : 1,
    }));
    const { passes } = reportOf(samples);
    const [passAt34, passAt35] = [passes[33]!, passes[34]!];
    expect([passAt34.value < 1, passAt35.value]).toEqual([true, 1]);
    expect(passAt34.interval!.low).toBeCloseTo(passAt35.interval!.low, 3);
  });

  it('knows the part that new samples of the same problems would give', () => {
    // 1.96 √(Σ p (1 − p) / (n − 1)) / N, with p = 1/2, n = 4 of a thousand problems and p = 1 of as many.
    const problems = Array.from({ length: 2000 }, (_, at) => ({ samples: 4, solved: at % 2 === 0 ? 2 : 4 }));
    expect(samplingHalfWidth(problems)).toBeCloseTo((1.959964 * Math.sqrt((1000 * 0.25) / 3)) / 2000, 9);
    expect(samplingHalfWidth([{ samples: 1, solved: 1 }])).toBeNull();
    expect(samplingHalfWidth([])).toBeNull();
  });
});

describe('a paired difference', () => {
  it('is narrower than the runs apart where problems are hard for both', () => {
    const pairs = Array.from(
      { length: 60 },
      (_, at) => [at % 2, at % 2 === 1 && at % 12 === 1 ? 0 : at % 2] as const,
    );
    const difference = pairedDifference(pairs)!;
    expect(difference.value).toBeCloseTo(5 / 60, 12);
    expect(difference.interval!.low).toBeGreaterThan(0);
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    const [one] = meanIntervals([pairs.map(([first]) => first)]);
    expect(width(difference.interval!)).toBeLessThan(width(one!));
  });

  it('changes its sign with the order, and has no interval where it never varies', () => {
    const pairs = [
      [1, 0],
      [0, 0],
      [0.5, 0.25],
    ] as const;
    const other = pairs.map(([first, second]) => [second, first] as const);
    const [one, two] = [pairedDifference(pairs)!, pairedDifference(other)!];
    expect(two.value).toBe(-one.value);
    expect(two.interval!.low).toBeCloseTo(-one.interval!.high, 12);
    expect(two.interval!.high).toBeCloseTo(-one.interval!.low, 12);
    expect(
      pairedDifference([
        [1, 1],
        [0, 0],
      ]),
    ).toEqual({ value: 0, interval: null });
    expect(pairedDifference([])).toBeNull();
  });
});
