import { errorMessage } from '../../../base/error-message.ts';
import { askToKeep } from '../../../base/ask-to-keep.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { refused } from '../../failure.ts';
import { libraryArtifact, modelFolder } from '../artifacts.ts';
import { matchLibrary } from '../library-match.ts';
import { CHAT_CONFIG, parseChatConfig } from '../manifest.ts';
import type { GpuModel } from '../gpu-model.ts';
import type { FilesProgress } from '../../downloads/files-progress.ts';
import type {
  DownloadOptions,
  FilesResult,
  FilesStatus,
  FolderImport,
  FoundLibrary,
  Inventory,
  ModelFiles,
  OrphanedFiles,
} from '../model-files.ts';
import { GpuCache, type StoredKey } from './gpu-cache.ts';
import { downloadModel } from './gpu-download.ts';
import { aloneWithFiles, explainStorage, noRoomForFiles } from '../../downloads/hosts/file-failures.ts';
import { isLocked, lockFree } from '../../downloads/hosts/tab-lock.ts';
import { importModels, type DiskFile } from './gpu-import.ts';
import { takeInventory } from './gpu-inventory.ts';
import { keysOf, NOTHING, survey } from './gpu-survey.ts';

export interface GpuFilesOptions {
  /** The browser's usage and quota; `navigator.storage.estimate` unless given. */
  readonly estimate?: () => Promise<StorageEstimate>;
  /** Milliseconds a server may be silent; a minute unless given. */
  readonly idleMs?: number;
  /** Milliseconds before the first retry; a second unless given. */
  readonly retryBaseMs?: number;
}

/** The configuration is a few kilobytes. */
const CONFIG_MS = 30_000;

/** The files of GPU models, in the entries of Cache Storage where web-llm looks for them. */
export class GpuFiles implements ModelFiles {
  readonly #cache = new GpuCache();
  readonly #options: GpuFilesOptions;

  constructor(options: GpuFilesOptions = {}) {
    this.#options = options;
  }

  async status(model: GpuModel): Promise<FilesStatus> {
    try {
      return (await survey(this.#cache, model, false)).status;
    } catch {
      // Storage is blocked: nothing is there, and the first download says why.
      return NOTHING;
    }
  }

  download(
    model: GpuModel,
    { mirror, concurrency = 4, thorough = false }: DownloadOptions,
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<FilesResult> {
    return this.#alone(model, () => {
      askToKeep();
      const limits = {
        idleMs: this.#options.idleMs ?? 60_000,
        retryBaseMs: this.#options.retryBaseMs ?? 1_000,
      };
      const admit = (bytes: number) => this.#admit(model.label, bytes);
      const plan = { cache: this.#cache, model, mirror, concurrency, thorough, limits, admit, onProgress };
      return downloadModel(plan, signal);
    });
  }

  remove(model: GpuModel, known: readonly GpuModel[]): Promise<FilesResult> {
    return this.#alone(model, async () => {
      await this.#cache.delete(ownedAlone(model, known, await this.#cache.keys()));
      return { ok: true };
    });
  }

  async removeOrphan({ name, urls }: OrphanedFiles): Promise<FilesResult> {
    try {
      const keys = await this.#cache.keys();
      await this.#cache.delete(keys.filter(({ url }) => urls.includes(url)));
      return { ok: true };
    } catch (error) {
      return { ok: false, aborted: false, failure: explainStorage(error, name) };
    }
  }

  async list(known: readonly GpuModel[]): Promise<Inventory> {
    const [estimate, persistent, stored] = await Promise.all([
      this.#estimate(),
      navigator.storage?.persisted().catch(() => false),
      takeInventory(this.#cache, known).catch(() => ({ models: [], orphans: [], totalBytes: 0 })),
    ]);
    return { ...stored, freeBytes: freeBytes(estimate), persistent: persistent ?? false };
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
    known: readonly GpuModel[],
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<FolderImport> {
    askToKeep();
    const plan = {
      cache: this.#cache,
      known,
      onProgress,
      admit: (label: string, bytes: number) => this.#admit(label, bytes),
      alone: (model: GpuModel, work: () => Promise<FilesResult>) => this.#alone(model, work),
    };
    return importModels(plan, files, signal);
  }

  isBusy(model: GpuModel): Promise<boolean> {
    return isLocked(lockOf(model));
  }

  async whenFree(model: GpuModel, signal: AbortSignal): Promise<void> {
    // An aborted wait is no failure.
    await lockFree(lockOf(model), signal).catch(() => undefined);
  }

  /** Does the work unless another tab is at work on the same model. */
  async #alone(model: GpuModel, work: () => Promise<FilesResult>): Promise<FilesResult> {
    const end = await aloneWithFiles(lockOf(model), model.label, work);
    return 'ok' in end ? end : { ok: false, aborted: false, failure: end };
  }

  /**
   * Sizes that the estimate refuses do not fit; sizes that it accepts may still not, since Chromium states about 10
   * GB for any disk, in private windows too. Then storing fails, and says so.
   */
  async #admit(label: string, bytes: number): Promise<ModelFailure | null> {
    const free = freeBytes(await this.#estimate());
    return free !== null && bytes > free ? noRoomForFiles(label, bytes, free) : null;
  }

  async #estimate(): Promise<StorageEstimate> {
    try {
      return await (this.#options.estimate?.() ?? navigator.storage?.estimate() ?? {});
    } catch {
      return {};
    }
  }
}

function freeBytes({ quota, usage = 0 }: StorageEstimate): number | null {
  return quota === undefined ? null : Math.max(0, quota - usage);
}

function lockOf({ id }: GpuModel): string {
  return `allpass-gpu-files ${id}`;
}

/** The stored files of a model that no other stored model among `known` reads. */
function ownedAlone(
  model: GpuModel,
  known: readonly GpuModel[],
  keys: readonly StoredKey[],
): readonly StoredKey[] {
  const folder = modelFolder(model);
  const library = libraryArtifact(model).url;
  const libraries = keys.filter(({ scope }) => scope === 'wasm');
  const others = known.map((other) => ({
    folder: modelFolder(other),
    library: libraryArtifact(other).url,
    some: keysOf(other, keys).length > 0,
  }));
  // One set of weights may serve two models with two libraries.
  const weightsNeeded = others.some(
    (other) =>
      other.folder === folder &&
      other.library !== library &&
      libraries.some(({ url }) => url === other.library),
  );
  const libraryNeeded = others.some(
    (other) => other.folder !== folder && other.library === library && other.some,
  );
  return [
    ...(weightsNeeded ? [] : keysOf(model, keys)),
    ...(libraryNeeded ? [] : libraries.filter(({ url }) => url === library)),
  ];
}
