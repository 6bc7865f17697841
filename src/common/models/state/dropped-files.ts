import { chosenFiles, filesIn, type PlacedFile } from '../../imports/files-in.ts';

/**
 * All files of what was dropped, folders walked to their ends. The drop is read before this returns, as
 * browsers empty it with the event; the walk itself takes its time. Unreadable files are left out.
 */
export function droppedFiles({ items, files }: DataTransfer): Promise<readonly PlacedFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return Promise.resolve(chosenFiles(files));
  return Promise.all(entries.map((entry) => filesIn(entry, true))).then((found) => found.flat());
}
