/** The GGUF models on this device: what is there, bringing more, removing them. */
import { askToKeep } from '../../../base/ask-to-keep.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { fileName, partAddresses } from '../parts.ts';
import type { GgufEnd, GgufProgress, StoredGguf } from '../cpu-port.ts';
import { downloadGguf, type GgufLimits } from './gguf-download.ts';
import { listFolders, lockName, openFolder, removeFolder } from './gguf-folder.ts';
import { aloneWithFiles } from '../../downloads/hosts/file-failures.ts';

const LIMITS: GgufLimits = { idleMs: 60_000, retryBaseMs: 1000, pieceBytes: 32 * 1024 * 1024 };

export class GgufStore {
  readonly #limits: GgufLimits;

  constructor(limits: Partial<GgufLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** All of them, half-downloaded ones too. Empty where this browser stores nothing. */
  async list(): Promise<readonly StoredGguf[]> {
    const folders = await listFolders().catch(() => []);
    return Promise.all(
      folders.map(async (folder) => {
        const { bytes: totals } = await folder.about();
        const sizes = await Promise.all(totals.map((_, part) => folder.size(part)));
        return {
          url: folder.url,
          name: fileName(folder.url),
          bytes: sum(sizes),
          totalBytes: totalOf(totals),
          complete: totals.every((total, part) => total !== null && total === sizes[part]),
        };
      }),
    );
  }

  /** The model's files in order; null while it is not all there. */
  async files(url: string): Promise<readonly File[] | null> {
    const folder = await openFolder(url, false).catch(() => null);
    return folder === null ? null : folder.files();
  }

  /**
   * Brings the model here, or what is missing of it. Aborting the signal pauses it: what has come stays, and
   * another call goes on from there. To give it up, abort, wait for the end, and `delete`.
   */
  async download(
    url: string,
    onProgress: (progress: GgufProgress) => void,
    signal: AbortSignal,
  ): Promise<GgufEnd> {
    return aloneWithFiles(await lockName(url), fileName(url), async () => {
      const folder = await openFolder(url, true);
      await folder.claim();
      askToKeep();
      const addresses = partAddresses(url);
      const there = await Promise.all(addresses.map((_, part) => folder.size(part)));
      const totals = [...(await folder.about()).bytes];
      for (const [part, source] of addresses.entries()) {
        const onBytes = (bytes: number, total: number | null) => {
          there[part] = bytes;
          totals[part] = total;
          onProgress({ bytes: sum(there), totalBytes: totalOf(totals) });
        };
        const job = { folder, part, name: fileName(source), source, limits: this.#limits, onBytes };
        const end = await downloadGguf(job, signal);
        if (end === 'stored') continue;
        // A wrong address leaves no trace.
        if (sum(there) === 0) await removeFolder(url);
        return end;
      }
      return 'stored';
    });
  }

  /** Removes all of the model from this device; null when it is gone. */
  async delete(url: string): Promise<ModelFailure | null> {
    const end = await aloneWithFiles(await lockName(url), fileName(url), async () => {
      await removeFolder(url);
      return 'gone' as const;
    });
    return end === 'gone' ? null : end;
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Null where a size is not known. */
const totalOf = (sizes: readonly (number | null)[]) => {
  const known = sizes.filter((size) => size !== null);
  return known.length === sizes.length ? sum(known) : null;
};
