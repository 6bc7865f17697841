/** Converts dropped or chosen files and folders to sources. A folder is one data set. */
import { chosenFiles, filesIn, isFolder, type PlacedFile } from '../../common/imports/files-in.ts';
import type { ImportSource } from '../../datasets/set-import.ts';

/**
 * Returns a source for each file, and one for each folder with all its files.
 * @param droppedEntries the entry of each dropped item, or null if it has none
 * @param files the dropped files, used if no folder was dropped
 * @throws Error for a file that cannot be read
 */
export async function sourcesOf(
  droppedEntries: readonly (FileSystemEntry | null)[],
  files: readonly File[],
): Promise<readonly ImportSource[]> {
  const entries = droppedEntries.filter((entry) => entry !== null);
  // Files that a script has created have no entries.
  if (!entries.some(isFolder)) return files.map((file) => ({ kind: 'file', file }));
  const sources = entries.map(async (entry): Promise<readonly ImportSource[]> => {
    const containedFiles = await filesIn(entry);
    return isFolder(entry)
      ? [folderOf(entry.name, containedFiles)]
      : containedFiles.map(({ file }): ImportSource => ({ kind: 'file', file }));
  });
  return (await Promise.all(sources)).flat();
}

/** @param files at least one file, from an `<input type="file" webkitdirectory>` */
export function chosenFolder(files: readonly File[]): ImportSource {
  const folderFiles = chosenFiles(files);
  return folderOf(folderFiles[0]!.path.split('/')[0]!, folderFiles);
}

/**
 * Creates a source from a folder. The folder's name becomes the name of the set and is not part of the paths.
 * Files are sorted by name, so that rows keep their numbers.
 */
function folderOf(name: string, placedFiles: readonly PlacedFile[]): ImportSource {
  const files = placedFiles
    .map(({ path, file }) => ({ path: path.slice(name.length + 1) || path, file }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  return { kind: 'folder', name, files };
}
