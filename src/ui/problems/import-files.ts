/** Files of problems, from wherever they come into the page. */
import { errorMessage } from '../../base/error-message.ts';
import type { AppState } from '../../state/shell/app-state.ts';

type Importing = Pick<AppState, 'notices' | 'playground' | 'problems'>;

export async function importFiles(app: Importing, files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      await app.problems.import(file.name, await textOf(file));
    } catch (error) {
      app.notices.say(`${file.name} could not be read: ${errorMessage(error)}`);
    }
  }
  app.playground.problem.reopen();
}

/** @throws Error for bytes that are no UTF-8: read loosely, tests would not be what they were */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('it is not UTF-8 text; save it as UTF-8 and try again');
  }
}

/** The one `FilePicker` of the page. */
export const PICKER_ID = 'problem-files';

/** Lets the user choose files. */
export function chooseFiles(): void {
  document.getElementById(PICKER_ID)?.click();
}
