/** Converts dropped or chosen files with their folders to sources: a folder is one data set. */
import { chosenFiles, filesIn, isFolder, type PlacedFile } from '../../common/imports/files-in.ts';
import type { ImportSource } from '../../datasets/set-import.ts';

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
  const sources = entries.map(async (entry): Promise<readonly ImportSource[]> => {
    const found = await filesIn(entry);
    return isFolder(entry)
      ? [folderOf(entry.name, found)]
      : found.map(({ file }): ImportSource => ({ kind: 'file', file }));
  });
  return (await Promise.all(sources)).flat();
}

/** @param files at least one, of an `<input type="file" webkitdirectory>` */
export function chosenFolder(files: readonly File[]): ImportSource {
  const found = chosenFiles(files);
  return folderOf(found[0]!.path.split('/')[0]!, found);
}

/** The folder is the set's name, and no part of the paths. By name, so that rows keep their numbers. */
function folderOf(name: string, found: readonly PlacedFile[]): ImportSource {
  const files = found
    .map(({ path, file }) => ({ path: path.slice(name.length + 1) || path, file }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return { kind: 'folder', name, files };
}
