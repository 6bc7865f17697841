import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../tests/builders/eventually.ts';
import { problemOf } from '../../../../tests/builders/problem.ts';
import { storageArea } from '../../../../tests/builders/web-storage.ts';
import {
  portionWriter,
  type ImportHooks,
  type ImportSource,
  type ImportTarget,
  type ReadSet,
  type SetReading,
} from '../../../datasets/set-import.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Written } from '../../../storage/record-store.ts';
import { WebStorage } from '../../../storage/web-storage.ts';
import { memoryTables } from '../../../storage/tables.ts';
import { ImportsState } from './imports-state.svelte.ts';
import { ProblemsState } from '../../problems/state/problems-state.svelte.ts';

const sourceOf = (name: string) =>
  ({ kind: 'file', file: { name, size: 10 } as File }) satisfies ImportSource;
const SOURCE = sourceOf('mine.jsonl');
const ids = (texts: string) => texts.split(' ').map((id) => problemOf({ id, title: id }));

function reading(kept: number, dropped = 0): SetReading {
  const counts = { read: kept + dropped, kept, dropped, repaired: 0, tests: kept };
  const totals = {
    ...counts,
    modes: { stdin: kept, call: 0, assert: 0 },
    files: [],
    skipped: [],
    elsewhere: [],
  };
  return { kind: 'read', totals, groupedEntries: [], report: new Blob([]) };
}

const held = new Set<string>();
const marks = new Map<string, string>();
const area = storageArea(marks);
let tables = memoryTables();
let sound = true;
beforeEach(() => {
  tables = memoryTables();
  sound = true;
  held.clear();
  marks.clear();
});

/** @param origin equal for two sources with the same content; '' if it is unknown */
async function visit(read: ReadSet, origin = '') {
  const problems = new ProblemsState(
    { bundledIndex: () => Promise.resolve([]), bundledProblem: () => Promise.reject(new Error('none')) },
    tables,
  );
  await problems.load();
  const hold = (key: string) => {
    if (held.has(key)) return Promise.resolve(null);
    held.add(key);
    return Promise.resolve(() => void held.delete(key));
  };
  let clock = 0;
  const remote = { listHub: () => Promise.reject(new Error('none')), storage: new WebStorage(() => area) };
  const originOf = () => Promise.resolve(origin);
  const now = () => (clock += 1000);
  const parts = { problems, tables, remote, read, hold, isStorageIntact: () => sound, now, originOf };
  const imports = new ImportsState(parts);
  return { problems, imports, list: () => problems.listed.map(({ summary }) => summary.id).join(' ') };
}

/** Stores portions as the worker does. The worker and the page see the same storage. */
function writerOf(target: ImportTarget, hooks: ImportHooks): (portion: string) => Promise<void> {
  const { problems } = tables;
  const storedIds = async (key: string) =>
    new Set([...(await problems.readAll()).keys()].flatMap(({ set, id }) => (set === key ? [id] : [])));
  const write = async (key: string, portion: readonly Problem[]) => {
    const written = await problems.writeMany(
      portion.map((problem) => [{ set: key, id: problem.id }, problem]),
    );
    if (written !== 'stored') throw new Error('full');
  };
  const take = portionWriter({ storedIds, write }, target, hooks);
  return (portion) => take(ids(portion));
}

/** Reads portions, each a string of ids. */
function readerOf(...portions: readonly string[]): ReadSet {
  return async (_, target, hooks) => {
    const take = writerOf(target, hooks);
    for (const portion of portions) await take(portion);
    return reading(portions.join(' ').split(' ').length, 1);
  };
}

/** Reads a portion, then waits until it is aborted. */
function halfReader() {
  let taken = () => undefined as void;
  const begun = new Promise<void>((resolve) => (taken = resolve));
  const read: ReadSet = async (_, target, hooks, signal) => {
    await writerOf(target, hooks)('half');
    taken();
    return new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped'))),
    );
  };
  return { read, begun };
}

/** Closes the page in the middle of an import. */
async function leaveHalfway(origin = ''): Promise<void> {
  const { read, begun } = halfReader();
  void visit(read, origin).then(({ imports }) => imports.import(SOURCE));
  await begun;
}

