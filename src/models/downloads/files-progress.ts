export interface FilesProgress {
  /** May fall, when a file has to be fetched again. */
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** The file whose bytes came last; '' before the first. */
  readonly fileName: string;
  readonly doneFiles: number;
  readonly totalFiles: number;
}
