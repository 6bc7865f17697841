/** Imports files of problems and of samples, for all controls of the page. */
import { errorMessage } from '../../base/error-message.ts';
import type { ImportSource } from '../../datasets/set-import.ts';
import type { AppState } from '../pages.ts';

/**
 * Imports dropped files and folders. The function reads the drop synchronously, because browsers empty it
 * after the event.
 */
export function importDropped(app: AppState, { items, files }: DataTransfer): Promise<void> {
  const [entries, allFiles] = [[...items].map((item) => item.webkitGetAsEntry()), [...files]];
  return importSources(app, async () => (await import('./dropped-folders.ts')).sourcesOf(entries, allFiles));
}

/** Imports sources. The content of a file decides its format. */
export async function importSources(
  app: AppState,
  find: () => Promise<readonly ImportSource[]> | readonly ImportSource[],
): Promise<void> {
  try {
    await (await import('./bring-in.ts')).importFiles(app, await find());
  } catch (error) {
    app.notices.show(`The import failed (${errorMessage(error)}). Try again, or reload the page.`);
  }
}
