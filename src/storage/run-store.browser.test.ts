import type { Audit, AuditRow } from '../domain/audit.ts';
import type { RunSample } from '../domain/run.ts';
import { deleteDB, openDB } from 'idb';
import { beforeEach, expect, it } from 'vitest';
import { runOf, runRowOf } from '../../tests/builders/run.ts';
import { answerOf } from '../../tests/builders/answer.ts';
import { RunStore } from './run-store.ts';

beforeEach(() => deleteDB('allpass-runs'));

const auditOf = (id: string): Audit => ({
  ...{ id, name: id, made: '2026-12-01', trainer: 'verl', profile: null, rewardName: null, set: null },
  ...{ hash: 'h', total: 1, done: 0, notes: [] },
});

const kept = (id: string, sample: number, change: Partial<RunSample> = {}): RunSample => ({
  row: runRowOf({ id, sample }),
  answer: answerOf(`${id} ${sample}`),
  tests: null,
  ...change,
});

it('keeps runs, and of each sample its row, its answer and its tests, in the order of the problems', async () => {
  const store = new RunStore();
  const run = runOf({ id: 'one' });
  await store.putRun(runOf({ id: 'later', made: '2026-12-02T00:00:00.000Z' }));
  await store.putRun(run);
  const tests = [{ verdict: 'accepted', ms: 1.5 }] as const;
  await store.keep(run, [kept('b', 1), kept('a', 0, { tests }), kept('b', 0)]);
  await store.keep(runOf({ id: 'on' }), [kept('a', 0, { answer: answerOf('another run') })]);
  const reopenedStore = new RunStore();
  expect((await reopenedStore.runs()).map(({ id }) => id)).toEqual(['one', 'later']);
  expect((await reopenedStore.rows('one')).map(({ id, sample }) => `${id}${sample}`)).toEqual([
    'a0',
    'b0',
    'b1',
  ]);
  expect((await reopenedStore.answer(run, { set: 'own', id: 'b', sample: 1 }))?.completion.text).toBe('b 1');
  expect(await reopenedStore.tests(run, { set: 'own', id: 'a', sample: 0 })).toEqual(tests);
});

it('forgets samples as if they had not been asked', async () => {
  const store = new RunStore();
  const run = runOf();
  await store.keep(run, [kept('a', 0), kept('a', 1)]);
  await store.forget(run, [{ set: 'own', id: 'a', sample: 0 }]);
  expect((await store.rows(run.id)).map(({ sample }) => sample)).toEqual([1]);
  expect(await store.answer(run, { set: 'own', id: 'a', sample: 0 })).toBeNull();
});

it('deletes a run with its rows; its answers stay while another run judges them, too', async () => {
  const store = new RunStore();
  const run = runOf({ id: 'first' });
  const again = runOf({ id: 'again', source: { type: 'answers', run: 'first', label: 'First' } });
  await store.putRun(run);
  await store.putRun(again);
  await store.keep(run, [kept('a', 0)]);
  await store.keep(again, [kept('a', 0, { answer: null })]);
  await store.remove(run);
  expect([await store.rows('first'), (await store.rows('again')).length]).toEqual([[], 1]);
  expect((await store.answer(again, { set: 'own', id: 'a', sample: 0 }))?.completion.text).toBe('a 0');
  await store.remove(again);
  expect(await store.answer(again, { set: 'own', id: 'a', sample: 0 })).toBeNull();
  expect(await store.runs()).toEqual([]);
});

it('clears what belongs to no run, and nothing else', async () => {
  const store = new RunStore();
  const [run, again] = [
    runOf({ id: 'first' }),
    runOf({ id: 'again', source: { type: 'answers', run: 'gone', label: 'Gone' } }),
  ];
  await store.putRun(run);
  await store.putRun(again);
  const tests = [{ verdict: 'accepted', ms: 1 }] as const;
  for (const id of ['first', 'gone', 'broken'])
    await store.keep(runOf({ id }), [kept('a', 0, { tests }), kept('b', 0)]);
  await store.clearLeftovers();
  const a = { set: 'own', id: 'a', sample: 0 };
  expect([(await store.rows('first')).length, (await store.rows('broken')).length]).toEqual([2, 0]);
  expect(await store.answer(again, a)).not.toBeNull();
  expect(await store.answer(runOf({ id: 'broken' }), a)).toBeNull();
  expect([await store.tests(run, a), await store.tests(runOf({ id: 'broken' }), a)]).toEqual([tests, []]);
});

