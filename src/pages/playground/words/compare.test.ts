import { describe, expect, it } from 'vitest';
import { ending, ownSettings, parting, standing } from './compare.ts';

describe('a comparison in words', () => {
  it('says who earned what', () => {
    const groups = [
      { reward: '1.0', letters: ['B'] },
      { reward: '0.0', letters: ['A', 'D'] },
      { reward: null, letters: ['C'] },
    ];
    expect(standing(groups)).toBe('Reward 1.0: B. Reward 0.0: A, D. No reward: C.');
    expect(standing([])).toBe('');
  });

  it('names the tests on which columns part, as many as can be read', () => {
    const two = ['A', 'B'];
    const many = Array.from({ length: 20 }, (_, index) => index);
    expect(parting(two, [1], 2)).toBe('They differ on 1 test: 2.');
    expect(parting(two, many, 30)).toBe('They differ on 20 tests: 1, 2, 3, 4, 5, 6, 7, 8 and more.');
    expect(parting(two, many, 20)).toBe('They differ on all 20 tests.');
    expect(parting(two, [0], 1)).toBe('They differ on the only test.');
    expect(parting(two, [], 2)).toBe('A, B: the same tests passed and failed.');
    expect(parting(['A'], [], 2)).toBe('');
  });

  it('names what a column sets for itself', () => {
    expect(ownSettings({}, 'DeepCoder')).toEqual([]);
    expect(ownSettings({ temperature: 0, topP: 0.9, seed: null, maxTokens: 4096, prompt: 'x' }, 'X')).toEqual(
      ['temperature 0', 'top-p 0.9', 'no seed', '4,096 tokens at most', 'prompt X'],
    );
  });

  it('says how an answer ended', () => {
    const completion = { reasoning: '', reasoningOpen: false, text: '', usage: null } as const;
    expect(ending({ completion: { ...completion, finishReason: 'context' }, failure: null })).toBe(
      'context full',
    );
    expect(ending({ completion: { ...completion, finishReason: null }, failure: null })).toBe('');
  });
});
