import { inflating } from '../frame/gzip.ts';

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