it('packs many rows, and shows what changed and what was forgotten since', async () => {
  const store = new RunStore();
  const run = runOf();
  const many = Array.from({ length: 2_400 }, (_, at) => kept(`p${at}`, 0, { answer: null }));
  await store.keep(run, many);
  await store.pack(run.id);
  await store.keep(run, [{ ...kept('p7', 0), row: runRowOf({ id: 'p7', tokens: 9 }) }]);
  await store.forget(run, [{ set: 'own', id: 'p8', sample: 0 }]);
  const seen = async () => {
    const rows = await new RunStore().rows(run.id);
    return [rows.length, rows.find(({ id }) => id === 'p7')?.tokens, rows.some(({ id }) => id === 'p8')];
  };
  expect(await seen()).toEqual([2_399, 9, false]);
  await store.pack(run.id);
  expect(await seen()).toEqual([2_399, 9, false]);
  await store.keep(
    run,
    Array.from({ length: 600 }, (_, at) => kept(`q${at}`, 0, { answer: null })),
  );
  await store.pack(run.id);
  expect((await seen())[0]).toBe(2_999);
  await store.remove(run);
  expect(await new RunStore().rows(run.id)).toEqual([]);
});

it('keeps all of a write or none, and leaves out what does not have its shape', async () => {
  const store = new RunStore();
  const run = runOf();
  const unstorable = { ...runRowOf({ id: 'b' }), failure: (() => 1) as never };
  await expect(store.keep(run, [kept('a', 0), { ...kept('b', 0), row: unstorable }])).rejects.toThrow();
  expect(await store.rows(run.id)).toEqual([]);
  await store.keep(run, [{ ...kept('c', 0), row: { ...runRowOf({ id: 'c' }), tokens: 'many' as never } }]);
  await store.putRun({ ...run, problems: 'all' as never });
  expect([await store.rows(run.id), await store.runs()]).toEqual([[], []]);
});

it('keeps audits with their rows and parts beside the runs of an earlier version, and deletes each alone', async () => {
  const earlier = await openDB('allpass-runs', 1, {
    upgrade(database) {
      for (const table of ['runs', 'rows', 'packs', 'answers', 'tests']) database.createObjectStore(table);
    },
  });
  const run = runOf({ id: 'one' });
  await earlier.put('runs', run, run.id);
  earlier.close();
  const store = new RunStore();
  const row = { sample_id: '1/0', step: 1, reason: null } as AuditRow;
  const file = new File(['x'], 'problems.jsonl');
  for (const id of ['first', 'other'])
    await store.keepAudit(
      auditOf(id),
      [row],
      [
        ['completion', '1/0', `of ${id}`],
        ['file', 'problems', file],
      ],
    );
  await store.keepAudit({ ...auditOf('first'), done: 1 }, [{ ...row, reason: 'time' }]);
  expect((await store.audits()).map(({ id, done }) => [id, done])).toEqual([
    ['first', 1],
    ['other', 0],
  ]);
  expect((await store.auditRows('first')).map(({ reason }) => reason)).toEqual(['time']);
  await store.clearLeftovers();
  expect(await store.auditPart('first', 'completion', '1/0')).toBe('of first');
  expect((await store.auditPart('first', 'file', 'problems'))!.name).toBe('problems.jsonl');
  await store.removeAudit('first');
  expect([await store.auditRows('first'), await store.auditPart('first', 'completion', '1/0')]).toEqual([
    [],
    null,
  ]);
  expect([(await store.auditRows('other')).length, (await store.runs()).length]).toEqual([1, 1]);
});
