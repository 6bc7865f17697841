/** The browser's storage for this page: its free space, and whether it is persistent. */
import { byteText } from '../../../base/number-words.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { STORAGE_FULL } from './file-failures.ts';

/** The browser's usage and quota. */
export type Estimate = () => Promise<StorageEstimate>;

const browserEstimate: Estimate = async () => (await navigator.storage?.estimate()) ?? {};

/** Bytes that this page may still store; null if the browser does not report it. */
async function freeBytes(estimate: Estimate): Promise<number | null> {
  const { quota, usage = 0 } = await estimate().catch((): StorageEstimate => ({}));
  return quota === undefined ? null : Math.max(0, quota - usage);
}

export async function storageState(
  estimate = browserEstimate,
): Promise<{ readonly freeBytes: number | null; readonly persistent: boolean }> {
  const isPersistent = (await navigator.storage?.persisted().catch(() => false)) ?? false;
  return { freeBytes: await freeBytes(estimate), persistent: isPersistent };
}

/**
 * Returns a failure if `bytes` more bytes do not fit; null if they may fit. Chromium states about 10 GB for
 * any disk, also in private windows, so storing may still fail. That failure is reported later.
 */
export async function roomFailure(
  label: string,
  bytes: number,
  estimate = browserEstimate,
): Promise<ModelFailure | null> {
  const availableBytes = await freeBytes(estimate);
  if (availableBytes === null || bytes <= availableBytes) return null;
  return {
    layer: 'storage',
    message: `${label} needs ${byteText(bytes)} more, and the browser has ${byteText(availableBytes)} left for this page.`,
    remedy: STORAGE_FULL,
  };
}
