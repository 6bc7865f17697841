/** Keeps bytes between visits. Losing them costs time only, so a cache may fail or forget at will. */
export interface ByteCache {
  load(key: string): Promise<ArrayBuffer | null>;
  save(key: string, bytes: ArrayBuffer): Promise<void>;
}
