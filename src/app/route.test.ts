import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRoute, routeTo, type Route } from '../kit/address/route.ts';
import { LEARN_CODEC } from '../pages/learn/state/learn-view.ts';
import { MODELS_PAGE } from '../pages/models/page.ts';
import {
  INITIAL_VIEW,
  PLAYGROUND_CODEC,
  type PlaygroundView,
} from '../pages/playground/state/playground-view.ts';
import { BROWSE_CODEC } from '../pages/problems/state/browse-view.ts';
import { RUNS_CODEC } from '../pages/runs/state/runs-view.ts';
import { PAGES } from './pages.ts';

const read = (hash: string): Route =>
  parseRoute(
    PAGES.map(({ codec }) => codec),
    hash,
  );

const playground: fc.Arbitrary<PlaygroundView> = fc.record({
  problem: fc.option(fc.string({ minLength: 1, unit: 'grapheme' })),
  in: fc.option(fc.string({ minLength: 1, unit: 'grapheme' })),
  tab: fc.constantFrom('answer' as const, 'program' as const),
  own: fc.boolean(),
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
  dialog: fc.option(
    fc.oneof(
      fc.constant({ type: 'xray' as const }),
      fc.constant({ type: 'models' as const }),
      fc
        .constantFrom('1', 'recorded:right*endpoint:org/model name?&#*temp_0.2*seed_7')
        .map((columns) => ({ type: 'compare' as const, columns })),
    ),
  ),
  present: fc.boolean(),
  solo: fc.boolean(),
  search: fc.string({ unit: 'grapheme' }),
  difficulty: fc.option(fc.constantFrom('easy' as const, 'medium' as const, 'hard' as const)),
  mode: fc.option(fc.constantFrom('stdin' as const, 'call' as const, 'assert' as const)),
  set: fc.option(fc.string({ minLength: 1 })),
  progress: fc.option(
    fc.constantFrom('solved' as const, 'failed' as const, 'answered' as const, 'untouched' as const),
  ),
});
const learn = fc.record({
  place: fc.constantFrom('', 'lab', 'how-many-tests'),
  settings: fc.constantFrom('', 'preset=few-tests&seed=7', 'hide=reveal%2Cnext', 'a=%26+%3D%23'),
});
const routes: fc.Arbitrary<Route> = fc.oneof(
  playground.map((view) => routeTo(PLAYGROUND_CODEC, view)),
  learn.map((view) => routeTo(LEARN_CODEC, view)),
  fc
    .record({
      search: fc.string({ unit: 'grapheme' }),
      source: fc.uniqueArray(fc.constantFrom('taco', 'a,b', '100%', '%2C'), { maxLength: 3 }),
      sort: fc.constantFrom('listed' as const, 'newest' as const),
      problem: fc.option(fc.string({ unit: 'grapheme', minLength: 1 })),
    })
    .map((change) => routeTo(BROWSE_CODEC, { ...BROWSE_CODEC.initial, ...change })),
  fc
    .constantFrom('', 'min-tests=7&near=off', 'sets=a+b.jsonl%0Ac&filter=0+%3C+avg')
    .map((prepare) => routeTo(BROWSE_CODEC, { ...BROWSE_CODEC.initial, prepare })),
  fc
    .oneof(fc.constant('bundled'), fc.string({ unit: 'grapheme', minLength: 1 }))
    .map((strength) => routeTo(BROWSE_CODEC, { ...BROWSE_CODEC.initial, strength })),
  fc
    .record({
      tab: fc.constantFrom('here', 'endpoint', 'measure', 'data'),
      measured: fc.constantFrom(null, 'cpu:https://a/b.gguf?c=d&e', 'gpu:Qwen3-4B-q4f16_1-MLC'),
    })
    .map((view) => routeTo(MODELS_PAGE.codec, view)),
  fc
    .record({
      run: fc.option(fc.constantFrom('mq1-x7', 'a b&c')),
      with: fc.constantFrom<(readonly string[])[]>([], ['mq2'], ['mq2', 'mq3']),
      making: fc.constantFrom('model' as const, 'samples' as const, 'training' as const, null),
      from: fc.constantFrom('2024-08', '2024-08-31', null),
      until: fc.constantFrom('2025-02', null),
      part: fc.constantFrom('figures' as const, 'samples' as const),
      verdict: fc.uniqueArray(fc.constantFrom('accepted', 'failed'), { maxLength: 2 }),
      group: fc.option(fc.constant('difficulty:hard')),
      sample: fc.option(fc.nat(999)),
      xray: fc.boolean(),
      audit: fc.option(fc.constant('mq4-x8')),
      reason: fc.constantFrom('hard-coded' as const, 'time' as const, null),
      rollout: fc.option(fc.constant('180/3')),
    })
    .map((change) => routeTo(RUNS_CODEC, { ...RUNS_CODEC.initial, ...change })),
  fc
    .constantFrom('#/foo', '#/driven2', '#/models/7?tab=endpoint', '#/learn/9', '#/settings', '#main')
    .map((hash) => ({ page: null, view: null, hash })),
);
/** Arbitrary strings, and strings that resemble an address. */
const hashes = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '#',
        '/',
        '?',
        '&',
        '=',
        '%',
        '%E0%A4',
        '\uD800',
        'problem',
        'models',
        'learn',
        'test',
        'compare',
        'history',
        '*',
        '1',
      ),
    )
    .map((pieces) => pieces.join('')),
);

