import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatView, INITIAL_VIEW, parseView } from './view.ts';
import type { View } from './view.ts';

const views: fc.Arbitrary<View> = fc.record({
  problem: fc.option(fc.string({ minLength: 1, unit: 'grapheme' })),
  tab: fc.constantFrom('answer' as const, 'program' as const),
  pick: fc.option(
    fc.constantFrom(
      'recorded:right',
      'endpoint:org/model name?&#',
      'gpu:Qwen3-4B-q4f16_1-MLC',
      'cpu:https://a/b.gguf',
    ),
  ),
  prompt: fc.option(fc.constantFrom('livecodebench', 'own:a & b?#')),
  test: fc.option(fc.nat(5000)),
  rules: fc.constantFrom('standard', 'rllm', 'custom:extract=rllm,tests=longest-15,limit=2.5,compare=float'),
  xray: fc.boolean(),
  models: fc.option(fc.constantFrom('gpu' as const, 'cpu' as const)),
  compare: fc.option(fc.constantFrom('1', 'recorded:right*endpoint:org/model name?&#*temp_0.2*seed_7')),
  search: fc.string({ unit: 'grapheme' }),
  difficulty: fc.option(fc.constantFrom('easy' as const, 'medium' as const, 'hard' as const)),
  mode: fc.option(fc.constantFrom('stdin' as const, 'call' as const, 'assert' as const)),
  set: fc.option(fc.string({ minLength: 1 })),
  progress: fc.option(fc.constantFrom('solved' as const, 'failed' as const, 'untouched' as const)),
});

describe('view', () => {
  it('comes back from its hash', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(parseView(formatView(view))).toEqual(view);
      }),
    );
  });

  it('writes only what differs from the first view', () => {
    expect(formatView(INITIAL_VIEW)).toBe('#/');
    expect(formatView({ ...INITIAL_VIEW, problem: 'apps/0111', test: 6, tab: 'program' })).toBe(
      '#/problem/apps%2F0111?tab=program&test=7',
    );
  });

  it('reads an id with slashes that are not encoded', () => {
    expect(parseView('#/problem/HumanEval/0').problem).toBe('HumanEval/0');
  });

  it('reads rules by their name, and unknown ones as the standard', () => {
    expect(parseView('#/?rules=rllm&xray=1')).toMatchObject({ rules: 'rllm', xray: true });
    expect(parseView('#/?rules=custom:compare=float,extract=rllm').rules).toBe(
      'custom:extract=rllm,compare=float',
    );
    for (const rules of ['nobody', 'custom:extract=', 'custom:penalty=2']) {
      expect(parseView(`#/?rules=${rules}`).rules).toBe('standard');
    }
  });

  it('leaves out what does not fit', () => {
    const view = parseView('#/problem/a%?tab=nothing&test=0&difficulty=&model=key:secret&mode=files');
    expect(view).toEqual({ ...INITIAL_VIEW, problem: 'a%' });
  });
});
