import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  byteText,
  counted,
  decimal,
  duration,
  numberText,
  percent,
  percentRange,
  roughDuration,
  timeLeft,
} from './number-words.ts';

describe('numbers', () => {
  it('are grouped, and rounded where asked', () => {
    expect([0, 1033, 1234567.8915].map((value) => numberText(value))).toEqual([
      '0',
      '1,033',
      '1,234,567.892',
    ]);
    expect([numberText(4.321, 1), numberText(4.321, 0)]).toEqual(['4.3', '4']);
  });

  it('count things', () => {
    expect([0, 1, 1033].map((count) => counted(count, 'sample'))).toEqual([
      '0 samples',
      '1 sample',
      '1,033 samples',
    ]);
    expect([1, 2].map((count) => counted(count, 'match', 'matches'))).toEqual(['1 match', '2 matches']);
  });

  it('are a dash where there is none', () => {
    expect([percent(null), decimal(null), duration(null)]).toEqual(['–', '–', '–']);
    expect([percent(0.575), decimal(-0.1)]).toEqual(['57.5 %', '-0.100']);
    expect(percentRange({ low: 0.2, high: 0.301 })).toBe('20.0 to 30.1 %');
  });

  it('are sizes in the unit that fits', () => {
    const sizes = [
      0, 1, 133, 9999, 12_345, 999_600, 1e6, 85_400_000, 999_600_000, 4_321_000_000, 43_210_000_000,
    ];
    expect(sizes.map(byteText).join(' · ')).toBe(
      '0 bytes · 1 byte · 133 bytes · 9,999 bytes · 12 kB · 1 MB · 1 MB · 85 MB · 1 GB · 4.3 GB · 43.2 GB',
    );
  });
});

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [0.2, '0.2 ms'],
    [3.14, '3.1 ms'],
    [9.96, '10 ms'],
    [212.4, '212 ms'],
    [999.4, '999 ms'],
    [999.6, '1 s'],
    [1234, '1.23 s'],
    [9996, '10 s'],
    [34_210, '34.2 s'],
    [59_940, '59.9 s'],
    [59_990, '1 min'],
    [119_400, '1 min 59 s'],
    [119_700, '2 min'],
    [200_000, '3 min 20 s'],
    [239_700, '4 min'],
    [3_599_400, '59 min 59 s'],
    [3_599_600, '1 h'],
    [7_199_000, '2 h'],
    [7_500_000, '2 h 5 min'],
    [360_000_000, '100 h'],
  ])('%d ms are %s', (milliseconds, text) => {
    expect(duration(milliseconds)).toBe(text);
  });

  /** Durations that are distributed over powers of ten, because most units are below a second. */
  const anyTime = fc.double({ min: -2, max: 9, noNaN: true }).map((exponent) => 10 ** exponent);
  const NEXT: Readonly<Record<string, number>> = { ms: 1000, s: 60, min: 60, h: Infinity };
  const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };
  const parts = (text: string) =>
    [...text.matchAll(/([\d,.]+) (ms|s|min|h)\b/g)].map(
      ([, count, unit]) => [Number(count!.replaceAll(',', '')), unit!] as const,
    );
  const valueOf = (text: string) =>
    parts(text).reduce((sum, [count, unit]) => sum + count * MILLISECONDS[unit]!, 0);

  it.each([
    ['exact', duration],
    ['rough', (milliseconds: number) => roughDuration(milliseconds / 1000)],
  ])('%s ones never fill a unit, and grow with the time', (_, write) => {
    fc.assert(
      fc.property(anyTime, fc.double({ min: 1, max: 1.2, noNaN: true }), (time, factor) => {
        const text = write(time);
        for (const [count, unit] of parts(text)) expect(count, text).toBeLessThan(NEXT[unit]!);
        expect(valueOf(text)).toBeLessThanOrEqual(valueOf(write(time * factor)));
      }),
      { numRuns: 2000 },
    );
  });

  it('exact ones are off by half of their last digit at most', () => {
    fc.assert(
      fc.property(anyTime, (time) => {
        const off = Math.abs(valueOf(duration(time)) - time);
        const digit = time < 9.95 ? 0.1 : time < 999.5 ? 1 : time < 9995 ? 10 : time < 59_950 ? 100 : 1000;
        expect(off).toBeLessThanOrEqual((time < 3_599_500 ? digit : 60_000) / 2 + 1e-6);
      }),
      { numRuns: 2000 },
    );
  });

  it('forecasts are rough, and never say that nothing is left', () => {
    expect([0, 0.1, 8.2, 31, 56, 89, 170, 3590, 7500, 36_400].map(timeLeft)).toEqual([
      ...['about 1 s left', 'about 1 s left', 'about 9 s left', 'about 35 s left', 'about 1 min left'],
      ...[
        'about 1 min left',
        'about 3 min left',
        'about 1 h left',
        'about 2 h 10 min left',
        'about 10 h left',
      ],
    ]);
  });
});
