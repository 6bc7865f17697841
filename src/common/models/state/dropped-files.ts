import type { FolderFile } from '../../../models/web-llm/model-files.ts';

/** The files of an `<input type="file" webkitdirectory>`, with the folders above them. */
export function chosenFiles(files: Iterable<File>): readonly FolderFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/**
 * All files of what was dropped, folders walked to their ends. The drop is read before this returns, as
 * browsers empty it with the event; the walk itself takes its time. Unreadable files are left out.
 */
export function droppedFiles({ items, files }: DataTransfer): Promise<readonly FolderFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return Promise.resolve(chosenFiles(files));
  return Promise.all(entries.map(walk)).then((found) => found.flat());
}

async function walk(entry: FileSystemEntry): Promise<readonly FolderFile[]> {
  try {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      return [{ path: entry.fullPath.replace(/^\//, ''), file }];
    }
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
    return (await Promise.all(all.map(walk))).flat();
  } catch {
    return [];
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
