import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../tests/builders/problem.ts';
import { FLAG_BITS, NO_FLAG } from '../prepare/flags.ts';
import { SetSearch, type KeptSet, type StoredProblem } from './set-search.ts';
import { StatementIndex } from './statement-index.ts';

const OTTER = problemOf({
  id: 'a/1',
  title: 'Rivers',
  prompt: 'The **otter** swims $n$ rivers.',
  tags: ['graph'],
});
const BADGER = problemOf({ id: 'a/2', title: 'Otter', prompt: 'Print any valid answer for the badger.' });

/** Creates a search, with lists that record the sets that it reads and the indexes that it stores. */
function searchParts(sets: Readonly<Record<string, readonly StoredProblem[]>>) {
  const storedIndexes = new Map<string, KeptSet>();
  const readKeys: string[] = [];
  return {
    kept: storedIndexes,
    asked: readKeys,
    search: () =>
      new SetSearch({
        async *readStored(key) {
          readKeys.push(key);
          await Promise.resolve();
          for (const problem of sets[key] ?? []) yield [problem];
        },
        indexStore: {
          read: (key) => Promise.resolve(structuredClone(storedIndexes.get(key))),
          write: (key, set) => Promise.resolve(void storedIndexes.set(key, structuredClone(set))),
        },
      }),
  };
}

const places = (search: SetSearch, words: string) =>
  [...search.find(words)].map(([key, hits]) => [key, [...hits.places]]);

describe('a set', () => {
  it('is read once, told how far, and kept for the next visit with its flags', async () => {
    const { kept, asked, search } = searchParts({ s: [OTTER, BADGER] });
    const firstSearch = search();
    const progressReports: number[] = [];
    const facts = await firstSearch.open('s', null, (read) => progressReports.push(read));
    expect(facts.ids).toEqual(['a/1', 'a/2']);
    expect([...facts.flags]).toEqual([NO_FLAG, FLAG_BITS['several-answers']]);
    expect(progressReports).toEqual([1, 2]);
    await firstSearch.open('s', null, () => undefined);
    const laterSearch = search();
    expect(await laterSearch.open('s', null, () => undefined)).toEqual(facts);
    expect(asked).toEqual(['s']);
    expect(places(laterSearch, 'badger')).toEqual([['s', [1]]]);
    expect([...kept.keys()]).toEqual(['s']);
  });

  it('is read anew where what was kept cannot be read', async () => {
    const { kept, asked, search } = searchParts({ s: [OTTER] });
    kept.set('s', { ids: ['a/1'], flags: Uint16Array.of(1), index: '{"serializationVersion":9' });
    const one = search();
    expect([...(await one.open('s', null, () => undefined)).flags]).toEqual([NO_FLAG]);
    expect([asked, places(one, 'otter')]).toEqual([['s'], [['s', [0]]]]);
  });

  it('that is handed over is not kept, nor is one that is empty', async () => {
    const { kept, search } = searchParts({});
    const one = search();
    await one.open('own', [OTTER], () => undefined);
    expect((await one.open('gone', null, () => undefined)).ids).toEqual([]);
    expect(kept.size).toBe(0);
    expect(places(one, 'otter')).toEqual([
      ['own', [0]],
      ['gone', []],
    ]);
  });

  it('is forgotten when it is wanted no more', async () => {
    const one = searchParts({ s: [OTTER], t: [BADGER] }).search();
    await one.open('s', null, () => undefined);
    await one.open('t', null, () => undefined);
    one.keep(new Set(['t']));
    expect(places(one, 'otter')).toEqual([['t', [0]]]);
  });
});

describe('a search', () => {
  const index = new StatementIndex();
  index.add(0, OTTER);
  index.add(1, BADGER);
  index.add(2, problemOf({ id: 'cf/1850-G', title: 'Größe', prompt: 'Ein Maß von 4096 Zeichen, 7 davon.' }));
  const placesOf = (words: string) => [...index.find(words).places];

  it('finds words of titles, ids, tags and statements, titles first', () => {
    expect(placesOf('otter')).toEqual([1, 0]);
    expect(placesOf('graph')).toEqual([0]);
    expect(placesOf('1850')).toEqual([2]);
    expect(placesOf('swims')).toEqual([0]);
  });

  it('wants every word, and takes the last for one that is being typed', () => {
    expect(placesOf('otter badg')).toEqual([1]);
    expect(placesOf('ott badger')).toEqual([]);
    expect(placesOf('otter grap')).toEqual([0]);
  });

  it('knows other letters, and no small numbers', () => {
    expect(placesOf('GRÖSSE')).toEqual([]);
    expect(placesOf('größe')).toEqual([2]);
    expect(placesOf('maß 4096')).toEqual([2]);
    expect(placesOf('7')).toEqual([]);
  });

  it('goes on from what was written', () => {
    const laterIndex = StatementIndex.fromJson(index.toJson());
    expect([...laterIndex.find('otter').places]).toEqual([1, 0]);
  });
});
