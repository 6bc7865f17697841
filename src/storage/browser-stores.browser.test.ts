import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  historyStoreContract,
  problemStoreContract,
  recordStoreContract,
} from '../../tests/contracts/record-store-contract.ts';
import { forgetPage } from '../../tests/builders/forget-page.ts';
import { planAdding } from './history-store.ts';
import { keysFrom, recordPortions } from './walked.ts';
import { KeyvalDatabase, KeyvalStore } from './keyval-store.ts';
import { RecordDatabase } from './record-database.ts';
import { HistoryTable, NamedTable, ProblemTable } from './table-store.ts';

let next = 0;

recordStoreContract('KeyvalStore', () => {
  const kind = `test-${Date.now()}-${next++}`;
  return Promise.resolve([new KeyvalStore(kind), () => new KeyvalStore(kind)]);
});

/** Opens a separate connection, as another visit does. */
const visit = () => new RecordDatabase(() => undefined);

recordStoreContract('NamedTable', async () => {
  await forgetPage();
  return [new NamedTable(visit(), 'sets'), () => new NamedTable(visit(), 'sets')];
});

problemStoreContract('ProblemTable', async () => {
  await forgetPage();
  return [new ProblemTable(visit(), 'drafts'), () => new ProblemTable(visit(), 'drafts')];
});

historyStoreContract('HistoryTable', async () => {
  await forgetPage();
  return [new HistoryTable(visit(), planAdding), () => new HistoryTable(visit(), planAdding)];
});

describe('HistoryTable', () => {
  beforeEach(forgetPage);

  it('drops nothing where the new entry cannot be stored', async () => {
    const store = new HistoryTable(visit(), planAdding);
    const key = (when: number) => ({ problem: { set: 'a', id: 'x' }, when, characters: 1 });
    await store.writeMany(Array.from({ length: 200 }, (_, when) => [key(when), { n: when }] as const));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    await expect(store.add(key(300), { n: 300 })).rejects.toThrow('no room');
    put.mockRestore();
    expect((await store.readAll()).size).toBe(200);
  });
});

describe('ProblemTable', () => {
  beforeEach(forgetPage);
  const notStored = (): void => undefined;

  it('is walked in portions, a set without its neighbours', async () => {
    const store = new ProblemTable(visit(), 'drafts');
    const records = ['a', 'a\0', 'ab', 'b'].flatMap((set) =>
      ['1', '2', '3', '4', '5', 'ä', ''].map((id) => [{ set, id }, `${set}:${id}`] as const),
    );
    await store.writeMany(records);
    const database = await visit().open();
    const portions: unknown[][] = [];
    for await (const portion of recordPortions(database, 'drafts', keysFrom('a')))
      portions.push(portion.map(({ value }) => value));
    expect(portions).toEqual([
      ['a:', 'a:1', 'a:2', 'a:3', 'a:4'],
      ['a:5', 'a:ä'],
    ]);
    for await (const portion of recordPortions(database, 'drafts', keysFrom('nobody')))
      expect(portion).toBe('none');
  });

  it('writes all or nothing', async () => {
    const store = new ProblemTable(visit(), 'drafts');
    await store.write({ set: 'a', id: '1' }, 'before');
    const many = [
      [{ set: 'a', id: '1' }, 'after'],
      // IndexedDB cannot store a function.
      [{ set: 'a', id: '2' }, notStored],
    ] as const;
    await expect(store.writeMany(many)).rejects.toThrow();
    await expect(store.replaceSet('a', [['2', notStored]])).rejects.toThrow();
    expect([...(await store.readAll())]).toEqual([[{ set: 'a', id: '1' }, 'before']]);
  });
});

describe('KeyvalStore', () => {
  it('leaves records of a later version alone', async () => {
    const kind = `test-later-${Date.now()}`;
    await new KeyvalDatabase(`allpass-${kind}`, 'records').put([
      ['now', { version: 1, value: 1 }],
      ['later', { version: 2, value: [2] }],
    ]);
    const store = new KeyvalStore(kind);
    expect(await store.read('later')).toBeUndefined();
    expect([...(await store.readAll())]).toEqual([['now', 1]]);
    await store.write('now', 3);
    const stored = await new KeyvalDatabase(`allpass-${kind}`, 'records').entries();
    expect(stored).toEqual([
      ['later', { version: 2, value: [2] }],
      ['now', { version: 1, value: 3 }],
    ]);
  });
});
