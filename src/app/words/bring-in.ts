/** Sentences about files that were dropped or chosen and were not all imported. */
import { numberText } from '../../base/number-words.ts';

// bring-in.ts
export const backupGiven =
  'This file has everything of another browser: import it on the page Models, at "Stored data".';
export const importFailed = (name: string, message: string): string =>
  `The import failed: ${name} ${message}`;
export const onlySamples = (name: string): string =>
  `${name} has samples and no problems. Download it, and import it as a file.`;
export const notRead = (name: string, error: string): string => `${name} could not be read: ${error}`;
export const notUtf8 = 'it is not UTF-8 text; save it as UTF-8 and try again';

// given-samples.ts
export const severalFiles = (first: string, others: number): string => `${first} and ${others} more`;
export const noteInFile = (note: string, file: string, moreNotes: number): string =>
  `${note}, in ${file}${moreNotes > 0 ? `, and ${moreNotes} more` : ''}`;

/** Explains in a sentence why files of samples are not read. */
export function leftAside([first, ...others]: readonly string[]): string {
  const more = others.length === 0 ? 'is' : `and ${numberText(others.length)} more are`;
  return `${first} ${more} left aside: one file of samples is taken at a time; add ${others.length === 0 ? 'it' : 'them'} when the other is done.`;
}
