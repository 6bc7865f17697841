import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { hold } from '../../../../tests/builders/hold.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { viewOf } from '../../../../tests/builders/view-of.ts';
import { FLAG_BITS, NO_FLAG } from '../../../datasets/prepare/flags.ts';
import type { SearchPort } from '../../../datasets/search/set-search.ts';
import type { Problem } from '../../../domain/problem.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { ProblemsState } from '../../../common/problems/state/problems-state.svelte.ts';
import { SetWriter } from '../../../common/imports/state/set-writer.ts';
import { LazyState } from '../../../kit/reactive/lazy-state.svelte.ts';
import { BrowseState } from './browse-state.svelte.ts';
import { BROWSE_CODEC } from './browse-view.ts';

const NO_MARKS = { read: () => null, write: () => undefined, delete: () => undefined };

const BUNDLED = ['a', 'b'].map((id) => problemOf({ id, difficulty: 'easy', prompt: `About ${id}.` }));
const OWN = ['x', 'y', 'z'].map((id, at) =>
  problemOf({ id, source: 'own', difficulty: at === 0 ? 'hard' : 'easy', prompt: id === 'z' ? 'otter' : '' }),
);

/** A search over the statements of a few sets, by name of the set. */
class FakeSearch implements SearchPort {
  readonly sets = new Map<string, readonly Pick<Problem, 'id' | 'prompt'>[]>([['own', OWN]]);
  readonly #open = new Map<string, readonly Pick<Problem, 'id' | 'prompt'>[]>();
  gate: Promise<void> = Promise.resolve();
  trouble: Error | null = null;

  async open(key: string, problems: readonly Problem[] | null, progress: (read: number) => void) {
    await this.gate;
    if (this.trouble !== null) throw this.trouble;
    const known = problems ?? this.sets.get(key.split('\0')[0]!) ?? [];
    progress(known.length);
    this.#open.set(key, known);
    return {
      ids: known.map(({ id }) => id),
      flags: Uint16Array.from(known, ({ id }) => (id === 'y' ? FLAG_BITS.interactive : NO_FLAG)),
    };
  }

  keep = () => Promise.resolve();

  /** Simulates the end of the worker. The next worker has no open sets. */
  die(): void {
    this.#open.clear();
  }

  find(words: string) {
    return Promise.resolve(
      new Map(
        [...this.#open].map(([key, known]) => {
          const hits = known.flatMap(({ prompt }, at) => (prompt.includes(words) ? [at] : []));
          return [key, { places: Uint32Array.from(hits), scores: Float32Array.from(hits, () => 1) }];
        }),
      ),
    );
  }
}

async function open(hash = '#/problems') {
  const { bar, view } = viewOf(BROWSE_CODEC, hash);
  const tables = memoryTables();
  const problems = new ProblemsState(
    {
      bundledIndex: () => Promise.resolve(BUNDLED),
      bundledProblem: (id) =>
        Promise.resolve({ problem: BUNDLED.find((one) => one.id === id)!, answers: [] }),
    },
    tables,
  );
  await problems.load();
  const writer = new SetWriter(tables, NO_MARKS, 'own', '', null);
  await writer.list(OWN);
  await writer.keep(OWN);
  problems.adopt((await writer.commit(null)).set);
  const search = new FakeSearch();
  const prepare = new LazyState<never>(() => Promise.reject(new Error('nobody asks')));
  const browse = new BrowseState({
    view,
    problems,
    search,
    prepare,
    write: prepare,
    space: () => Promise.resolve(null),
  });
  const ids = () => browse.matches.map(({ summary }) => summary.id);
  return { bar, browse, ids, problems, search, view };
}