const viewOf = (hash: string): PlaygroundView | null => {
  const { page, view } = read(hash);
  return page === 'playground' ? (view as PlaygroundView) : null;
};

describe('route', () => {
  it('comes back from its hash', () => {
    fc.assert(
      fc.property(routes, (route) => {
        expect(read(route.hash)).toEqual(route);
      }),
    );
  });

  it('is read from any text, and its address gives the same order', () => {
    fc.assert(
      fc.property(hashes, (hash) => {
        const normalizedHash = read(hash).hash;
        expect(read(normalizedHash).hash).toBe(normalizedHash);
      }),
    );
  });

  it('writes only what differs from the first view', () => {
    expect(routeTo(PLAYGROUND_CODEC, INITIAL_VIEW).hash).toBe('#/');
    expect(
      routeTo(PLAYGROUND_CODEC, { ...INITIAL_VIEW, problem: 'apps/0111', test: 6, tab: 'program' }).hash,
    ).toBe('#/problem/apps%2F0111?tab=program&test=7');
    expect(routeTo(MODELS_PAGE.codec, { tab: 'here', measured: null }).hash).toBe('#/models');
  });

  it('an address without a path is the playground, and an unknown one has no page', () => {
    for (const hash of ['', '#', '#/', '#?tab=answer', '#/problem/'])
      expect(viewOf(hash)).toEqual(INITIAL_VIEW);
    for (const hash of [
      '#/foo',
      '#/driven2',
      '#/door',
      '#/problems/3',
      '#main',
      '#/Models',
      '#/settings?x=1',
    ])
      expect(read(hash)).toEqual({ page: null, view: null, hash });
  });

  it('reads an id with unencoded slashes', () => {
    expect(viewOf('#/problem/HumanEval/0')?.problem).toBe('HumanEval/0');
  });

  it('reads rules by their name, and unknown ones as the standard', () => {
    expect(viewOf('#/?rules=rllm&xray=1')).toMatchObject({ rules: 'rllm', dialog: { type: 'xray' } });
    expect(viewOf('#/?rules=custom:compare=float,extract=rllm')?.rules).toBe(
      'custom:extract=rllm,compare=float',
    );
    for (const rules of ['nobody', 'custom:extract=', 'custom:penalty=2']) {
      expect(viewOf(`#/?rules=${rules}`)?.rules).toBe('standard');
    }
  });

  it('opens one dialog at most', () => {
    expect(viewOf('#/?models=here&compare=1&xray=1')?.dialog).toEqual({ type: 'xray' });
    expect(viewOf('#/?models=here&compare=1')?.dialog).toEqual({ type: 'compare', columns: '1' });
    expect(viewOf('#/?models=npu&xray=2')?.dialog).toBeNull();
  });

  it('leaves out what does not fit', () => {
    expect(viewOf('#/problem/a%?tab=nothing&test=0&difficulty=&model=key:secret&mode=files')).toEqual({
      ...INITIAL_VIEW,
      problem: 'a%',
    });
    expect(read('#/models?tab=tpu')).toMatchObject({ page: 'models', view: { tab: 'here' } });
  });
});
