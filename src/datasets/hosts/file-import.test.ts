import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../domain/problem.ts';
import type { ImportProgress, ImportSource } from '../set-import.ts';
import { importSet, SetImporter } from './file-import.ts';

const row = (id: string, otherFields: object = {}) =>
  JSON.stringify({ id, mode: 'stdin', prompt: id, tests: [{ input: '', output: '1' }], ...otherFields });
const fileOf = (name: string, content: string | Uint8Array<ArrayBuffer>): ImportSource => ({
  kind: 'file',
  file: new File([content], name),
});

async function importedSet(source: ImportSource) {
  const portions: (readonly Problem[])[] = [];
  const progressReports: ImportProgress[] = [];
  const takePortion = async (problems: readonly Problem[]) => void portions.push(problems);
  const reading = await importSet(source, {
    take: takePortion,
    mappings: [],
    progress: (at) => void progressReports.push(at),
  });
  return {
    reading,
    portions,
    told: progressReports,
    ids: portions
      .flat()
      .map(({ id }) => id)
      .join(' '),
  };
}

describe('importSet', () => {
  it('reads our own lines and accounts for each of them', async () => {
    const text = `${row('a', { meta: { date: '2024-05-31T00:00' } })}\n{"id":\n\n${row('a')}\n${row('b')}`;
    const { reading, portions, told, ids } = await importedSet(fileOf('own.jsonl', text));
    expect(ids).toBe('a b');
    expect(portions[0]![0]!.date).toBe('2024-05-31');
    if (reading.kind !== 'read') throw new Error(reading.kind);
    expect(reading.totals).toMatchObject({ read: 4, kept: 2, dropped: 2 });
    expect(reading.groupedEntries.map(({ first, field }) => [first.line, field])).toEqual([
      [2, ''],
      [4, 'id'],
    ]);
    const report = JSON.parse(await (reading.report as unknown as Blob).text()) as unknown;
    const rows = reading.groupedEntries.map(({ outcome, field, reason, first }) => ({
      outcome,
      ...first,
      field,
      reason,
    }));
    expect(report).toEqual({ rows, ...reading.totals });
    expect(told.at(-1)).toEqual({ bytes: text.length, totalBytes: text.length, rows: 4, kept: 2 });
  });

  it('folds what is wrong in many lines, and says where first', async () => {
    const lines = Array.from(
      { length: 9 },
      (_, at) => `{"id":"p${at}","prompt":"","mode":"stdin","tests":[]}`,
    );
    const { reading } = await importedSet(fileOf('own.jsonl', [row('a'), ...lines, '{'].join('\n')));
    if (reading.kind !== 'read') throw new Error(reading.kind);
    expect(
      reading.groupedEntries.map(({ rows, field, places }) => [rows, field, places.map(({ line }) => line)]),
    ).toEqual([
      [9, 'tests', [2, 3, 4, 5, 6]],
      [1, '', [11]],
    ]);
  });

  it('leaves samples to others, and says what cannot be read', async () => {
    const samples = await importedSet(fileOf('s.jsonl', '{"problem_id":"a","id":0,"code":"x"}'));
    expect([samples.reading, samples.ids]).toEqual([{ kind: 'samples', lines: null }, '']);
    const truncatedFile = gzipSync(`${row('a')}\n`.repeat(3)).subarray(0, 40) as Uint8Array<ArrayBuffer>;
    expect((await importedSet(fileOf('cut.gz', truncatedFile))).reading).toMatchObject({
      kind: 'broken',
      file: 'cut.gz',
    });
  });

  it('makes samples of what other tools write, and says what is none', async () => {
    const rows = [{ question_id: 'a', code_list: ['x'], graded_list: [true] }, 7];
    const { reading, ids } = await importedSet(fileOf('eval_all.json', JSON.stringify(rows)));
    if (reading.kind !== 'samples' || reading.lines === null) throw new Error(reading.kind);
    expect(await reading.lines.text.text()).toBe('{"problem_id":"a","id":"0","code":"x","passed":true}\n7\n');
    expect([reading.lines.note, ids]).toEqual([null, '']);
    const broken = [...rows.slice(0, 1), { question_id: 'b', code_list: [1] }];
    const second = (await importedSet(fileOf('eval_all.json', JSON.stringify(broken)))).reading;
    if (second.kind !== 'samples') throw new Error(second.kind);
    expect(second.lines!.note!).toBe('Left out: row 2 has a list of programs that holds what is no text');
  });

  it('hands on in portions, in order, each when the one before is taken', async () => {
    const text = Array.from({ length: 2000 }, (_, at) => row(`p${at}`)).join('\n');
    let inFlight = 0;
    let mostWaiting = 0;
    const ids: string[] = [];
    const takePortion = async (problems: readonly Problem[]) => {
      mostWaiting = Math.max(mostWaiting, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 1));
      ids.push(...problems.map(({ id }) => id));
      inFlight -= 1;
    };
    await importSet(fileOf('own.jsonl', text), {
      take: takePortion,
      mappings: [],
      progress: () => undefined,
    });
    expect([ids.length, ids[1999], mostWaiting]).toEqual([2000, 'p1999', 1]);
  });

  it('reads a folder, its files under its name', async () => {
    const file = (name: string, text: string) => ({ path: name, file: new File([text], 'x') });
    const files = [file('a.jsonl', row('a')), file('b/b.jsonl', row('b')), file('README.md', '#')];
    const { reading, ids } = await importedSet({ kind: 'folder', name: 'set', files });
    expect(ids).toBe('a b');
    expect(reading).toMatchObject({
      totals: { files: [{ file: 'set/a.jsonl' }, { file: 'set/b/b.jsonl' }] },
    });
  });

  it('makes samples of a folder that a tool has written them into, whichever folder of it is given', async () => {
    const episode = (id: string) => ({
      ...{ id, task: { id: 'p' }, is_correct: true },
      trajectories: [{ steps: [{ output: 'x' }] }],
    });
    const file = (path: string, value: unknown) => ({ path, file: new File([JSON.stringify(value)], 'x') });
    const results = file('results.json', { dataset_name: 'd', attempts: 1, items: [] });
    const files = [file('episodes/a.json', episode('p:0')), file('episodes/b.json', episode('p:1'))];
    const text = '{"problem_id":"p","id":"0","response":"x","passed":true}\n';
    for (const source of [
      { kind: 'folder', name: 'run', files: [...files, results] },
      {
        kind: 'folder',
        name: 'episodes',
        files: files.map((each) => ({ ...each, path: each.path.slice(9) })),
      },
    ] as const) {
      const { reading } = await importedSet(source);
      if (reading.kind !== 'samples' || reading.lines === null) throw new Error(reading.kind);
      expect([await reading.lines.text.text(), reading.lines.samples]).toEqual([
        text + text.replace('"0"', '"1"'),
        2,
      ]);
    }
    // A folder with this name may also contain problems.
    const ownFile = { path: 'samples/own.json', file: new File([`[${row('a')}]`], 'x') };
    expect((await importedSet({ kind: 'folder', name: 'set', files: [ownFile] })).ids).toBe('a');
  });
});

