/** The contract of every store of records, for any storage. Called once per implementation. */
import { describe, expect, it } from 'vitest';
import type { ProblemRef } from '../../src/domain/problem.ts';
import type { HistoryKey } from '../../src/domain/stored-work.ts';
import type { HistoryStore } from '../../src/storage/history-store.ts';
import type { ProblemStore, RecordStore } from '../../src/storage/record-store.ts';

interface Value {
  readonly n: number;
  readonly inside?: { readonly texts: readonly string[] };
}

/** @param open gives an empty store, and the same one again as a later visit finds it */
export function recordStoreContract(
  name: string,
  open: () => Promise<readonly [store: RecordStore<unknown>, later: () => RecordStore<unknown>]>,
): void {
  describe(`${name}, as a store of records`, () => {
    it('gives back what was written, whole', async () => {
      const [store, later] = await open();
      const value: Value = { n: 1, inside: { texts: ['ä', '\0', '\ud83d\ude00'] } };
      await store.write('a', value);
      expect(await store.read('a')).toEqual(value);
      expect(await later().read('a')).toEqual(value);
      expect(await store.read('b')).toBeUndefined();
    });

    it('writes over what was there', async () => {
      const [store, later] = await open();
      await store.write('a', { n: 1, inside: { texts: [] } });
      await store.write('a', { n: 2 });
      expect(await later().read('a')).toEqual({ n: 2 });
    });

    it('reads all in the order of their keys', async () => {
      const [store, later] = await open();
      await store.writeMany([
        ['b', { n: 2 }],
        ['B', { n: 3 }],
        ['a b', { n: 4 }],
        ['a', { n: 1 }],
      ]);
      const all = [...(await later().readAll())];
      expect(all.map(([key]) => key)).toEqual(['B', 'a', 'a b', 'b']);
      expect(all[1]).toEqual(['a', { n: 1 }]);
    });

    it('deletes what is named, known or not', async () => {
      const [store, later] = await open();
      await store.writeMany([
        ['a', { n: 1 }],
        ['b', { n: 2 }],
      ]);
      await store.delete(['a', 'never']);
      expect([...(await later().readAll()).keys()]).toEqual(['b']);
      await store.delete([]);
      expect(await store.read('b')).toEqual({ n: 2 });
    });
  });
}

/** @param open gives an empty store, and the same one again as a later visit finds it */
export function problemStoreContract(
  name: string,
  open: () => Promise<readonly [store: ProblemStore<unknown>, later: () => ProblemStore<unknown>]>,
): void {
  const ref = (set: string, id: string): ProblemRef => ({ set, id });
  const keys = async (store: ProblemStore<unknown>) =>
    [...(await store.readAll()).keys()].map(({ set, id }) => `${set} ${id}`);

  describe(`${name}, as a store by problem`, () => {
    it('keeps apart what two sets know under one id', async () => {
      const [store, later] = await open();
      await store.write(ref('a', 'x'), { n: 1 });
      await store.write(ref('b', 'x'), { n: 2 });
      await store.delete([ref('c', 'x')]);
      expect(await later().read(ref('a', 'x'))).toEqual({ n: 1 });
      expect(await later().read(ref('b', 'x'))).toEqual({ n: 2 });
      await store.delete([ref('a', 'x')]);
      expect(await keys(later())).toEqual(['b x']);
    });

    it('replaces the records of one set, and of no other', async () => {
      const [store, later] = await open();
      const others = [ref('a', 'x'), ref('bb', 'x'), ref('b!', 'x'), ref('B', 'x')];
      await store.writeMany([...others, ref('b', 'gone'), ref('b', '')].map((key) => [key, { n: 1 }]));
      await store.replaceSet('b', [
        ['x', { n: 2 }],
        ['y', { n: 3 }],
      ]);
      expect(await keys(later())).toEqual(['B x', 'a x', 'b x', 'b y', 'b! x', 'bb x']);
      await store.replaceSet('b', []);
      expect(await keys(later())).toEqual(['B x', 'a x', 'b! x', 'bb x']);
    });

    it('names every set once', async () => {
      const [store, later] = await open();
      expect(await store.setNames()).toEqual([]);
      const refs = [ref('b', 'x'), ref('a', 'x'), ref('a', 'y'), ref('a\0k', 'x'), ref('', '')];
      await store.writeMany(refs.map((key) => [key, { n: 1 }]));
      expect(await later().setNames()).toEqual(['', 'a', 'a\0k', 'b']);
    });

    it('changes a record, or leaves it', async () => {
      const [store, later] = await open();
      const key = ref('a', 'x');
      await store.update(key, (stored) => (stored === undefined ? { n: 1 } : { n: 0 }));
      await store.update(key, (stored) => ({ ...(stored as Value), n: (stored as Value).n + 1 }));
      await store.update(key, () => undefined);
      await store.update(ref('a', 'never'), () => undefined);
      expect([...(await later().readAll()).values()]).toEqual([{ n: 2 }]);
    });

    it('loses no change where many come at once', async () => {
      const [store, later] = await open();
      const key = ref('a', 'x');
      const more = (stored: unknown): Value => ({ n: ((stored as Value | undefined)?.n ?? 0) + 1 });
      await Promise.all(
        Array.from({ length: 20 }, (_, nth) => (nth % 2 ? store : later()).update(key, more)),
      );
      expect(await later().read(key)).toEqual({ n: 20 });
    });
  });
}

/** @param open gives an empty store, and the same one again as a later visit finds it */
export function historyStoreContract(
  name: string,
  open: () => Promise<readonly [store: HistoryStore<unknown>, later: () => HistoryStore<unknown>]>,
): void {
  const key = (when: number, id = 'x', characters = 1): HistoryKey => ({
    problem: { set: 'a', id },
    when,
    characters,
  });

  describe(`${name}, as a history`, () => {
    it('reads one problem in the order of time', async () => {
      const [store, later] = await open();
      await store.writeMany([
        [key(10), { n: 2 }],
        [key(9), { n: 1 }],
        [key(1, 'xx'), { n: 9 }],
        [key(11, 'x', 3), { n: 3 }],
      ]);
      expect([...(await later().readOf({ set: 'a', id: 'x' })).entries()]).toEqual([
        [key(9), { n: 1 }],
        [key(10), { n: 2 }],
        [key(11, 'x', 3), { n: 3 }],
      ]);
      await store.delete([key(10), key(12)]);
      expect((await later().readOf({ set: 'a', id: 'x' })).size).toBe(2);
    });

    it('loses nothing where many come at the same time', async () => {
      const [store, later] = await open();
      await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? store : later()).add(key(5), { n })));
      const found = await later().readOf({ set: 'a', id: 'x' });
      expect([...found.keys()].map(({ when }) => when)).toEqual(Array.from({ length: 20 }, (_, n) => 5 + n));
      expect(new Set([...found.values()].map((value) => (value as Value).n)).size).toBe(20);
    });

    it('drops the oldest of a problem that has too many', async () => {
      const [store, later] = await open();
      await store.writeMany(Array.from({ length: 201 }, (_, n) => [key(n), { n }] as const));
      await store.write(key(0, 'other'), { n: 0 });
      await store.add(key(300), { n: 300 });
      const left = [...(await later().readOf({ set: 'a', id: 'x' })).values()] as Value[];
      expect([left.length, left[0]?.n, left.at(-1)?.n]).toEqual([200, 2, 300]);
      expect((await later().readAll()).size).toBe(201);
    });
  });
}
