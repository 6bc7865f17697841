/** Id of the page's only file input. */
export const PICKER_ID = 'problem-files';

/** The file types that the dialog offers first. The content of a file decides its format. */
export const ACCEPTED = '.jsonl,.json,.ndjson,.gz,.zip,.eval,.kpp,.parquet,.csv,.tsv,application/jsonl';

export function chooseFiles(): void {
  document.getElementById(PICKER_ID)?.click();
}