describe('SetImporter', () => {
  const lines = Array.from({ length: 2000 }, (_, at) => row(`p${at}`)).join('\n');
  const stage = (storedIds: readonly string[] = []) => {
    const writtenIds: string[] = [];
    const listedIds: string[] = [];
    const keptIds: string[] = [];
    const store = {
      isFull: false,
      storedIds: async () => new Set(storedIds),
      write: async (_: string, problems: readonly Problem[]) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (store.isFull) throw new Error('full');
        writtenIds.push(...problems.map(({ id }) => id));
      },
    };
    const importer = new SetImporter(store);
    const read = (resumes = false, list: (count: number) => void = () => undefined) =>
      importer.read(
        fileOf('own.jsonl', lines),
        { key: 'k', resumes },
        async (summaries) => {
          await Promise.resolve();
          listedIds.push(...summaries.map(({ id }) => id));
          list(listedIds.length);
        },
        async (problems) => void keptIds.push(...problems.map(({ id }) => id)),
        () => undefined,
        [],
      );
    return { store, importer, read, written: writtenIds, listed: listedIds, kept: keptIds };
  };

  it('stores problems in the worker, and lists their summaries for the page', async () => {
    const { read, written, listed, kept } = stage();
    expect((await read()).reading).toMatchObject({ kind: 'read', totals: { kept: 2000 } });
    expect([written.length, listed, kept]).toEqual([2000, written, []]);
  });

  it('passes problems to the page after the storage has refused a portion', async () => {
    const { store, read, written, listed, kept } = stage();
    await read(false, (count) => (store.isFull = count > 500));
    expect(written.length).toBeGreaterThan(0);
    expect(kept.length).toBeGreaterThan(0);
    expect([...written, ...kept]).toEqual(listed);
    expect(listed).toHaveLength(2000);
  });

  it('stores no problem again that an earlier import has stored', async () => {
    const { read, written, listed } = stage(['p0', 'p1999']);
    await read(true);
    expect([written.length, listed.length]).toEqual([1998, 2000]);
  });

  it('writes nothing after it was stopped', async () => {
    const { importer, read, written, listed } = stage();
    let stopPromise = Promise.resolve();
    const reading = read(false, () => void (stopPromise = importer.stop()));
    await expect(reading).rejects.toThrow('stopped');
    await stopPromise;
    const count = written.length;
    expect([count > 0, count < 2000, listed.length]).toEqual([true, true, count]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(written).toHaveLength(count);
  });
});
