import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { JournaledRows } from './journaled-rows.ts';
import { manifestOf, readManifest } from './manifest.ts';

const RUN = manifestOf({ problems: 'one', profile: 'standard' }, '1/1');
const row = (place: number, text = 'x') => ({ place, text });

interface Options {
  readonly manifest?: typeof RUN;
  readonly fresh?: boolean;
  readonly total?: number;
}

function openJournal(path: string, { manifest = RUN, fresh = false, total = 4 }: Options = {}) {
  const messages: string[] = [];
  const keptPlaces = new Set<number>();
  const keeps = (line: string): number | null => {
    try {
      const { place, text } = JSON.parse(line) as ReturnType<typeof row>;
      if (text === 'again' || keptPlaces.has(place)) return null;
      keptPlaces.add(place);
      return place;
    } catch {
      return null;
    }
  };
  const tell = (sentence: string) => void messages.push(sentence);
  const rows = JournaledRows.open(path, 'out.jsonl', {
    manifest,
    isFresh: fresh,
    total,
    placeOfLine: keeps,
    printMessage: tell,
  });
  return rows.then((output) => ({ output, said: messages }));
}

/** Interrupts a run that has these rows. */
async function ended(path: string, places: readonly number[], options?: Options): Promise<string | null> {
  const { output } = await openJournal(path, options);
  for (const place of places) output.put(place, row(place));
  return output.breakOff();
}

const inFolder = (use: (path: string, folder: string) => Promise<void>): Promise<void> =>
  inTemporaryFolder((folder) => use(join(folder, 'out.jsonl'), folder));

const WHOLE = [0, 1, 2, 3].map((place) => `${JSON.stringify(row(place))}\n`).join('');