describe('the page of problems', () => {
  it('lists all, counts what they have, and narrows by what is chosen', async () => {
    const { bar, browse, ids, problems, view } = await open();
    await browse.follow(problems.listed);
    expect(ids()).toEqual(['x', 'y', 'z', 'a', 'b']);
    const counts = Object.fromEntries(
      browse.valuesOf('difficulty').map((value, at) => [value, browse.fitting!.counts.difficulty[at]]),
    );
    expect(counts).toMatchObject({ easy: 4, hard: 1 });
    view.adjust({ difficulty: ['easy'], set: ['own'] });
    expect([ids(), bar.hash]).toEqual([['y', 'z'], '#/problems?difficulty=easy&set=own']);
    expect(browse.flagsOf({ set: 'own', id: 'y' })).toEqual(['interactive']);
    view.adjust({ flag: ['interactive'] });
    expect(ids()).toEqual(['y']);
  });

  it('searches titles at once and statements when they are read', async () => {
    const { browse, ids, problems, search, view } = await open('#/problems?search=otter');
    const go = hold(search);
    const following = browse.follow(problems.listed);
    await eventually(() => expect(browse.setReading.current?.of).toBe(3));
    expect(ids()).toEqual([]);
    go();
    await following;
    expect([ids(), browse.setReading.current, browse.setReading.trouble]).toEqual([['z'], null, null]);
    view.adjust({ search: 'About' });
    await eventually(() => expect(ids()).toEqual(['a', 'b']));
    view.adjust({ search: '' });
    expect(ids()).toHaveLength(5);
  });

  it('knows what was solved as soon as it is', async () => {
    const { browse, ids, problems, view } = await open();
    await browse.follow(problems.listed);
    view.adjust({ state: ['solved'] });
    expect(ids()).toEqual([]);
    problems.record({ set: 'own', id: 'y' }, 'own', 1);
    expect(ids()).toEqual(['y']);
  });

  it('goes from one problem to the next among those that fit, and remembers where it was left', async () => {
    const { browse, problems, view } = await open('#/problems?set=own&problem=x');
    await browse.follow(problems.listed);
    expect([browse.open?.id, browse.position, browse.neighbour(-1)]).toEqual(['x', 0, null]);
    browse.show(browse.neighbour(1)!);
    expect([browse.open?.id, browse.neighbour(1)?.id]).toEqual(['y', 'z']);
    view.go({ problem: null, in: null });
    expect([browse.open, browse.lastOpened?.id, browse.position]).toEqual([null, 'y', null]);
    view.go({ problem: 'a' });
    expect([browse.open?.id, browse.position, browse.neighbour(1)]).toEqual(['a', null, null]);
    view.go({ problem: 'nobody' });
    expect(browse.open).toBe(null);
  });

  it('says which statements it could not read, and finds titles all the same', async () => {
    const { browse, ids, problems, search, view } = await open();
    search.sets.set('own', OWN.slice(0, 1));
    await browse.follow(problems.listed);
    expect(browse.setReading.trouble).toContain('2 statements of own are not stored');
    expect([browse.flagsOf({ set: 'own', id: 'x' }), browse.flagsOf({ set: 'own', id: 'y' })]).toEqual([
      [],
      null,
    ]);
    search.trouble = new Error('no room');
    await browse.follow([...problems.listed]);
    // The errors of all sets are reported.
    expect(browse.setReading.trouble).toMatch(/of own .*no room.* of bundled .*no room/);
    expect(browse.setReading.current).toBe(null);
    view.adjust({ search: 'own' });
    expect(ids()).toEqual(['x', 'y', 'z']);
  });

  it('reads again what a search that died has forgotten', async () => {
    const { browse, ids, problems, search, view } = await open();
    await browse.follow(problems.listed);
    search.die();
    view.adjust({ search: 'otter' });
    await eventually(() => expect(ids()).toEqual(['z']));
  });

  it('finds what was typed while that was read again', async () => {
    const { browse, ids, problems, search, view } = await open();
    await browse.follow(problems.listed);
    search.die();
    const go = hold(search);
    view.adjust({ search: 'ott' });
    await eventually(() => expect(browse.setReading.current).not.toBe(null));
    view.adjust({ search: 'otter' });
    go();
    await eventually(() => expect(ids()).toEqual(['z']));
  });

  it('leaves a list that another one has taken the place of', async () => {
    const { browse, ids, problems, search } = await open();
    const go = hold(search);
    const first = browse.follow(problems.listed);
    await eventually(() => expect(browse.setReading.current).not.toBe(null));
    const second = browse.follow(problems.listed.slice(0, 2));
    go();
    await Promise.all([first, second]);
    expect([ids(), browse.setReading.current]).toEqual([['x', 'y'], null]);
    expect(browse.valuesOf('set')).toEqual(['own']);
  });
});
