import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../../tests/builders/answer.ts';
import { completionOf } from '../../../../tests/builders/completion.ts';
import { resultOf } from '../../../../tests/builders/report.ts';
import type { TestVerdict } from '../../../domain/verdict.ts';
import {
  differenceText,
  differingTests,
  endingText,
  rewardsText,
  settingsText,
  totalMs,
  type JudgedColumn,
} from './column-facts.ts';

const column = (letter: string, reward: number | null, letters: string): JudgedColumn => {
  const verdicts: Record<string, TestVerdict> = { A: 'accepted', W: 'wrong-answer', '-': 'not-run' };
  const results = [...letters].map((each, index) => resultOf(index, verdicts[each] ?? 'judge-error'));
  return { letter, reward, results };
};

describe('the columns of a comparison', () => {
  it('are listed by their reward, the highest first', () => {
    const columns = [column('A', 0, 'W'), column('B', 1, 'A'), column('C', null, '?'), column('D', 0, 'W')];
    expect(rewardsText(columns)).toBe('Reward 1.0: B. Reward 0.0: A, D. No reward: C.');
    expect(rewardsText([])).toBe('');
  });

  it('differ on the tests that one passes and another fails', () => {
    expect(differingTests([column('A', 1, 'AAAA'), column('B', 0, 'AW-W')])).toEqual([1, 3]);
    expect(differingTests([column('A', 1, 'AA'), column('B', 0, '--'), column('C', null, '??')])).toEqual([]);
  });

  it('took a time from the question to the last token', () => {
    const speed = { tokens: 100, estimated: false, firstTokenMs: 500, tokensPerSecond: 50 };
    expect(totalMs(speed)).toBe(2500);
    expect(totalMs({ ...speed, tokensPerSecond: null })).toBe(500);
    expect(totalMs({ ...speed, firstTokenMs: null })).toBeNull();
  });

  it('name the tests on which they differ, up to eight', () => {
    const two = ['A', 'B'];
    const many = Array.from({ length: 20 }, (_, index) => index);
    expect(differenceText(two, [1], 2)).toBe('They differ on 1 test: 2.');
    expect(differenceText(two, many, 30)).toBe('They differ on 20 tests: 1, 2, 3, 4, 5, 6, 7, 8 and more.');
    expect(differenceText(two, many, 20)).toBe('They differ on all 20 tests.');
    expect(differenceText(two, [0], 1)).toBe('They differ on the only test.');
    expect(differenceText(two, [], 2)).toBe('A, B: the same tests passed and failed.');
    expect(differenceText(['A'], [], 2)).toBe('');
  });

  it('list their settings', () => {
    expect(settingsText({}, 'DeepCoder')).toBe('');
    expect(settingsText({ temperature: 0, topP: 0.9, seed: null, maxTokens: 4096, prompt: 'x' }, 'X')).toBe(
      'temperature 0, top-p 0.9, no seed, 4,096 tokens at most, prompt X',
    );
  });

  it('name the ending of an answer', () => {
    expect(endingText(answerOf('', { completion: completionOf('', { finishReason: 'context' }) }))).toBe(
      'context full',
    );
    expect(endingText(answerOf('', { completion: completionOf('', { finishReason: null }) }))).toBe('');
  });
});
