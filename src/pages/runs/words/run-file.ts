/** Words of opening a run out of a file. */
export const alreadyStored = (file: string, run: string): string =>
  `The run in ${file} is already stored, as ${run}.`;
export const notStored = (file: string): string =>
  `${file} could not be stored: free some space for this page, and try again.`;
