import { describe, expect, it } from 'vitest';
import {
  aboutDuration,
  byteText,
  counted,
  decimal,
  duration,
  longDuration,
  numberText,
  percent,
  percentRange,
  preciseDuration,
  roughDuration,
  shortDuration,
  stepTime,
  testTime,
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
    expect([percent(null), decimal(null), stepTime(null)]).toEqual(['–', '–', '–']);
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

describe('times', () => {
  it.each([
    [testTime, [0.2, 212.4, 1234], ['0 ms', '212 ms', '1.23 s']],
    [stepTime, [3.14, 480, 4_812, 130_000], ['3.1 ms', '480 ms', '4.8 s', '2 min']],
    [shortDuration, [41.4, 840, 4_800], ['41 s', '14 min', '1 h 20 min']],
    [
      duration,
      [0.04, 9.9, 9.96, 59.4, 59.6, 200, 3599.4, 7500, 7199],
      ['0.0 s', '9.9 s', '10 s', '59 s', '1 min 0 s', '3 min 20 s', '59 min 59 s', '2 h 5 min', '2 h 0 min'],
    ],
    [preciseDuration, [34_210, 200_000, 7_500_000], ['34.2 s', '3 min 20 s', '2 h 5 min']],
    [
      roughDuration,
      [0.1, 31, 56, 89, 170, 3590, 7500],
      [
        ...['about 5 s', 'about 35 s', 'about 1 min', 'about 1 min'],
        ...['about 3 min', 'about 1 h 0 min', 'about 2 h 5 min'],
      ],
    ],
    [aboutDuration, [0.2, 12.4, 89, 130], ['about 1 s', 'about 12 s', 'about 89 s', 'about 2 min']],
    [longDuration, [0.2, 42, 600, 7200, 36_000], ['1 s', '42 s', '10 minutes', '2.0 hours', '10 hours']],
    [timeLeft, [42], ['42 s left']],
  ])('are written by %o', (write, values, texts) => {
    expect(values.map((value) => write(value))).toEqual(texts);
  });
});
