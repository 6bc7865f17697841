/** Files of problems, from wherever they come into the page. */
import { errorMessage } from '../../base/error-message.ts';
import type { AppState } from '../../state/shell/app-state.ts';

type Importing = Pick<AppState, 'notices' | 'playground' | 'problems'>;

export async function importFiles(app: Importing, files: readonly File[]): Promise<void> {
  for (const file of files) {
    try {
      await app.problems.import(file.name, await file.text());
    } catch (error) {
      app.notices.say(`${file.name} could not be read: ${errorMessage(error)}`);
    }
  }
  app.playground.problem.reopen();
}

/** The one `FilePicker` of the page. */
export const PICKER_ID = 'problem-files';

/** Lets the user choose files. */
export function chooseFiles(): void {
  document.getElementById(PICKER_ID)?.click();
}
