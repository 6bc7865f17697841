/** A download that has started and not ended. After a reload it can be resumed. */
export interface UnfinishedDownload {
  /** Bytes of the whole model; null while unknown. */
  readonly totalBytes: number | null;
}
