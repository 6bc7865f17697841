import { describe, expect, it } from 'vitest';
import { counted, decimal, duration, percent, roughDuration } from './numbers.ts';

describe('numbers for people', () => {
  it('count things', () => {
    expect([0, 1, 1033].map((count) => counted(count, 'sample'))).toEqual([
      '0 samples',
      '1 sample',
      '1,033 samples',
    ]);
  });

  it('are a dash where there is none', () => {
    expect([percent(null), decimal(null)]).toEqual(['–', '–']);
    expect([percent(0.575), decimal(-0.1)]).toEqual(['57.5 %', '-0.100']);
  });

  it.each([
    [0.04, '0.0 s'],
    [9.9, '9.9 s'],
    [9.96, '10 s'],
    [59.4, '59 s'],
    [59.6, '1 min 0 s'],
    [200, '3 min 20 s'],
    [3599.4, '59 min 59 s'],
    [7500, '2 h 5 min'],
    [7199, '2 h 0 min'],
  ])('%d seconds took %s', (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });

  it.each([
    [0.1, 'about 5 s'],
    [31, 'about 35 s'],
    [56, 'about 1 min'],
    [89, 'about 1 min'],
    [170, 'about 3 min'],
    [3590, 'about 1 h 0 min'],
    [7500, 'about 2 h 5 min'],
  ])('%d seconds are left: %s', (seconds, words) => {
    expect(roughDuration(seconds)).toBe(words);
  });
});
