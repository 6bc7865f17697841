import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/builders/eventually.ts';
import fixture from '../../tests/storage-fixtures/first-version.json?raw';
import { forgetPage, openStoredPage } from '../../tests/storage-fixtures/open-stored-page.ts';
import type { StoredPage } from '../../tests/storage-fixtures/stored-page.ts';
import { reportOf } from '../../tests/builders/report.ts';
import { fits } from './shapes.ts';
import { openTables, type Tables } from './tables.ts';
import type { StoredRecords } from './stored-records.ts';
import type { StorageTrouble } from './trouble.ts';

const FIRST = JSON.parse(fixture) as StoredPage;
const BUNDLED = { set: 'bundled', id: 'allpass/sticky-keys' };
const SUM = { set: 'sums.jsonl', id: 'own/sum' };
const LATER = { set: 'later.jsonl', id: 'own/later' };
/** Its set had been removed. */
const REMOVED = { set: 'bundled', id: 'own/removed' };

const troubles: StorageTrouble[] = [];
const visit = (): Tables => openTables((trouble) => troubles.push(trouble));

/** Returns the value that the first version had stored under a key. */
function first(kind: string, key: string): unknown {
  const found = FIRST.databases[`allpass-${kind}`]?.find(([name]) => name === key);
  if (found === undefined) throw new Error(`${kind} ${key} is not in the fixture`);
  return (found[1] as { value: unknown }).value;
}
const count = (kind: string): number => FIRST.databases[`allpass-${kind}`]?.length ?? 0;
const names = async () => (await indexedDB.databases()).map(({ name }) => name);

beforeEach(async () => {
  await openStoredPage(FIRST);
  troubles.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetPage();
});

describe('the database of the first version', () => {
  it('opens with nothing lost', async () => {
    const tables = visit();
    expect(await tables.drafts.read(SUM)).toEqual({ code: first('drafts', 'own/sum'), revision: 1 });
    expect(await tables.drafts.read(REMOVED)).toMatchObject({ code: 'print(0)' });
    expect(await tables.answers.read(LATER)).toEqual(first('answers', 'own/later'));
    expect(await tables.answers.read(BUNDLED)).toEqual(first('answers', BUNDLED.id));
    const { origin, ...judgement } = first('reports', 'own/sum') as { origin: string };
    const kind = origin === 'answer' ? 'completion' : 'program';
    expect(await tables.judgements.read(SUM)).toEqual({ [kind]: { ...judgement, kind } });
    expect((await tables.judgements.read(BUNDLED))?.completion?.kind).toBe('completion');
    expect((await tables.judgements.read(REMOVED))?.program?.kind).toBe('program');
    expect(await tables.progress.read(SUM)).toEqual({ model: 'solved' });
    expect(await tables.progress.read(BUNDLED)).toEqual({ recorded: 'failed' });
    expect(await tables.progress.read(REMOVED)).toEqual({ own: 'failed' });
    expect(await tables.problems.read(LATER)).toEqual(first('problems', 'own/later'));
    expect(await tables.sets.read('sums.jsonl')).toEqual(first('sets', 'sums.jsonl'));
    const comparison = await tables.comparisons.read(BUNDLED);
    expect(comparison?.columns).toBe('recorded:right*recorded:wrong*endpoint:tiny-coder*seed_9');
    expect(Object.values(comparison?.entries ?? {}).map(({ report }) => report?.kind)).toEqual(
      Array(3).fill('completion'),
    );
    const unfinished = [...(await tables.unfinished.readAll()).values()];
    expect(unfinished.map(({ problem, stopped }) => [problem, stopped])).toEqual(
      expect.arrayContaining([
        [{ set: 'sums.jsonl', id: 'own/slow' }, undefined],
        [{ set: 'sums.jsonl', id: 'own/stopped' }, true],
      ]),
    );
    expect(troubles).toEqual([]);
  });

  it('is counted out: every record of every kind is there, and is shown', async () => {
    const tables = visit();
    const sizes: Record<string, number> = {};
    const { history, ...others } = tables;
    expect((await (await history()).readAll()).size).toBe(0);
    for (const [name, table] of Object.entries(others) as [
      Exclude<keyof StoredRecords, 'history'>,
      Tables['sets'],
    ][]) {
      const records = await table.readAll();
      for (const value of records.values()) expect(fits(name, value), name).toBe(true);
      sizes[name] = records.size;
    }

    expect(sizes).toEqual({
      drafts: count('drafts'),
      answers: count('answers'),
      judgements: count('reports'),
      comparisons: count('comparisons'),
      progress: count('progress'),
      problems: count('problems'),
      sets: count('sets'),
      unfinished: count('unfinished'),
      settings: count('settings'),
      sampling: count('sampling'),
      prompts: count('prompts'),
      gpuSettings: count('gpu-settings'),
      gpuOutcomes: count('gpu-outcomes'),
      cpu: count('cpu'),
      downloads: count('downloads'),
    });
    expect(Object.values(sizes)).not.toContain(0);
    expect(troubles).toEqual([]);
  });

  it('stays as it was until a later visit has opened the new one', async () => {
    await visit().drafts.read(SUM);
    expect(await names()).toContain('allpass-drafts');
    const later = visit();
    await later.drafts.write(SUM, { code: 'later', revision: 2 });
    await eventually(async () => expect(await names()).not.toContain('allpass-drafts'));
    expect(await names()).toContain('allpass-prompts');
    expect(await visit().drafts.read(SUM)).toEqual({ code: 'later', revision: 2 });
    expect((await visit().answers.readAll()).size).toBe(count('answers'));
  });

  it('is taken over once where two tabs come at the same time', async () => {
    const [one, other] = [visit(), visit()];
    const writing = one.drafts.write(SUM, { code: 'one', revision: 2 });
    const sizes = await Promise.all([one.answers.readAll(), other.answers.readAll()]);
    await writing;
    expect(sizes.map(({ size }) => size)).toEqual([count('answers'), count('answers')]);
    expect(await other.drafts.read(SUM)).toEqual({ code: 'one', revision: 2 });
    expect(troubles).toEqual([]);
  });

  it('is shown where it cannot be taken over, stays, and is tried again', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    put.mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    const tables = visit();
    expect(await tables.drafts.read(SUM)).toEqual({ code: first('drafts', 'own/sum'), revision: 1 });
    expect((await tables.answers.readAll()).size).toBe(count('answers'));
    expect((await tables.judgements.read(REMOVED))?.program?.report.verdict).toBe('wrong-answer');
    await tables.drafts.write(SUM, { code: 'in memory', revision: 2 });
    expect(await tables.drafts.read(SUM)).toMatchObject({ code: 'in memory' });
    expect(troubles).toEqual(['full']);
    expect(await names()).not.toContain('allpass');
    put.mockRestore();
    const later = visit();
    expect(await later.drafts.read(SUM)).toEqual({ code: first('drafts', 'own/sum'), revision: 1 });
    expect((await later.problems.readAll()).size).toBe(count('problems'));
  });

  it('is found by a tab whose neighbour went away in the middle of taking it over', async () => {
    // Another tab makes the database, and goes away before it has.
    let isGone = false;
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const making = openDB('allpass', 1, {
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- it ends by aborting
      upgrade: async (database, _old, _new, transaction) => {
        const store = database.createObjectStore('drafts');
        begun();
        while (!isGone) await store.get('nothing');
        transaction.done.catch(() => undefined);
        transaction.abort();
      },
    });
    await hasBegun;
    const reading = visit().answers.readAll();
    isGone = true;
    await expect(making).rejects.toThrow();
    expect((await reading).size).toBe(count('answers'));
  });
});