async function stopWhen(begun: Promise<void>, imports: ImportsState) {
  const ended = imports.import(SOURCE);
  await begun;
  imports.stop();
  return ended;
}

/** Records the problems that are written from now on. */
function writtenIds(): () => readonly string[] {
  const writing = vi.spyOn(tables.problems, 'writeMany');
  return () => writing.mock.calls.flatMap(([records]) => records.map(([{ id }]) => id));
}

const names = async () => (await tables.problems.setNames()).map((name) => name.split('\0')[0]);

describe('an import', () => {
  it('makes a set out of all portions, to be opened in later visits', async () => {
    const first = await visit(readerOf('a b', 'c'));
    const end = await first.imports.import(SOURCE);
    expect(end).toMatchObject({ kind: 'added', report: { set: 'mine.jsonl', isStored: true } });
    expect([first.list(), first.imports.running]).toEqual(['a b c', null]);
    const later = await visit(readerOf());
    expect(later.list()).toBe('a b c');
    expect((await later.problems.open({ set: 'mine.jsonl', id: 'c' }))?.problem.title).toBe('c');
    expect(held.size).toBe(0);
  });

  it('replaces the set of its name, for another tab that lists the old one too', async () => {
    const first = await visit(readerOf('a b'));
    await first.imports.import(SOURCE);
    const other = await visit(readerOf());
    const again = await visit(readerOf('b c'));
    await again.imports.import(SOURCE);
    expect([again.list(), await names()]).toEqual(['b c', ['mine.jsonl']]);
    expect((await other.problems.open({ set: 'mine.jsonl', id: 'b' }))?.problem.title).toBe('b');
    expect(await other.problems.open({ set: 'mine.jsonl', id: 'a' })).toBeNull();
    await again.problems.removeSet('mine.jsonl');
    expect([again.list(), await names()]).toEqual(['', []]);
  });

  it('leaves what was there when it is stopped, and goes on with the next', async () => {
    await (await visit(readerOf('a b'))).imports.import(SOURCE);
    const half = halfReader();
    const read = vi.fn<ReadSet>(readerOf('n')).mockImplementationOnce(half.read);
    const { imports, list, problems } = await visit(read);
    const stopped = imports.import(SOURCE);
    const next = imports.import(sourceOf('next'));
    await half.begun;
    expect([imports.running?.name, imports.waitingCount]).toEqual(['mine.jsonl', 1]);
    imports.stop();
    expect(await stopped).toEqual({ kind: 'stopped' });
    expect(await next).toMatchObject({ kind: 'added' });
    expect(list()).toBe('n a b');
    expect((await problems.open({ set: 'mine.jsonl', id: 'a' }))?.problem.title).toBe('a');
    await eventually(async () => expect(await names()).toEqual(['mine.jsonl', 'next']));
    expect(held.size).toBe(0);
  });

  it.each([
    [
      { kind: 'broken', file: 'x/y', fault: 'is empty' },
      { kind: 'failed', name: 'x/y', message: 'is empty' },
    ],
    [
      { kind: 'samples', lines: null },
      { kind: 'samples', lines: null },
    ],
    [reading(0, 2), { kind: 'added', report: { isStored: true } }],
  ] as const)('leaves nothing where nothing came: %o', async (read, end) => {
    const { imports, list } = await visit(async (_, target, hooks) => {
      await writerOf(target, hooks)('a');
      return read as SetReading;
    });
    expect(await imports.import(SOURCE)).toMatchObject(end);
    expect(list()).toBe('');
    await eventually(async () => expect(await names()).toEqual([]));
  });

  it('tells how far it is, and how long it will take', async () => {
    const seen: unknown[] = [];
    let progress: ImportHooks['progress'] = () => undefined;
    const { imports } = await visit((_, __, hooks) => {
      ({ progress } = hooks);
      for (const bytes of [0, 10, 20]) {
        progress({ bytes, totalBytes: 50, rows: bytes, kept: 1 });
        seen.push([imports.running?.bytes, imports.running?.secondsLeft]);
      }
      return Promise.resolve(reading(0));
    });
    await imports.import(SOURCE);
    expect(seen).toEqual([
      [0, null],
      [10, 4],
      [20, 3],
    ]);
  });

  it('is for this visit where it cannot be stored, and leaves what is', async () => {
    await (await visit(readerOf('a b'))).imports.import(SOURCE);
    const write = vi.spyOn(tables.problems, 'writeMany');
    write.mockImplementation(async () => 'in-memory' as Written);
    const { imports, list } = await visit(readerOf('c'));
    expect(await imports.import(SOURCE)).toMatchObject({ report: { isStored: false } });
    expect(list()).toBe('c');
    // The key is locked, so that no other tab treats the problems as a leftover.
    expect(held.size).toBe(1);
    expect((await visit(readerOf())).list()).toBe('a b');
  });

  it('clears away what a page has left that went in the middle of one, and nothing of another tab', async () => {
    await (await visit(readerOf('a b'))).imports.import(SOURCE);
    await leaveHalfway();
    expect(await names()).toEqual(['mine.jsonl', 'mine.jsonl']);
    // While the key is locked, it belongs to another tab.
    const busy = await visit(readerOf('n'));
    await busy.imports.import(sourceOf('next'));
    expect(await names()).toEqual(['mine.jsonl', 'mine.jsonl', 'next']);
    held.clear();
    const later = await visit(readerOf('m'));
    await later.imports.import(sourceOf('more'));
    expect(await names()).toEqual(['mine.jsonl', 'more', 'next']);
    expect(later.list()).toBe('m n a b');
    // Only the first of the two reports states that the import started again.
    const again = [await later.imports.import(SOURCE), await later.imports.import(SOURCE)];
    expect(again).toMatchObject([{ report: { resumption: 'anew' } }, { report: { resumption: null } }]);
    expect(marks.size).toBe(0);
  });

  it.each([
    ['a whole import was still taking the old set away', 'stored'],
    ['an import was for that visit only', 'in-memory'],
    ['a stopped import was still taken back', 'stopped'],
  ] as const)('claims nothing of a page that went when %s', async (_, how) => {
    await (await visit(readerOf('a b'))).imports.import(SOURCE);
    const half = halfReader();
    const gone = await visit(how === 'stopped' ? half.read : readerOf('b c'));
    const { problems } = tables;
    const [replaceSet, writeMany] = [problems.replaceSet.bind(problems), problems.writeMany.bind(problems)];
    const leaving = vi.spyOn(problems, 'replaceSet').mockReturnValue(new Promise(() => undefined));
    const writing = vi.spyOn(problems, 'writeMany');
    if (how === 'in-memory')
      writing.mockImplementation(async (portion) => {
        await writeMany(portion);
        return 'in-memory';
      });
    const ended = how === 'stopped' ? stopWhen(half.begun, gone.imports) : gone.imports.import(SOURCE);
    if (how === 'stopped') await ended;
    await eventually(() =>
      expect(leaving.mock.calls.length + Number(how === 'in-memory')).toBeGreaterThan(0),
    );
    if (how === 'in-memory') await ended;
    leaving.mockImplementation(replaceSet);
    writing.mockRestore();
    held.clear();
    expect(await names()).toEqual(['mine.jsonl', 'mine.jsonl']);
    const later = await visit(readerOf('n'));
    expect(await later.imports.import(SOURCE)).toMatchObject({ report: { resumption: null } });
    expect([await names(), marks.size]).toEqual([['mine.jsonl'], 0]);
  });

  it('clears nothing away where something could not be read: a set of a later version looks like what was left', async () => {
    await leaveHalfway();
    held.clear();
    sound = false;
    await (await visit(readerOf('m'))).imports.import(sourceOf('more'));
    expect(await names()).toEqual(['mine.jsonl', 'more']);
  });

  it('goes on with what is stored where the very same is given again', async () => {
    await (await visit(readerOf('old'))).imports.import(SOURCE);
    await leaveHalfway('same');
    held.clear();
    const later = await visit(readerOf('half', 'rest more'), 'same');
    await eventually(() =>
      expect(later.imports.unfinished.resumableImports).toMatchObject([{ name: 'mine.jsonl' }]),
    );
    const written = writtenIds();
    expect(later.list()).toBe('old');
    expect(await later.imports.import(SOURCE)).toMatchObject({
      report: { resumption: 'went-on', isStored: true },
    });
    expect(written()).toEqual(['rest', 'more']);
    expect([later.list(), await names(), marks.size]).toEqual(['half rest more', ['mine.jsonl'], 0]);
    expect(later.imports.unfinished.resumableImports).toEqual([]);
    expect((await later.problems.open({ set: 'mine.jsonl', id: 'half' }))?.problem.title).toBe('half');
    // A complete import is not resumed.
    expect(await later.imports.import(SOURCE)).toMatchObject({ report: { resumption: null } });
    expect([await names(), held.size]).toEqual([['mine.jsonl'], 0]);
  });

  it('goes on when it was stopped, and is thrown away when that is asked for', async () => {
    const [half, second] = [halfReader(), halfReader()];
    const read = vi.fn<ReadSet>(readerOf('half', 'rest')).mockImplementationOnce(half.read);
    const { imports, list } = await visit(read, 'same');
    expect(await stopWhen(half.begun, imports)).toEqual({ kind: 'stopped' });
    const [left] = imports.unfinished.resumableImports;
    expect(left).toMatchObject({ name: 'mine.jsonl', source: SOURCE });
    expect(await imports.import(left!.source!)).toMatchObject({ report: { resumption: 'went-on' } });
    expect(list()).toBe('half rest');

    read.mockImplementationOnce(second.read);
    await stopWhen(second.begun, imports);
    expect(await names()).toEqual(['mine.jsonl', 'mine.jsonl']);
    await imports.unfinished.discard('mine.jsonl');
    expect([await names(), marks.size, held.size, list()]).toEqual([['mine.jsonl'], 0, 0, 'half rest']);
  });

  it.each([
    ['broken', { kind: 'broken', file: 'x', fault: 'is empty' } as SetReading, 'half rest'],
    ['broken at once', { kind: 'broken', file: 'x', fault: 'is empty' } as SetReading, ''],
    ['thrown', new Error('the worker has gone'), 'half rest'],
    ['thrown at once', new Error('the worker has gone'), ''],
  ])('keeps what an earlier one has stored where going on ended: %s', async (_, end, portion) => {
    const half = halfReader();
    const read = vi.fn<ReadSet>(readerOf('half', 'rest more')).mockImplementationOnce(half.read);
    const { imports, list } = await visit(read, 'same');
    await stopWhen(half.begun, imports);
    read.mockImplementationOnce(async (__, target, hooks) => {
      if (portion !== '') await writerOf(target, hooks)(portion);
      if (end instanceof Error) throw end;
      return end;
    });
    expect(await imports.import(SOURCE)).toMatchObject({ kind: 'failed' });
    expect([imports.unfinished.resumableImports.map(({ name }) => name), held.size]).toEqual([
      ['mine.jsonl'],
      0,
    ]);
    const written = writtenIds();
    expect(await imports.import(SOURCE)).toMatchObject({ report: { resumption: 'went-on', isStored: true } });
    expect(written()).toEqual(portion === '' ? ['rest', 'more'] : ['more']);
    expect([list(), await names(), marks.size]).toEqual(['half rest more', ['mine.jsonl'], 0]);
  });

  it('begins anew where what is given is another, and says so', async () => {
    await leaveHalfway('one');
    held.clear();
    const { imports, problems } = await visit(readerOf('new'), 'another');
    expect(await imports.import(SOURCE)).toMatchObject({ report: { resumption: 'anew' } });
    expect([await names(), problems.sets.get('mine.jsonl')]).toEqual([['mine.jsonl'], 1]);
    expect((await tables.problems.readAll()).size).toBe(1);
  });

  it('touches nothing of what another tab has gone on with meanwhile', async () => {
    await leaveHalfway('same');
    held.clear();
    const late = await visit(readerOf('half', 'rest'), 'same');
    await eventually(() => expect(late.imports.unfinished.resumableImports).toHaveLength(1));
    const other = await visit(readerOf('half', 'rest'), 'same');
    expect(await other.imports.import(SOURCE)).toMatchObject({ report: { resumption: 'went-on' } });
    expect(await late.imports.import(SOURCE)).toMatchObject({ report: { resumption: null } });
    await late.imports.unfinished.discard('mine.jsonl');
    expect((await late.problems.open({ set: 'mine.jsonl', id: 'half' }))?.problem.title).toBe('half');
    expect((await other.problems.open({ set: 'mine.jsonl', id: 'rest' }))?.problem.title).toBe('rest');
  });
});
