import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { hold } from '../../../../tests/builders/hold.ts';
import { ScriptedJudge } from '../../../../tests/builders/scripted-judge.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import type { Counted, PrepareOrder, PreparePort } from '../../../datasets/prepare/prepare-order.ts';
import { BUNDLED_SET } from '../../../domain/problem.ts';
import { BROWSE_CODEC, type BrowseView } from './browse-view.ts';
import { PrepareState } from './prepare-state.svelte.ts';

const SETS = new Map([
  [BUNDLED_SET, ['x']],
  ['one.jsonl', ['b', 'a']],
  ['two.jsonl', ['a', 'c']],
]);
const listed = [...SETS].flatMap(([set, ids]) => ids.map((id) => ({ set, summary: problemOf({ id }) })));

const counted = (dropped: Counted['prepared']['dropped'] = []): Counted => ({
  prepared: { train: ['a'], test: [], funnel: [], dropped },
  repeated: 0,
  missing: 0,
});

/** A worker whose replies wait until the test allows them. */
class Preparer implements PreparePort {
  readonly opened: string[] = [];
  readonly orders: PrepareOrder[] = [];
  gate: Promise<void> = Promise.resolve();
  answer = counted();

  open(set: { readonly key: string }) {
    this.opened.push(set.key);
    return Promise.resolve();
  }

  async count(order: PrepareOrder) {
    this.orders.push(order);
    await this.gate;
    return this.answer;
  }

  async write(order: PrepareOrder) {
    this.orders.push(order);
    await this.gate;
    const file = new Blob(['{}\n']) as never;
    return { train: file, test: null, report: file, shortened: 0 };
  }
}

function stage(prepare = '', isReady = true) {
  let current: BrowseView = $state.raw({ ...BROWSE_CODEC.initial, prepare });
  const view = {
    get current() {
      return current;
    },
    adjust: (change: Partial<BrowseView>) => void (current = { ...current, ...change }),
  };
  const preparer = new Preparer();
  const nothing = () => Promise.resolve(undefined);
  const keep = vi.fn(nothing as (known: ReadonlySet<string>) => Promise<undefined>);
  let ready = $state(isReady);
  const state = new PrepareState({
    view,
    preparer,
    judge: new ScriptedJudge(),
    workers: 1,
    kept: {
      readFile: nothing,
      writeFile: nothing,
      readRunning: () => Promise.resolve(false),
      writeRunning: nothing,
      readOutcomes: nothing,
      writeOutcomes: nothing,
      keep,
    },
    problems: {
      get ready() {
        return ready;
      },
      get sets() {
        return new Map(ready ? [...SETS].map(([name, ids]) => [name, ids.length]) : []);
      },
      get listed() {
        return ready ? listed : [];
      },
      keyOf: (name) => `${name}\0`,
      open: (ref) => Promise.resolve({ ref, problem: problemOf({ id: ref.id }), answers: [] }),
    },
  });
  return { state, preparer, view, keep, list: () => void (ready = true) };
}

it('prepares what was imported, but for test sets, in the order of its files', async () => {
  const { state, preparer } = stage();
  expect(state.sets).toEqual([
    { name: 'one.jsonl', key: 'one.jsonl\0', ids: ['b', 'a'] },
    { name: 'two.jsonl', key: 'two.jsonl\0', ids: ['a', 'c'] },
  ]);
  state.change({ against: ['two.jsonl'] });
  await state.count();
  expect(preparer.opened).toEqual(['one.jsonl\0', 'two.jsonl\0']);
  expect(preparer.orders).toMatchObject([
    { sets: ['one.jsonl\0'], against: ['two.jsonl\0'], fewestTests: 5 },
  ]);
  expect([state.lastCount, state.work]).toEqual([preparer.answer, null]);
});

it('counts what was asked for last, and nothing twice meanwhile', async () => {
  const { state, preparer } = stage('sets=one.jsonl');
  const open = hold(preparer);
  const counting = state.count();
  await eventually(() => expect(preparer.orders).toHaveLength(1));
  for (const fewestTests of [6, 7, 8]) {
    state.change({ fewestTests });
    void state.count();
  }
  open();
  await counting;
  expect(preparer.orders.map(({ fewestTests }) => fewestTests)).toEqual([5, 8]);
});

it('makes no file of what was changed while it was made', async () => {
  const { state, preparer } = stage('sets=one.jsonl');
  await state.count();
  const first = await state.write();
  expect(first).toMatchObject({ shortened: 0 });
  expect(await state.write()).toBe(first);
  await state.count();
  expect(state.files).toBeNull();
  const open = hold(preparer);
  const writing = state.write();
  state.change({ fewestTests: 9 });
  const counting = state.count();
  open();
  expect([await writing, state.files]).toEqual([null, null]);
  await counting;
});

it('judges the solutions of what no earlier step drops, and counts them', async () => {
  const { state, preparer } = stage('sets=one.jsonl&verify=on');
  preparer.answer = counted([{ id: 'b', step: 'few-tests', reason: 'has no recorded reward' }]);
  await state.count();
  const lines = ['a', 'b'].map((problem_id) => JSON.stringify({ problem_id, id: 0, code: 'print(1)' }));
  await state.solutions.take(new File([lines.join('\n')], 's.jsonl'));
  expect([state.unjudgedCount, state.order.verified]).toEqual([1, new Map()]);
  await state.verify();
  expect([state.unjudgedCount, state.order.verified]).toEqual([0, new Map([['a', true]])]);
});

it('takes errata and rewards from files, and says what is wrong with them', async () => {
  const { state } = stage('filter=solved');
  const { order } = state;
  expect(order.rates).toBeNull();
  await state.takeErrata(new File(['{"id":"a","flag":"odd"}'], 'e.jsonl'));
  expect(state.trouble).toMatch(/^e\.jsonl, line 1: expected "contradictory-tests" or/);
  await state.takeErrata(new File(['{"id":"a"}\n{"id":"b","source":"s","flag":"interactive"}'], 'e.jsonl'));
  await state.takeRewards(new File(['{"problem_id":"a","reward":1}'], 'r.jsonl'));
  expect(state.order).toMatchObject({
    errata: [
      { name: 'a', source: null, flag: 'wrong-tests' },
      { name: 'b', source: 's', flag: 'interactive' },
    ],
    rates: { filter: 'solved', rewards: new Map([['a', [1]]]) },
  });
  expect(state.givenFiles).toEqual({
    solutions: null,
    strengths: null,
    rewards: 'r.jsonl',
    errata: 'e.jsonl',
  });
  await state.takeErrata(null);
  expect(state.order.errata).toEqual([]);
});

it('waits until it is known which sets there are, and takes up then what is kept of them', async () => {
  const { state, preparer, keep, list } = stage('', false);
  const end = $effect.root(() => {
    $effect(() => {
      void state.order;
      void state.count();
    });
  });
  flushSync();
  await state.count();
  expect([keep.mock.calls, preparer.orders]).toEqual([[], []]);
  list();
  flushSync();
  await eventually(() => expect(state.lastCount).toBe(preparer.answer));
  expect(keep.mock.calls).toEqual([[new Set(['one.jsonl\0', 'two.jsonl\0'])]]);
  end();
});
