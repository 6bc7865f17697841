/** The one `FilePicker` of the page. */
export const PICKER_ID = 'problem-files';

/** What it offers first; what a file holds is told by what stands in it. */
export const ACCEPTED = '.jsonl,.json,.ndjson,.gz,.zip,.eval,.kpp,.parquet,application/jsonl';

/** Lets the user choose files. */
export function chooseFiles(): void {
  document.getElementById(PICKER_ID)?.click();
}
