import { expect, it } from 'vitest';
import { filesIn } from './files-in.ts';

interface Entry {
  readonly name: string;
  readonly inside?: readonly Entry[];
  readonly isBroken?: boolean;
}

function entryOf({ name, inside, isBroken = false }: Entry, above = ''): FileSystemEntry {
  const fullPath = `${above}/${name}`;
  const parts = inside === undefined ? [] : [inside.map((each) => entryOf(each, fullPath)), []];
  return {
    ...{ name, fullPath, isFile: inside === undefined, isDirectory: inside !== undefined },
    file: (resolve: (file: File) => void, reject: (error: Error) => void) =>
      isBroken ? reject(new Error(`${name} cannot be read`)) : resolve(new File([], name)),
    createReader: () => ({
      readEntries: (resolve: (some: FileSystemEntry[]) => void) => resolve(parts.shift() ?? []),
    }),
  } as never;
}

const FOLDER: Entry = {
  name: 'set',
  inside: [{ name: 'a' }, { name: 'inner', inside: [{ name: 'b', isBroken: true }, { name: 'c' }] }],
};
const paths = async (entry: FileSystemEntry, lenient?: boolean) =>
  (await filesIn(entry, lenient)).map(({ path }) => path);

it('walks a dropped folder to its ends', async () => {
  expect(await paths(entryOf({ name: 'x' }))).toEqual(['x']);
  expect(await paths(entryOf(FOLDER), true)).toEqual(['set/a', 'set/inner/c']);
});

it('rejects with a file that cannot be read', async () => {
  await expect(paths(entryOf(FOLDER))).rejects.toThrow('b cannot be read');
});
