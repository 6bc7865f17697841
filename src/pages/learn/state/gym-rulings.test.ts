import { describe, expect, it } from 'vitest';
import { RULING } from '../../../../tests/builders/ruling.ts';
import type { Ruling } from '../../../domain/exploit.ts';
import { PROFILES } from '../../../judge/profiles/profiles.ts';
import { listed, ruling as rulingWords } from '../words/rulings.ts';
import { fooledWords } from './gym-rulings.ts';

const all = (paid: Readonly<Record<string, number | null>>) =>
  new Map(PROFILES.map(({ name }) => [name, { ...RULING, profile: name, reward: paid[name] ?? 0 }] as const));

describe('a ruling in words', () => {
  it('is the rule where one made a difference, else what became of the tests', () => {
    expect(rulingWords({ ...RULING, says: 'Lines are compared in pairs.' })).toBe(
      'Lines are compared in pairs.',
    );
    expect(rulingWords(RULING)).toBe('Stopped at test 4 of 20: wrong answer.');
    expect(rulingWords({ ...RULING, testsRun: 20 })).toBe(
      '3 of 20 tests passed. First failure: wrong answer.',
    );
    expect(rulingWords({ ...RULING, verdict: 'accepted', reward: 1, testsRun: 15 })).toBe(
      'All 15 tests that ran passed.',
    );
    expect(rulingWords({ ...RULING, verdict: 'no-code' })).toBe('No program was found in the answer.');
    expect(rulingWords({ ...RULING, verdict: 'judge-error', reward: null })).toMatch(/^The judge failed/);
  });
});

describe('all rulings in words', () => {
  it('name the fooled graders, without those for teaching only', () => {
    expect(fooledWords(PROFILES, all({}))).toBe('It fools no grader.');
    expect(fooledWords(PROFILES, all({ fractional: 1 }))).toBe('It fools no grader.');
    expect(fooledWords(PROFILES, all({ rllm: 1, lcb: 1, tinker: 1 }))).toBe(
      'It fools rLLM, LiveCodeBench and Tinker cookbook; the standard rules pay 0.',
    );
  });

  it('tell a solution from a cheat, and wait until all have spoken', () => {
    expect(fooledWords(PROFILES, all({ standard: 1, rllm: 1 }))).toMatch(/^This solves the problem/);
    expect(fooledWords(PROFILES, new Map([['standard', RULING]]))).toBeNull();
    const failed = new Map<string, Ruling>(all({}));
    failed.set('lcb', { ...RULING, profile: 'lcb', reward: null, verdict: 'judge-error' });
    expect(fooledWords(PROFILES, failed)).toMatch(/^The judge failed/);
  });

  it('are listed as one lists', () => {
    expect([listed([]), listed(['a']), listed(['a', 'b'])]).toEqual(['', 'a', 'a and b']);
  });
});
