/** A download that was begun and has not ended: read back after a reload, it can be resumed. */
export interface UnfinishedDownload {
  /** Bytes of the whole model; null while they are not known. */
  readonly totalBytes: number | null;
}