describe('rows that came in any order', () => {
  it('stand in theirs when all are there, and not before', () =>
    inFolder(async (path, folder) => {
      const { output } = await openJournal(path);
      for (const place of [2, 0, 3]) output.put(place, row(place));
      expect(readdirSync(folder).sort()).toEqual([
        'out.jsonl.lock',
        'out.jsonl.manifest.json',
        'out.jsonl.part',
      ]);
      output.put(1, row(1));
      await output.commit();
      expect(readFileSync(path, 'utf8')).toBe(WHOLE);
      expect(readdirSync(folder).sort()).toEqual(['out.jsonl', 'out.jsonl.manifest.json']);
    }));

  it('are made again in a redo, which the manifest states until it is over', () =>
    inFolder(async (path) => {
      const first = await openJournal(path);
      for (const place of [0, 1, 2, 3]) first.output.put(place, row(place));
      await first.output.commit();
      const redo = { ...RUN, redo: 9 };
      writeFileSync(path, readFileSync(path, 'utf8').replace('2,"text":"x"', '2,"text":"again"'));
      const second = await openJournal(path, { manifest: redo });
      expect([readManifest(path)?.redo, readManifest(path)?.complete]).toEqual([9, false]);
      await second.output.breakOff();
      const third = await openJournal(path, { manifest: redo });
      third.output.put(2, row(2));
      await third.output.commit();
      expect(readFileSync(path, 'utf8')).toBe(WHOLE);
      expect(readManifest(path)).toEqual({ ...RUN, complete: true });
    }));

  it('of a redo are of no more samples than it began with', () =>
    inFolder(async (path) => {
      const asked = (samples: number) => ({ ...RUN, redo: 9, asked: { problems: ['a'], samples } });
      await ended(path, [0], { manifest: asked(2) });
      await expect(openJournal(path, { manifest: asked(3) })).rejects.toThrow(
        'its redo with 9 tokens is of 2 samples per problem, not 3',
      );
    }));

  it('are kept when the run is ended, also in the middle of a line', () =>
    inFolder(async (path) => {
      expect(await ended(path, [2, 0])).toBe(`${path}.part`);
      writeFileSync(`${path}.part`, '{"place":1,"te', { flag: 'a' });
      const { output, said } = await openJournal(path);
      expect([...output.keptPlaces].sort()).toEqual([0, 2]);
      expect(said).toEqual([
        'out.jsonl: resuming, 2 of 4 rows done; a line that was written in part is taken away',
      ]);
      for (const place of [3, 1]) output.put(place, row(place));
      await output.commit();
      expect(readFileSync(path, 'utf8')).toBe(WHOLE);
    }));

  it('are made again where a line in the middle was lost', () =>
    inFolder(async (path) => {
      await ended(path, [0]);
      writeFileSync(`${path}.part`, `\0\0\0\n${JSON.stringify(row(1))}\n`, { flag: 'a' });
      const { output } = await openJournal(path);
      expect([...output.keptPlaces].sort()).toEqual([0, 1]);
      for (const place of [3, 2]) output.put(place, row(place));
      await output.commit();
      expect(readFileSync(path, 'utf8')).toBe(WHOLE);
    }));

  it('are left alone when all are there, but for those that want another try', () =>
    inFolder(async (path, folder) => {
      const first = await openJournal(path);
      for (const place of [0, 1, 2, 3]) first.output.put(place, row(place, place === 1 ? 'again' : 'x'));
      await first.output.commit();
      const second = await openJournal(path);
      expect([...second.output.keptPlaces]).toEqual([0, 2, 3]);
      second.output.put(1, row(1));
      await second.output.commit();
      expect(readFileSync(path, 'utf8')).toBe(WHOLE);
      utimesSync(path, 1, 1);
      const third = await openJournal(path);
      expect(third.said).toEqual([
        'out.jsonl is complete: 4 rows, and nothing is judged again (--fresh begins anew)',
      ]);
      await third.output.commit();
      expect(readFileSync(path, 'utf8')).toBe(WHOLE);
      expect(readdirSync(folder).sort()).toEqual(['out.jsonl', 'out.jsonl.manifest.json']);
    }));

  it('of nobody knows what are not gone on with', () =>
    inFolder(async (path) => {
      writeFileSync(path, WHOLE);
      await expect(openJournal(path)).rejects.toThrow('no earlier run of this command wrote it');
      expect(readFileSync(path, 'utf8')).toBe(WHOLE);
      writeFileSync(`${path}.part`, WHOLE);
      await expect(openJournal(path)).rejects.toThrow('by an unknown run. If it is of this very command');
      writeFileSync(`${path}.manifest.json`, '\0\0');
      await expect(openJournal(path)).rejects.toThrow('manifest.json is damaged');
    }));

  it('leave nothing behind where none came', () =>
    inFolder(async (path, folder) => {
      const { output } = await openJournal(path);
      expect(await output.breakOff()).toBeNull();
      expect(readdirSync(folder)).toEqual([]);
    }));

  it('of another run are left alone, which took the output while this one was suspended', () =>
    inFolder(async (path, folder) => {
      const { output } = await openJournal(path);
      const other = { key: 'other', pid: 1, host: 'elsewhere', beat: 1 };
      writeFileSync(`${path}.lock`, JSON.stringify(other));
      const filesBefore = readdirSync(folder).sort();
      expect(filesBefore).toEqual(['out.jsonl.lock', 'out.jsonl.manifest.json', 'out.jsonl.part']);
      output.put(0, row(0));
      await expect(output.failure).rejects.toThrow('out.jsonl: another run writes into it');
      expect(readFileSync(`${path}.part`, 'utf8')).toBe('');
      expect(await output.breakOff()).toBeNull();
      expect(readdirSync(folder).sort()).toEqual(filesBefore);
    }));

  it('of another run are not put in their place by this one, which had all of its own', () =>
    inFolder(async (path, folder) => {
      const { output } = await openJournal(path);
      for (const place of [0, 1, 2, 3]) output.put(place, row(place));
      writeFileSync(`${path}.lock`, JSON.stringify({ key: 'other', pid: 1, host: 'elsewhere', beat: 1 }));
      await expect(output.commit()).rejects.toThrow('out.jsonl: another run writes into it');
      expect(await output.breakOff()).toBe(`${path}.part`);
      expect(existsSync(path)).toBe(false);
      expect(readdirSync(folder)).toContain('out.jsonl.lock');
    }));
});

describe('a run', () => {
  it.each([
    [manifestOf({ problems: 'one', profile: 'rllm' }, '1/1'), 'its profile is standard, not rllm'],
    [manifestOf({ problems: 'two', profile: 'standard' }, '1/1'), 'the file of problems differs'],
    [
      manifestOf({ problems: 'one', profile: 'standard', 'time limit': '2' }, '1/1'),
      'its time limit is not set, not 2',
    ],
    [manifestOf(RUN.origin, '2/4'), 'its shard is 1/1, not 2/4'],
  ])('does not go on with another one: %j', (manifest, difference) =>
    inFolder(async (path) => {
      await ended(path, [0]);
      await expect(openJournal(path, { manifest })).rejects.toThrow(
        `out.jsonl belongs to another run: ${difference}. Choose another -o, or start over with --fresh`,
      );
      const { output } = await openJournal(path, { manifest, fresh: true });
      expect(output.keptPlaces.size).toBe(0);
      await output.breakOff();
      expect(existsSync(`${path}.lock`)).toBe(false);
    }),
  );

  it('that cannot be written is refused', () =>
    inFolder(async (path) => {
      mkdirSync(`${path}.part`);
      writeFileSync(`${path}.manifest.json`, JSON.stringify(RUN));
      await expect(openJournal(path)).rejects.toThrow(
        `out.jsonl: cannot be written: ${path}.part is a folder`,
      );
    }));
});
