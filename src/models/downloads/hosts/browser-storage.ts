/** The browser's storage for this page: its free room, and the promise to keep it. */
import type { ModelFailure } from '../../chat-model.ts';
import { noRoomForFiles } from './file-failures.ts';

/** The browser's usage and quota. */
export type Estimate = () => Promise<StorageEstimate>;

const browserEstimate: Estimate = async () => (await navigator.storage?.estimate()) ?? {};

/** Bytes that the browser would still store for this page; null if it does not tell. */
async function freeBytes(estimate: Estimate): Promise<number | null> {
  const { quota, usage = 0 } = await estimate().catch((): StorageEstimate => ({}));
  return quota === undefined ? null : Math.max(0, quota - usage);
}

export async function storageState(
  estimate = browserEstimate,
): Promise<{ readonly freeBytes: number | null; readonly persistent: boolean }> {
  const persistent = (await navigator.storage?.persisted().catch(() => false)) ?? false;
  return { freeBytes: await freeBytes(estimate), persistent };
}

/**
 * The failure if `bytes` more bytes do not fit; null if they may. Sizes that the estimate accepts may still not fit,
 * since Chromium states about 10 GB for any disk, in private windows too. Then storing fails, and reports it.
 */
export async function roomFailure(
  label: string,
  bytes: number,
  estimate = browserEstimate,
): Promise<ModelFailure | null> {
  const free = await freeBytes(estimate);
  return free !== null && bytes > free ? noRoomForFiles(label, bytes, free) : null;
}
