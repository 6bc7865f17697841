import { describe, expect, it } from 'vitest';
import { resultOf } from '../../../../tests/builders/report.ts';
import type { TestResult, TestVerdict } from '../../../domain/verdict.ts';
import {
  endingWords,
  ownSettings,
  partingSentence,
  partingTests,
  standing,
  totalMs,
  type JudgedColumn,
} from './comparison-sentences.ts';

function results(letters: string): readonly TestResult[] {
  const verdicts: Record<string, TestVerdict> = { A: 'accepted', W: 'wrong-answer', '-': 'not-run' };
  return [...letters].map((letter, index) => resultOf(index, verdicts[letter] ?? 'judge-error'));
}

const column = (letter: string, reward: number | null, letters: string): JudgedColumn => ({
  letter,
  reward,
  results: results(letters),
});

describe('a comparison in words', () => {
  it('says who earned what, the best first', () => {
    const columns = [column('A', 0, 'W'), column('B', 1, 'A'), column('C', null, '?'), column('D', 0, 'W')];
    expect(standing(columns)).toBe('Reward 1.0: B. Reward 0.0: A, D. No reward: C.');
    expect(standing([])).toBe('');
  });

  it('finds the tests on which columns part; what did not run parts from nothing', () => {
    expect(partingTests([column('A', 1, 'AAAA'), column('B', 0, 'AW-W')])).toEqual([1, 3]);
    expect(partingTests([column('A', 1, 'AA'), column('B', 0, '--'), column('C', null, '??')])).toEqual([]);
  });

  it('names these tests, as many as can be read', () => {
    const two = [column('A', 1, 'AA'), column('B', 0, 'AW')];
    expect(partingSentence(two, 2)).toBe('They differ on 1 test: 2.');
    const many = [column('A', 1, 'A'.repeat(20)), column('B', 0, 'W'.repeat(20))];
    expect(partingSentence(many, 30)).toBe('They differ on 20 tests: 1, 2, 3, 4, 5, 6, 7, 8 and more.');
    expect(partingSentence(many, 20)).toBe('They differ on all 20 tests.');
    const alike = [column('A', 0, 'AW'), column('B', 0, 'AW')];
    expect(partingSentence(alike, 2)).toBe('A, B: the same tests passed and failed.');
    expect(partingSentence([column('A', 0, 'AW'), column('B', 0, '')], 2)).toBe('');
  });

  it('names what a column sets for itself', () => {
    expect(ownSettings({ pick: 'gpu:a' }, 'DeepCoder')).toEqual([]);
    expect(
      ownSettings(
        { pick: 'gpu:a', temperature: 0, topP: 0.9, seed: null, maxTokens: 4096, prompt: 'x' },
        'X',
      ),
    ).toEqual(['temperature 0', 'top-p 0.9', 'no seed', '4,096 tokens at most', 'prompt X']);
  });

  it('says how an answer ended, and how long it took', () => {
    const completion = { reasoning: '', reasoningOpen: false, text: '', usage: null } as const;
    expect(endingWords({ completion: { ...completion, finishReason: 'context' }, failure: null })).toBe(
      'context full',
    );
    expect(endingWords({ completion: { ...completion, finishReason: null }, failure: null })).toBe('');
    const speed = { tokens: 100, estimated: false, firstTokenMs: 500, tokensPerSecond: 50 };
    expect(totalMs(speed)).toBe(2500);
    expect(totalMs({ ...speed, tokensPerSecond: null })).toBe(500);
    expect(totalMs({ ...speed, firstTokenMs: null })).toBeNull();
  });
});
