/** Keeps bytes between visits. Losing them costs time only, so a cache may fail or forget at will. */
export interface ByteCache {
  load(key: string): Promise<ArrayBuffer | null>;
  save(key: string, bytes: ArrayBuffer): Promise<void>;
}

/** The same for what is only handed on: bytes that lie elsewhere need not come through here. */
export interface HandedCache {
  load(key: string): Promise<ArrayBuffer | Blob | null>;
  save(key: string, bytes: ArrayBuffer): Promise<void>;
}
