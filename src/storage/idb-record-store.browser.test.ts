import { afterEach, describe, expect, it, vi } from 'vitest';
import { IdbRecordStore } from './idb-record-store.ts';
import type { StorageTrouble } from './idb-record-store.ts';

const troubles: StorageTrouble[] = [];
let next = 0;

function storeOf(kind = `test-${Date.now()}-${next++}`, version = 1): IdbRecordStore<string> {
  return new IdbRecordStore<string>(kind, version, (trouble) => troubles.push(trouble));
}

afterEach(() => {
  vi.restoreAllMocks();
  troubles.length = 0;
});

describe('IdbRecordStore', () => {
  it('gives records back to a later visit', async () => {
    const kind = `test-kept-${Date.now()}`;
    const store = storeOf(kind);
    await store.write('a', '1');
    await store.writeMany([
      ['b', '2'],
      ['c', '3'],
    ]);
    await store.delete(['b']);
    const later = storeOf(kind);
    expect(await later.read('a')).toBe('1');
    expect(await later.read('b')).toBeUndefined();
    expect([...(await later.readAll())]).toEqual([
      ['a', '1'],
      ['c', '3'],
    ]);
    expect(troubles).toEqual([]);
  });

  it('does not read records of another shape', async () => {
    const kind = `test-version-${Date.now()}`;
    await storeOf(kind, 1).write('a', 'old');
    const store = storeOf(kind, 2);
    expect(await store.read('a')).toBeUndefined();
    expect((await store.readAll()).size).toBe(0);
  });

  it('goes on in memory when storing is refused, and says so once', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    const store = storeOf();
    await store.write('a', '1');
    await store.write('b', '2');
    await store.delete(['b']);
    expect(await store.read('a')).toBe('1');
    expect(await store.read('b')).toBeUndefined();
    expect(troubles).toEqual(['full']);
  });
});
