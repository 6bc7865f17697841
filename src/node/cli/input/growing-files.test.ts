import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../../tests/builders/files.ts';
import { Unreadable } from '../../../datasets/containers/source-file.ts';
import { GrowingFiles } from './growing-files.ts';
import { givenFiles } from './source-files.ts';

/** Returns a function that gives the new parts: their names, the lines before each, and their texts. */
function looking(folder: string) {
  const files = new GrowingFiles(
    () => {
      const given = givenFiles(folder, () => undefined);
      return given.kind === 'folder' ? given.files : [];
    },
    (name) => name.endsWith('problems.jsonl'),
  );
  return async () => {
    const parts = await files.newParts();
    const texts = parts.map(async (part) => {
      let text = '';
      for await (const piece of part.bytes()) text += new TextDecoder().decode(piece);
      return [part.name.slice(folder.length + 1), part.linesBefore, text];
    });
    return Promise.all(texts);
  };
}

it('whole lines are returned once, one look after they were written', () =>
  inTemporaryFolder(async (folder) => {
    const look = looking(folder);
    const file = join(folder, '1.jsonl');
    writeFileSync(file, 'a\nb\nc');
    expect(await look()).toEqual([]);
    expect(await look()).toEqual([['1.jsonl', 0, 'a\nb\n']]);
    expect(await look()).toEqual([]);
    appendFileSync(file, 'd\ne\n');
    await look();
    expect(await look()).toEqual([['1.jsonl', 2, 'cd\ne\n']]);
    expect(await look()).toEqual([]);
  }));

it('another file is returned whole when it has stopped growing', () =>
  inTemporaryFolder(async (folder) => {
    const look = looking(folder);
    const file = join(folder, 'step_1.parquet');
    writeFileSync(file, 'PAR1');
    await look();
    appendFileSync(file, 'more');
    expect(await look()).toEqual([]);
    expect(await look()).toEqual([['step_1.parquet', undefined, 'PAR1more']]);
    expect(await look()).toEqual([]);
  }));

it('the problems come whole with each new part, and new folders are seen', () =>
  inTemporaryFolder(async (folder) => {
    const look = looking(folder);
    writeFileSync(join(folder, 'problems.jsonl'), 'p\nq');
    await look();
    expect(await look()).toEqual([]);
    mkdirSync(join(folder, 'step_2'));
    writeFileSync(join(folder, 'step_2/traces.jsonl'), 'r\n');
    await look();
    expect(await look()).toEqual([
      ['step_2/traces.jsonl', 0, 'r\n'],
      ['problems.jsonl', 0, 'p\n'],
    ]);
  }));

it('a file that became shorter is refused, because its rows may be others', () =>
  inTemporaryFolder(async (folder) => {
    const look = looking(folder);
    const file = join(folder, '1.jsonl');
    writeFileSync(file, 'a\nb\n');
    await look();
    await look();
    writeFileSync(file, 'x\n');
    await expect(look()).rejects.toThrow(Unreadable);
  }));
