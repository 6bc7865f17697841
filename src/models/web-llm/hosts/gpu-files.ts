import { errorMessage } from '../../../base/error-message.ts';
import { askToKeep } from '../../../base/ask-to-keep.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { refused } from '../../failure.ts';
import {
  NO_FILES,
  type DownloadEnd,
  type FilesProgress,
  type FilesStatus,
  type Inventory,
  type LocalFiles,
  type OrphanedFiles,
} from '../../local-port.ts';
import { modelFolder, NO_MIRROR, type Mirror } from '../artifacts.ts';
import { matchLibrary } from '../library-match.ts';
import { CHAT_CONFIG, parseChatConfig } from '../manifest.ts';
import type { GpuModel } from '../gpu-model.ts';
import type { FolderImport, FoundLibrary, ModelImports } from '../gpu-port.ts';
import { GpuCache } from './gpu-cache.ts';
import { downloadModel } from './gpu-download.ts';
import { storageState, type Estimate } from '../../downloads/hosts/browser-storage.ts';
import { aloneWithFiles, explainStorage } from '../../downloads/hosts/file-failures.ts';
import { isLocked, lockFree } from '../../downloads/hosts/tab-lock.ts';
import { importModels, type DiskFile } from './gpu-import.ts';
import { ownedAlone, survey, takeInventory } from './gpu-survey.ts';

export interface GpuFilesOptions {
  /** Returns the mirror that files are downloaded from. Default: no mirror. */
  readonly mirror?: () => Mirror;
  /** The browser's usage and quota. Default: `navigator.storage.estimate`. */
  readonly estimate?: Estimate;
  /** Maximum time without data from the server, in milliseconds. Default: 60,000. */
  readonly idleMs?: number;
  /** Milliseconds before the first retry. Default: 1,000. */
  readonly retryBaseMs?: number;
  /** Number of parallel file downloads. Default: 4. */
  readonly concurrency?: number;
}

/** Maximum time for a configuration file of a few kilobytes, in milliseconds. */
const CONFIG_MS = 30_000;

/** The files of GPU models, in the entries of Cache Storage that web-llm reads. */
export class GpuFiles implements LocalFiles<GpuModel>, ModelImports {
  readonly #cache = new GpuCache();
  readonly #options: GpuFilesOptions;

  constructor(options: GpuFilesOptions = {}) {
    this.#options = options;
  }

  async status(model: GpuModel): Promise<FilesStatus> {
    if (await isLocked(lockOf(model))) return { ...NO_FILES, kind: 'in-use' };
    try {
      return (await survey(this.#cache, model, false)).status;
    } catch {
      // Storage is blocked, so nothing is stored. The first download reports the reason.
      return NO_FILES;
    }
  }

  download(
    model: GpuModel,
    { thorough = false }: { readonly thorough?: boolean },
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<DownloadEnd> {
    const { estimate, idleMs = 60_000, retryBaseMs = 1_000, concurrency = 4 } = this.#options;
    const mirror = this.#options.mirror?.() ?? NO_MIRROR;
    return this.#withLock(model, () => {
      askToKeep();
      const limits = { idleMs, retryBaseMs };
      const downloadPlan = {
        cache: this.#cache,
        model,
        mirror,
        concurrency,
        countsBytes: thorough,
        limits,
        estimate,
        onProgress,
      };
      return downloadModel(downloadPlan, signal);
    });
  }

  async remove(model: GpuModel, knownModels: readonly GpuModel[]): Promise<ModelFailure | null> {
    const removalEnd = await this.#withLock(model, async () => {
      await this.#cache.delete(ownedAlone(model, knownModels, await this.#cache.keys()));
      return 'gone' as const;
    });
    return removalEnd === 'gone' ? null : removalEnd;
  }

  async removeOrphan({ name, urls }: OrphanedFiles): Promise<ModelFailure | null> {
    try {
      const keys = await this.#cache.keys();
      await this.#cache.delete(keys.filter(({ url }) => urls.includes(url)));
      return null;
    } catch (error) {
      return explainStorage(error, name);
    }
  }

  async list(knownModels: readonly GpuModel[]): Promise<Inventory<GpuModel>> {
    const [state, inventory] = await Promise.all([
      storageState(this.#options.estimate),
      takeInventory(this.#cache, knownModels).catch(() => ({ models: [], orphans: [], totalBytes: 0 })),
    ]);
    return { ...inventory, ...state };
  }

  async findLibrary(modelUrl: string): Promise<FoundLibrary> {
    let url: string | null = null;
    try {
      url = new URL(CHAT_CONFIG, modelFolder({ modelUrl })).href;
      const response = await fetch(url, {
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(CONFIG_MS),
      });
      if (!response.ok)
        return refused(`${url} could not be read: the server answers with status ${response.status}.`);
      const text = await response.text();
      const config = parseChatConfig(text);
      if (!config.ok) return refused(`${url} ${config.problem.text}.`);
      const match = matchLibrary(text);
      if (!match.ok)
        return refused(
          `No library of web-llm's list fits: ${match.difference}. Compile one, and give its address.`,
        );
      return { ...match, contextTokens: config.value.contextTokens };
    } catch (error) {
      return refused(`${url ?? 'The address of the weights'} could not be read: ${errorMessage(error)}.`);
    }
  }

  importFolder(
    files: readonly DiskFile[],
    knownModels: readonly GpuModel[],
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<FolderImport> {
    askToKeep();
    const importPlan = {
      cache: this.#cache,
      knownModels,
      onProgress,
      estimate: this.#options.estimate,
      withLock: (model: GpuModel, work: () => Promise<DownloadEnd>) => this.#withLock(model, work),
    };
    return importModels(importPlan, files, signal);
  }

  async whenFree(model: GpuModel, signal: AbortSignal): Promise<void> {
    // An aborted wait is not a failure.
    await lockFree(lockOf(model), signal).catch(() => undefined);
  }

  /** Runs the work unless another tab works on the same model. */
  #withLock<End extends object | string>(
    model: GpuModel,
    work: () => Promise<End>,
  ): Promise<End | ModelFailure> {
    return aloneWithFiles(lockOf(model), model.label, work);
  }
}

function lockOf({ id }: GpuModel): string {
  return `allpass-gpu-files ${id}`;
}
