import { inflating } from '../frame/gzip.ts';

/** Files of the engine that are inflated for every start; by the names under which they are built. */
export const INFLATED = ['python-worker', 'pyodide.wasm', 'snapshot', 'stdlib.zip'] as const;
export type EngineFileName = (typeof INFLATED)[number];

/**
 * Keeps them as they are used, between visits: inflating them takes a quarter of a start. Losing them costs time
 * only, so all may fail or forget at will.
 */
export interface InflatedFiles {
  /** Returns the stored file: the frame reads it, not the page. */
  load(name: EngineFileName): Promise<Blob | null>;
  /** Inflates them anew, away from the page's thread. */
  keep(names: readonly EngineFileName[]): Promise<void>;
  /** Python did not start: the next one goes without them. */
  forget(names: readonly EngineFileName[]): Promise<void>;
}

/** Keeps bytes between visits. Losing them costs time only, so a cache may fail or forget at will. */
export interface ByteCache {
  load(key: string): Promise<ArrayBuffer | null>;
  save(key: string, bytes: ArrayBuffer): Promise<void>;
}

/** The interface that `workers/inflate.worker.ts` exposes. */
export interface InflatingApi {
  inflate(cache: string, base: string, names: readonly string[]): Promise<void>;
}

/**
 * Stores files of the engine as they are after inflating.
 * @param cache name of the store
 * @param base address of the engine's folder, ending in a slash
 * @param names without their ending
 */
export async function inflateInto(cache: string, base: string, names: readonly string[]): Promise<void> {
  const store = await caches.open(cache);
  for (const name of names) {
    const response = await fetch(`${base}${name}.gz.bin`);
    if (!response.ok) throw new Error(`${name} could not be fetched: ${response.status}`);
    // A response that was interrupted, or is no gzip, is not stored.
    await store.put(base + name, new Response(inflating(await response.arrayBuffer())));
  }
}
