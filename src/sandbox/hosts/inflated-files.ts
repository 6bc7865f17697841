import { inflatedStream } from '../frame/gzip.ts';

/** Names, as in the build, of the engine's files that every start needs in inflated form. */
export const INFLATED_NAMES = ['python-worker', 'pyodide.wasm', 'snapshot', 'stdlib.zip'] as const;
export type EngineFileName = (typeof INFLATED_NAMES)[number];

/**
 * Stores inflated files between visits, because inflating them takes a quarter of the start-up time. A missing file
 * only costs time, so every function may reject, and the browser may discard files at any time.
 */
export interface InflatedFiles {
  /** Returns the stored file, or null if there is none. The frame reads the file, not the page. */
  load(name: EngineFileName): Promise<Blob | null>;
  /** Fetches and inflates files outside the page's thread, and stores them. */
  keep(names: readonly EngineFileName[]): Promise<void>;
  /** Discards files after a failed start, so that the next start does not use them. */
  forget(names: readonly EngineFileName[]): Promise<void>;
}

/**
 * Stores bytes between visits. Missing bytes only cost time, so the methods may reject, and a cache may discard
 * bytes at any time.
 */
export interface ByteCache {
  load(key: string): Promise<ArrayBuffer | null>;
  save(key: string, bytes: ArrayBuffer): Promise<void>;
}

/** The interface that `workers/inflate.worker.ts` exposes. */
export interface InflatingApi {
  inflate(cache: string, base: string, names: readonly string[]): Promise<void>;
}

/**
 * Fetches files of the engine, inflates them and stores the result.
 * @param cache name of the store
 * @param base URL of the engine's folder, ending in a slash
 * @param names file names without the extension `.gz.bin`
 */
export async function inflateInto(cache: string, base: string, names: readonly string[]): Promise<void> {
  const store = await caches.open(cache);
  for (const name of names) {
    const response = await fetch(`${base}${name}.gz.bin`);
    if (!response.ok) throw new Error(`${name} could not be fetched: ${response.status}`);
    // An incomplete response, or one that is not gzip, is not stored.
    await store.put(base + name, new Response(inflatedStream(await response.arrayBuffer())));
  }
}
