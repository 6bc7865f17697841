/** Words of the stored data: sizes, protection, and all of it as one file. */
import { byteText, counted } from '../../../base/number-words.ts';

// StoredData.svelte
export const heading = 'Stored data';
export const about =
  'This browser keeps your work on this machine. Nothing of it is sent to any server, so no other browser has a copy.';
export const kindColumn = 'Kind';
export const sizeColumn = 'Size';
export const runs = 'Runs and their answers';
export const sets = 'Data sets';
export const models = 'Models';
export const drafts = 'Drafts';
export const results = 'Answers, verdicts and history';
export const counting = 'Counting…';
export const sizesOfContent = 'These are sizes of the content; the browser may store it smaller.';
export const spaceOf = (used: number, free: number): string =>
  `With the page's own files, the browser counts ${byteText(used)}, and has room for ${byteText(free)} more.`;

export const protectionHeading = 'Protection';
export const promised =
  'The browser has promised to keep it. Only you can delete it, with the site data of this page.';
export const mayGo = 'The browser may delete all of it when the disk is full.';
export const refused =
  'It does not promise to keep it now. Bookmark or install this page and ask again, and export everything from time to time.';
export const notAsked = 'Ask it to keep the data, or export everything from time to time.';
export const askButton = 'Ask the browser to keep it';

export const fileHeading = 'All of it as one file';
export const aboutFile =
  'The file has runs with their answers, data sets, programs, history, progress, prompts and settings. Keys are never in it. Models are not in it, but their addresses are. An import adds to the data here: nothing here is lost, and nothing comes twice.';
export const exportButton = 'Export everything';
export const importButton = 'Import everything…';
export const fileField = 'File with everything';
export const steps = {
  exporting: 'Exporting',
  checking: 'Checking the file',
  importing: 'Importing',
} as const;
export const cancelButton = 'Cancel';
export const saved = (name: string, bytes: number): string =>
  `Saved ${name} (${byteText(bytes)}) among the downloads.`;
const nothingNew = 'Everything in the file was here already.';
/** Says what an import has added. */
export function added(counts: {
  readonly runs: number;
  readonly samples: number;
  readonly sets: number;
  readonly problems: number;
  readonly records: number;
}): string {
  const parts = [
    counts.runs > 0 && counted(counts.runs, 'run'),
    counts.samples > 0 && counted(counts.samples, 'sample'),
    counts.sets > 0 && counted(counts.sets, 'data set'),
    counts.problems > 0 && counted(counts.problems, 'problem'),
    counts.records > 0 && counted(counts.records, 'other record'),
  ].filter((part) => part !== false);
  return parts.length === 0 ? nothingNew : `Added: ${parts.join(', ')}. Reload the page to see them.`;
}
export const busyRuns = (count: number): string =>
  `${counted(count, 'run')} stayed as before: another tab works on it.`;
export const reloadButton = 'Reload the page';
export const importStopped =
  'Cancelled. Runs and data sets that were imported whole are here; reload the page to see them.';
export const exportStopped = 'Cancelled. No file was saved.';

// data-state.svelte.ts
export const noRoom =
  'The browser has no more room: delete a model or a run, and import again; nothing comes twice.';
export const failed = (reason: string): string => `It failed: ${reason}. Try again.`;
