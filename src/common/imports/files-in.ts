/** A file with its path, which starts with the name of the dropped or chosen folder. */
export interface PlacedFile {
  readonly path: string;
  readonly file: File;
}

/** Returns the files of an `<input type="file" webkitdirectory>`. */
export function chosenFiles(files: Iterable<File>): readonly PlacedFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/**
 * Returns a dropped file, or all files in a dropped folder.
 * @param lenient whether unreadable files are left out; otherwise the first one rejects
 */
export async function filesIn(entry: FileSystemEntry, lenient = false): Promise<readonly PlacedFile[]> {
  try {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      return [{ path: entry.fullPath.replace(/^\//, ''), file }];
    }
    if (!isFolder(entry)) return [];
    const entries = await entriesIn(entry);
    return (await Promise.all(entries.map((each) => filesIn(each, lenient)))).flat();
  } catch (error) {
    if (lenient) return [];
    throw error;
  }
}

async function entriesIn(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const allEntries: FileSystemEntry[] = [];
  for (;;) {
    // `readEntries` returns at most a hundred entries per call, and an empty array at the end.
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return allEntries;
    allEntries.push(...batch);
  }
}

export function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
