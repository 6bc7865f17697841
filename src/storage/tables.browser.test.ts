import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPage } from '../../tests/builders/forget-page.ts';
import { openTables, type Tables } from './tables.ts';
import type { StorageTrouble } from './record-store.ts';

const SUM = { set: 'sums.jsonl', id: 'own/sum' };
const OTHER = { set: 'sums.jsonl', id: 'own/other' };
const DRAFT = { code: 'print(1)', revision: 1 };
const STRENGTH = {
  ...{ of: 1, set: 'sums' },
  row: {
    ...{ problem_id: 'sum', source: 'own', tests: 2, solutions: 1, accepted: 1 },
    strength: {
      mutants: 2,
      killed: 1,
      left_out: { broken: 0, equal: 1, hanging: 0 },
      idle_tests: [1],
      smallest: [0],
      survivors: [{ origin: 'mutant', change: '< became <=', line: 3, code: 'print(2)' }],
    },
    ...{ unmeasured: null, floor: ['echo'], error: null },
    findings: [{ check: 'tests.time_limit', message: 'close', tests: [1] }],
  },
} as const;

const troubles: StorageTrouble[] = [];
const visit = (): Tables => openTables((trouble) => troubles.push(trouble));

beforeEach(async () => {
  await forgetPage();
  troubles.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  // Test files may share the storage, and one of these tests leaves a database of a later version.
  await forgetPage();
});

describe('openTables', () => {
  it('goes on in memory when storing is refused, and says so once for all tables', async () => {
    const tables = visit();
    await tables.drafts.write(OTHER, DRAFT);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await tables.drafts.write(SUM, DRAFT);
    await tables.drafts.update(SUM, (stored) => stored && { ...stored, revision: stored.revision + 1 });
    await tables.progress.writeMany([[SUM, { own: 'solved' }]]);
    await tables.sampling.write('chosen', { temperature: 0, topP: 1, maxTokens: null, seed: null });
    expect(await tables.drafts.read(SUM)).toEqual({ ...DRAFT, revision: 2 });
    expect((await tables.drafts.readAll()).size).toBe(2);
    expect(await tables.sampling.read('chosen')).toMatchObject({ topP: 1 });
    await tables.problems.replaceSet(SUM.set, []);
    await tables.progress.delete([SUM]);
    expect(await tables.progress.read(SUM)).toBeUndefined();
    expect(troubles).toEqual(['full']);
    put.mockRestore();
    await tables.drafts.update(SUM, (stored) => stored && { ...stored, revision: stored.revision + 1 });
    expect(await visit().drafts.read(SUM)).toEqual({ ...DRAFT, revision: 3 });
  });

  it('goes on in memory where nothing may be stored at all', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    vi.spyOn(indexedDB, 'databases').mockRejectedValue(new DOMException('denied', 'SecurityError'));
    const tables = visit();
    expect(await tables.drafts.read(SUM)).toBeUndefined();
    await tables.drafts.write(SUM, DRAFT);
    await tables.cpu.write('cpu', { addresses: [], windows: {}, speeds: {} });
    expect(await tables.drafts.read(SUM)).toEqual(DRAFT);
    expect([...(await tables.drafts.readAll()).keys()]).toEqual([SUM]);
    expect(await tables.cpu.read('cpu')).toMatchObject({ addresses: [] });
    expect(troubles).toEqual(['blocked']);
  });

  it('does not show a record of another shape, says so once, and keeps it', async () => {
    const tables = visit();
    await tables.drafts.write(OTHER, DRAFT);
    const misfits = tables.drafts as unknown as Tables['progress'];
    await misfits.write(SUM, { own: 'solved' });
    const later = visit();
    expect(await later.drafts.read(SUM)).toBeUndefined();
    expect([...(await later.drafts.readAll())]).toEqual([[OTHER, DRAFT]]);
    await later.drafts.update(SUM, (stored) => (stored === undefined ? DRAFT : undefined));
    expect(await later.drafts.read(SUM)).toEqual(DRAFT);
    expect(troubles).toEqual(['misfit']);
    const database = await openDB('allpass');
    expect(await database.get('set-aside', ['drafts', SUM.set, SUM.id])).toEqual({ own: 'solved' });
    database.close();
  });
});

describe('data of an earlier visit', () => {
  it('is read where the page has always stored it', async () => {
    const tables = ['problems', 'drafts', 'answers', 'judgements', 'comparisons', 'progress', 'sets'];
    const stored = await openDB('allpass', 3, {
      upgrade(database) {
        for (const name of [...tables, 'unfinished', 'set-aside', 'history'])
          database.createObjectStore(name);
      },
    });
    await stored.put('drafts', DRAFT, [SUM.set, SUM.id]);
    await stored.put('progress', { own: 'solved' }, [SUM.set, SUM.id]);
    stored.close();
    const sampling = { temperature: 0, topP: 1, maxTokens: null, seed: 7 };
    const small = await openDB('allpass-sampling', 1, {
      upgrade: (database) => void database.createObjectStore('records'),
    });
    await small.put('records', { version: 1, value: sampling }, 'chosen');
    small.close();
    const visited = visit();
    expect(await visited.drafts.read(SUM)).toEqual(DRAFT);
    expect(await visited.progress.read(SUM)).toEqual({ own: 'solved' });
    expect(await visited.sampling.read('chosen')).toEqual(sampling);
    expect((await (await visited.history()).readAll()).size).toBe(0);
    expect((await visited.strengths.readAll()).size).toBe(0);
    await visited.strengths.write(SUM, STRENGTH);
    expect(await visit().strengths.read(SUM)).toEqual(STRENGTH);
    expect(troubles).toEqual([]);
  });
});

describe('tabs of different versions', () => {
  it('an older one closes for a newer one, reports it, and continues in memory', async () => {
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
