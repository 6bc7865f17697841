/** The files of the GGUF models on this device. Each model has a folder in the origin private file system. */
import { askToKeep } from '../../../base/ask-to-keep.ts';
import type { ModelFailure } from '../../chat-model.ts';
import {
  NO_FILES,
  type DownloadEnd,
  type FilesProgress,
  type FilesStatus,
  type Inventory,
  type LocalFiles,
  type OrphanedFiles,
} from '../../local-port.ts';
import { aloneWithFiles } from '../../downloads/hosts/file-failures.ts';
import { storageState } from '../../downloads/hosts/browser-storage.ts';
import { isLocked, lockFree } from '../../downloads/hosts/tab-lock.ts';
import type { CpuModel } from '../cpu-model.ts';
import { fileName, partAddresses } from '../parts.ts';
import { downloadGguf, type GgufLimits } from './gguf-download.ts';
import { listFolders, lockName, openFolder, removeFolder, type GgufFolder } from './gguf-folder.ts';

const LIMITS: GgufLimits = { idleMs: 60_000, retryBaseMs: 1000, pieceBytes: 32 * 1024 * 1024 };

export class GgufStore implements LocalFiles<CpuModel> {
  readonly #limits: GgufLimits;

  constructor(limits: Partial<GgufLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  async status({ source, weightBytes }: CpuModel): Promise<FilesStatus> {
    if (source.kind === 'files')
      return { ...NO_FILES, kind: 'complete', doneBytes: weightBytes ?? 0, totalBytes: weightBytes };
    try {
      if (await isLocked(await lockName(source.url))) return { ...NO_FILES, kind: 'in-use' };
      const folder = await openFolder(source.url, false);
      const sizes = await sizesOf(folder);
      const isWhole = sizes.every(({ bytes, total }) => total !== null && total === bytes);
      return {
        ...NO_FILES,
        kind: isWhole ? 'complete' : 'partial',
        doneBytes: sum(sizes.map(({ bytes }) => bytes)),
        totalBytes: totalOf(sizes.map(({ total }) => total)),
      };
    } catch {
      // There is no folder, or this browser stores nothing. The first download reports the reason.
      return NO_FILES;
    }
  }

  async list(knownModels: readonly CpuModel[]): Promise<Inventory<CpuModel>> {
    const folders = await listFolders().catch(() => []);
    const storedFolders = await Promise.all(
      folders.map(async (folder) => ({
        url: folder.url,
        bytes: sum((await sizesOf(folder)).map(({ bytes }) => bytes)),
      })),
    );
    const ownerOf = (url: string) =>
      knownModels.find(({ source }) => source.kind === 'url' && partAddresses(source.url)[0] === url);
    return {
      models: storedFolders.flatMap(({ url, bytes }) => {
        const model = ownerOf(url);
        return model === undefined ? [] : [{ model, bytes }];
      }),
      orphans: storedFolders
        .filter(({ url }) => ownerOf(url) === undefined)
        .map(({ url, bytes }) => ({ name: fileName(url), bytes, urls: [url] })),
      totalBytes: sum(storedFolders.map(({ bytes }) => bytes)),
      ...(await storageState()),
    };
  }

  /** Returns the model's files in order; null if any is incomplete. */
  async files(url: string): Promise<readonly File[] | null> {
    const folder = await openFolder(url, false).catch(() => null);
    return folder === null ? null : folder.files();
  }

  /** Downloads a model. To discard a download, abort it, wait for its end, and `remove` the model. */
  async download(
    { source }: CpuModel,
    _options: object,
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<DownloadEnd> {
    if (source.kind === 'files') return 'stored';
    const { url } = source;
    return aloneWithFiles(await lockName(url), fileName(url), async () => {
      const folder = await openFolder(url, true);
      await folder.writeRecord();
      askToKeep();
      const addresses = partAddresses(url);
      const storedBytes = await Promise.all(addresses.map((_, partIndex) => folder.size(partIndex)));
      const totals = [...(await folder.about()).bytes];
      for (const [partIndex, address] of addresses.entries()) {
        const name = fileName(address);
        const onBytes = (bytes: number, total: number | null) => {
          storedBytes[partIndex] = bytes;
          totals[partIndex] = total;
          onProgress({
            doneBytes: sum(storedBytes),
            totalBytes: totalOf(totals),
            fileName: name,
            doneFiles: partIndex,
            totalFiles: addresses.length,
          });
        };
        const downloadEnd = await downloadGguf(
          { folder, part: partIndex, name, source: address, limits: this.#limits, onBytes },
          signal,
        );
        if (downloadEnd === 'stored') continue;
        // A download from a wrong address leaves no folder behind.
        if (sum(storedBytes) === 0) await removeFolder(url);
        return downloadEnd;
      }
      return 'stored';
    });
  }

  async remove({ source }: CpuModel): Promise<ModelFailure | null> {
    return source.kind === 'url' ? this.#remove(source.url) : null;
  }

  async removeOrphan({ urls: [url] }: OrphanedFiles): Promise<ModelFailure | null> {
    return url === undefined ? null : this.#remove(url);
  }

  async #remove(url: string): Promise<ModelFailure | null> {
    const removalEnd = await aloneWithFiles(await lockName(url), fileName(url), async () => {
      await removeFolder(url);
      return 'gone' as const;
    });
    return removalEnd === 'gone' ? null : removalEnd;
  }

  async whenFree({ source }: CpuModel, signal: AbortSignal): Promise<void> {
    // An aborted wait is not a failure.
    if (source.kind === 'url') await lockFree(await lockName(source.url), signal).catch(() => undefined);
  }
}

/**
 * Returns the stored bytes of each part of a model, and its size from the server; null before the first
 * response.
 */
async function sizesOf(
  folder: GgufFolder,
): Promise<readonly { readonly bytes: number; readonly total: number | null }[]> {
  const { bytes: totals } = await folder.about();
  return Promise.all(
    totals.map(async (total, partIndex) => ({ bytes: await folder.size(partIndex), total })),
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Returns the sum of the sizes; null if one is unknown. */
const totalOf = (sizes: readonly (number | null)[]) => {
  const knownSizes = sizes.filter((size) => size !== null);
  return knownSizes.length === sizes.length ? sum(knownSizes) : null;
};
