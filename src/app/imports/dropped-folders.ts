/** Converts dropped or chosen files with their folders to sources: a folder is one data set. */
import type { ImportSource } from '../../datasets/set-import.ts';

type InFolder = (ImportSource & { readonly kind: 'folder' })['files'][number];

/**
 * Files for themselves, each folder with all that is in it.
 * @param dropped of each thing that was dropped its entry, where it has one
 * @param files as the drop has them without folders
 * @throws Error for what cannot be read
 */
export async function sourcesOf(
  dropped: readonly (FileSystemEntry | null)[],
  files: readonly File[],
): Promise<readonly ImportSource[]> {
  const entries = dropped.filter((entry) => entry !== null);
  // Files that a script made have no entries.
  if (!entries.some(isFolder)) return files.map((file) => ({ kind: 'file', file }));
  return Promise.all(
    entries.map(async (entry): Promise<ImportSource> => {
      if (isFile(entry)) return { kind: 'file', file: await fileOf(entry) };
      const files = await filesIn(entry, '');
      return { kind: 'folder', name: entry.name, files: inOrder(files) };
    }),
  );
}

/** The files of an `<input type="file" webkitdirectory>`; null where none was chosen. */
export function chosenFolder(files: Iterable<File>): ImportSource | null {
  const found = [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
  const [first] = found;
  if (first === undefined) return null;
  const name = first.path.split('/')[0]!;
  return {
    kind: 'folder',
    name,
    files: inOrder(found.map(({ path, file }) => ({ path: path.slice(name.length + 1) || path, file }))),
  };
}

/** By name, so that rows keep their numbers. */
function inOrder(files: readonly InFolder[]): readonly InFolder[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

async function filesIn(entry: FileSystemEntry, above: string): Promise<readonly InFolder[]> {
  if (isFile(entry)) return [{ path: `${above}${entry.name}`, file: await fileOf(entry) }];
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // A hundred at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    all.push(...some);
  }
  // The folder that was dropped is the set's name, and no part of the path.
  const found: InFolder[] = [];
  for (const each of all)
    found.push(...(await filesIn(each, isFile(each) ? above : `${above}${each.name}/`)));
  return found;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
