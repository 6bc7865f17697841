/** Sentences about running, interrupted and completed imports, and of the dialog that maps columns. */
import { byteText, counted, numberText, timeLeft } from '../../base/number-words.ts';
import type { AccountEntry } from '../../datasets/account.ts';
import type { MappedField } from '../../datasets/mapping/mapping.ts';
import type { ImportReport, RunningImport } from '../../common/imports/state/imports-state.svelte.ts';

// ImportBanner.svelte
export const importLabel = 'Import';
export const progressLabel = (name: string): string => `Read of ${name}`;
export const waiting = (imports: number): string => `${imports} waiting`;
export const stopButton = 'Stop the import';
export const unfinishedLabel = (name: string): string => `Unfinished import of ${name}`;
export const interruptedBefore = 'The import of';
export const interruptedWithoutFile = 'was interrupted. Choose the same file to continue it.';
export const interruptedWithFile = 'was interrupted. You can continue it.';
export const chooseFileButton = 'Choose the file…';
export const continueButton = 'Continue';
export const discardButton = 'Discard';
export const discardSubject = (name: string): string => `: the import of ${name}`;

/** Returns text such as "12,000 rows read, 11,800 problems, 24 MB of 200 MB, about 20 s left". */
export function progress({ bytes, totalBytes, rows, kept, secondsLeft }: RunningImport): string {
  if (bytes === 0) return 'starting…';
  if (totalBytes > 0 && bytes >= totalBytes) return `${counted(kept, 'problem')}, finishing…`;
  const parts = [
    `${counted(rows, 'row')} read`,
    counted(kept, 'problem'),
    totalBytes > 0 ? `${byteText(bytes)} of ${byteText(totalBytes)}` : byteText(bytes),
  ];
  if (secondsLeft !== null) parts.push(timeLeft(secondsLeft));
  return parts.join(', ');
}

// ImportReport.svelte
export const continuedImport = 'The import continued at the interruption.';
export const startedOver =
  'An earlier import of this set was interrupted. The new file may differ, so the import started over.';
export const notStored = 'Not stored:';
export const notStoredReason =
  'this browser could not store the problems. They are lost when you close or reload the page. Free some ' +
  'storage, and import the file again.';
export const openFirstButton = 'Open the first';
export const showSetButton = 'Show the set';
export const prepareSetButton = 'Prepare the set…';
export const closeReportButton = 'Close the report';
export const detailsSummary = 'Details';
export const rowsLabel = 'Results of the rows';
export const readElsewhere = (problems: number, loader: string, reason: string): string =>
  `${counted(problems, 'problem')}: ${loader} ${reason}`;
export const reasonOfFirst = '(in the first of them)';
export const keptRow = '(kept)';
export const fullReportHint = 'The full report lists every line.';
export const downloadReportButton = 'Download the full report';

/** Describes the result of an import in a sentence. */
export function result({ set, totals }: Pick<ImportReport, 'set' | 'totals'>): string {
  const { read, kept, dropped } = totals;
  if (read === 0) return `${set} is empty.`;
  const parts = [`${counted(kept, 'problem')} added from ${set}`];
  if (dropped > 0) parts.push(`${counted(dropped, 'line')} skipped`);
  return `${parts.join(', ')}.`;
}

/** Returns text such as "24,812 read → 22,107 kept", with the number of changed ones. */
export function counts({ totals }: Pick<ImportReport, 'totals'>): string {
  const { read, kept, repaired } = totals;
  const text = `${numberText(read)} read → ${numberText(kept)} kept`;
  return repaired === 0 ? text : `${text}, ${numberText(repaired)} of them repaired`;
}

/**
 * Returns "Line 3", or "12 lines (3, 7, 9, 12, 15, …)"; with file names if they differ from the set's name.
 */
export function places({ rows, places }: Pick<AccountEntry, 'rows' | 'places'>, set: string): string {
  const files = new Set(places.map(({ file }) => file));
  const [file] = files;
  const isOne = files.size === 1;
  const before = isOne && file !== set ? `${file}: ` : '';
  const first = places[0];
  if (rows === 1 && first !== undefined) return `${before}${before === '' ? 'L' : 'l'}ine ${first.line}`;
  const listed = places.map((place) => (isOne ? String(place.line) : `${place.file} ${place.line}`));
  return `${before}${counted(rows, 'line')} (${listed.join(', ')}${rows > places.length ? ', …' : ''})`;
}

// MappingDialog.svelte
export const mapTitle = 'Map columns';
export const mapHintBefore = 'The columns of';
export const mapHintAfter =
  'match no known format. Choose what each column is. The choice is stored on this device for other files with ' +
  'the same columns. Tests are a list of inputs and outputs, an object of two lists, or Python with asserts; ' +
  'without a function to call they are what a program reads and prints. A text in brackets is one input, unless ' +
  'both columns have lists of as many texts, with a blank or a line break in some, or, for a function, lists of ' +
  'arguments.';
export const fieldNames: Readonly<Record<MappedField, string>> = {
  statement: 'Statement',
  tests: 'Tests',
  inputs: 'Inputs of tests',
  outputs: 'Outputs of tests',
  function: 'Function to call',
  id: 'Id',
  title: 'Title',
  starter: 'Starter code',
  difficulty: 'Difficulty',
  date: 'Date',
};
export const noColumn = '(none)';
export const firstRows = 'The first rows';
export const cancelButton = 'Cancel';
export const importButton = 'Import';
