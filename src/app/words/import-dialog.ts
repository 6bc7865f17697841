/** Sentences of the dialog that imports problems. */
import { byteText, counted } from '../../base/number-words.ts';

// ImportDialog.svelte
export const title = 'Import problems';
export const filesHint =
  'Choose a data set (.json, .jsonl, .gz, .zip, .kpp or .parquet) or a file of samples, or drop it on the ' +
  'page. The file stays on this device.';
export const chooseFilesButton = 'Choose files…';
export const chooseFolderButton = 'Choose a folder…';
export const folderLabel = 'A folder with a data set';
export const formatsSummary = 'Supported formats, with examples';
export const examplesHint = 'Each example is a line of a .jsonl file. A .parquet file has the same columns.';
export const exampleLabel = (format: string): string => `Example of ${format}`;
export const packageHeading = 'Problem package (Kattis, ICPC)';
export const packageHint =
  'A folder or a .kpp file with problem.yaml, a statement, and data/sample and data/secret.';
export const otherColumnsBefore =
  'A file with other columns is imported after you choose what each column is. To write a problem ' +
  'yourself, open';
export const otherColumnsLink = 'Write a problem';
export const mappedSummary = 'Columns that you mapped';
export const forgetButton = 'Forget';
export const importerMissing = 'The importer could not be loaded. Close this dialog and open it again.';

// RemoteImportForm.svelte
export const addressLabel = 'Address, or name on the Hugging Face Hub';
export const addressHint =
  'The browser downloads the data set directly, without a login and without cookies. The server sees your IP ' +
  'address and the host of this page.';
export const splitsOf = (repository: string): string => `Splits of ${repository}`;
export const splitsLabel = 'Splits';
export const splitSize = (files: number, bytes: number): string =>
  `${counted(files, 'file')}, ${byteText(bytes)}`;
export const hubSummary = 'Another address of the Hub';
export const hubLabel = 'Address of the Hub';
export const hubHint = 'Use a mirror for data set names. An empty field means huggingface.co.';
export const contacting = 'Contacting huggingface.co…';
export const chooseSplit = 'Choose a split.';
export const sizeToImport = (bytes: number): string => `${byteText(bytes)} to import.`;
export const importButton = 'Import';
export const importSplitsButton = 'Import the splits';

// format-examples.ts
export const allpassFormat = 'problems.jsonl of Allpass';
export const appsFormat = 'APPS, as rows or in its folders';
export const commonOjFormat = 'CommonOJ of SandboxFusion';
