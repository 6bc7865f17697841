import { describe, expect, it } from 'vitest';
import { suggestion } from './suggestion.ts';

const OPTIONS = ['problems', 'samples', 'time-limit', 'workers', 'profile', 'output', 'quiet'];

describe('what was meant', () => {
  it.each([
    ['profil', 'profile'],
    ['sample', 'samples'],
    ['wrokers', 'workers'],
    ['Output', 'output'],
    ['queit', 'quiet'],
    ['timelimit', 'time-limit'],
    ['limit', 'time-limit'],
    ['prob', 'problems'],
  ])('by --%s is --%s', (typedName, meant) => {
    expect(suggestion(typedName, OPTIONS)).toBe(meant);
  });

  it.each(['', 'x', 'e', 'ou', 'nonsense', 'colour', 'p'.repeat(100_000)])(
    'is not guessed where nothing is near',
    (typedName) => {
      expect(suggestion(typedName, OPTIONS)).toBeNull();
    },
  );

  it('may differ in capitals', () => {
    expect(suggestion('humaneval/1', ['MBPP/1', 'HumanEval/1'])).toBe('HumanEval/1');
  });

  it('is not guessed where a part of a name stands in two', () => {
    expect(suggestion('abc', ['abc-one', 'abc-two'])).toBeNull();
  });
});