describe('the database of the first tables', () => {
  const KEYS = ['own', 'model', 'recorded', 'unclear'] as const;
  const judged = (kind: string, reward: number) => ({
    kind,
    scope: 'all',
    milliseconds: 1,
    report: reportOf([reward === 1 ? 'accepted' : 'wrong-answer']),
  });
  const answered = (label: string) => ({ ...(first('answers', 'own/later') as object), label });

  it('opens with nothing lost, and tells whose each mark is', async () => {
    const older = await openDB('allpass', 1, {
      upgrade(database) {
        for (const name of [
          'problems',
          'drafts',
          'answers',
          'judgements',
          'comparisons',
          'progress',
          'sets',
          'unfinished',
          'set-aside',
        ])
          database.createObjectStore(name);
      },
    });
    const recorded = { ...answered('Recorded: right answer'), asked: undefined };
    const rows: Record<(typeof KEYS)[number], readonly [judgement: unknown, answer: unknown]> = {
      own: [judged('program', 1), undefined],
      model: [judged('completion', 1), answered('Endpoint: tiny')],
      recorded: [judged('completion', 1), recorded],
      // The user solved it, or another answer; this one fails.
      unclear: [judged('completion', 0), recorded],
    };
    for (const [id, [judgement, answer]] of Object.entries(rows)) {
      await older.put('progress', 'solved', ['s', id]);
      await older.put('judgements', judgement, ['s', id]);
      await older.put('drafts', { code: id, revision: 3 }, ['s', id]);
      if (answer !== undefined) await older.put('answers', answer, ['s', id]);
    }
    older.close();
    const tables = visit();
    for (const id of KEYS) {
      const ref = { set: 's', id };
      expect(await tables.progress.read(ref)).toEqual({ [id === 'unclear' ? 'earlier' : id]: 'solved' });
      const kind = id === 'own' ? 'program' : 'completion';
      expect(await tables.judgements.read(ref)).toEqual({ [kind]: rows[id][0] });
      expect(await tables.drafts.read(ref)).toEqual({ code: id, revision: 3 });
      expect(await tables.answers.read(ref)).toEqual(rows[id][1]);
    }
    expect((await (await tables.history()).readAll()).size).toBe(0);
    expect(troubles).toEqual([]);
  });
});

describe('tabs of different versions', () => {
  it('an older one makes room for a newer one, says so, and goes on in memory', async () => {
    const older = visit();
    await older.drafts.write(SUM, { code: 'stored', revision: 2 });
    const newer = await openDB('allpass', 99);
    expect(troubles).toEqual(['outdated']);
    await older.drafts.write(SUM, { code: 'not stored', revision: 3 });
    expect(await older.drafts.read(SUM)).toMatchObject({ code: 'not stored' });
    expect(await newer.get('drafts', [SUM.set, SUM.id])).toMatchObject({ code: 'stored' });
    expect(troubles).toEqual(['outdated']);
    newer.close();
  });
});
