import { errorMessage } from '../../../base/error-message.ts';
import { numberText } from '../../../base/number-words.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { leadingArtifacts, libraryArtifact } from '../artifacts.ts';
import type { GpuModel } from '../gpu-model.ts';
import { type FilesProgress, troubleText, type FileTrouble, type DownloadEnd } from '../../local-port.ts';
import type { FolderImport, ImportRefusal } from '../gpu-port.ts';
import type { GpuCache, StoredKey } from './gpu-cache.ts';
import { roomFailure, type Estimate } from '../../downloads/hosts/browser-storage.ts';
import { explainStorage } from '../../downloads/hosts/file-failures.ts';
import { modelFolders, readFolder, type DiskFile, type FolderReading } from './model-folder.ts';
import { ProgressLedger } from '../../downloads/hosts/progress-ledger.ts';

export type { DiskFile } from './model-folder.ts';

export interface ImportPlan {
  readonly cache: GpuCache;
  readonly knownModels: readonly GpuModel[];
  readonly onProgress: (progress: FilesProgress) => void;
  readonly estimate: Estimate | undefined;
  /** Runs the work while other tabs cannot change the model's files. */
  readonly withLock: (model: GpuModel, work: () => Promise<DownloadEnd>) => Promise<DownloadEnd>;
}

/** Imports every model among the files. A folder is stored as a whole or not at all. */
export async function importModels(
  plan: ImportPlan,
  files: readonly DiskFile[],
  signal: AbortSignal,
): Promise<FolderImport> {
  const models: GpuModel[] = [];
  const refusals: ImportRefusal[] = [];
  const folders = modelFolders(files);
  if (folders.length === 0) refusals.push(refusal('', noModel(files)));
  const ledger = new ProgressLedger(plan.onProgress);
  for (const folder of folders) {
    if (signal.aborted) break;
    const folderEnd = await importFolder(plan, folder, files, ledger, signal).catch((error: unknown) =>
      refusal(folder, unreadableFailure(folder, error)),
    );
    if (folderEnd === null) continue;
    if ('failure' in folderEnd) refusals.push(folderEnd);
    else models.push(folderEnd);
  }
  return { models, refusals, aborted: signal.aborted };
}

/** Imports one folder; returns null if the signal was aborted. */
async function importFolder(
  plan: ImportPlan,
  folder: string,
  files: readonly DiskFile[],
  ledger: ProgressLedger,
  signal: AbortSignal,
): Promise<GpuModel | ImportRefusal | null> {
  const hasLibrary = async (model: GpuModel) =>
    (await plan.cache.sizeOf(libraryArtifact(model), false).catch(() => null)) !== null;
  const reading = await readFolder(folder, files, plan.knownModels, hasLibrary);
  const { model, sources, troubles } = reading;
  if (model === null || troubles.length > 0)
    return refusal(folder, incompleteFailure(folder, troubles), troubles);
  const bytes = sources.reduce((sum, { file }) => sum + file.size, 0);
  const storageFailure = await roomFailure(model.label, bytes, plan.estimate);
  if (storageFailure !== null) return refusal(folder, storageFailure);
  ledger.open(sources.map(({ artifact, file }) => [artifact.url, file.size, null]));
  const storeEnd = await plan.withLock(model, () => store(plan.cache, model, reading, ledger, signal));
  if (storeEnd === 'stored') return model;
  return storeEnd === 'aborted' ? null : refusal(folder, storeEnd);
}

/**
 * Deletes the stored configuration first, and stores the new one last. A model without a configuration is
 * incomplete, so it is not used if the tab is closed in between.
 */
async function store(
  cache: GpuCache,
  model: GpuModel,
  { sources }: FolderReading,
  ledger: ProgressLedger,
  signal: AbortSignal,
): Promise<DownloadEnd> {
  const { config } = leadingArtifacts(model);
  await cache.delete([config]);
  const sharedLibrary = (await cache.sizeOf(libraryArtifact(model), false)) !== null;
  const writtenKeys: StoredKey[] = [];
  const last = ({ artifact }: (typeof sources)[number]) => Number(artifact.kind === 'config');
  for (const { artifact, file } of [...sources].sort((a, b) => last(a) - last(b))) {
    const { url, name } = artifact;
    if (artifact.kind !== 'library' || !sharedLibrary) writtenKeys.push(artifact);
    const countedFile = new CountedFile(file, (bytes) => ledger.receive(url, name, bytes), signal);
    try {
      await cache.put(artifact, countedFile.body, file.size);
    } catch (error) {
      await cache.delete(writtenKeys);
      if (signal.aborted) return 'aborted';
      return countedFile.readError === null
        ? explainStorage(error, model.label)
        : unreadableFailure(name, countedFile.readError);
    }
    ledger.finish(url);
  }
  return 'stored';
}

/** A file as a stream that ends when the signal is aborted, and that records a read error. */
class CountedFile {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** The read error; null if there is none. */
  readError: unknown = null;
  #bytes = 0;

  constructor(file: File, onBytes: (bytes: number) => void, signal: AbortSignal) {
    const reader = file.stream().getReader();
    this.body = new ReadableStream({
      pull: async (controller) => {
        if (signal.aborted) throw new Error('stopped');
        try {
          const { value } = await reader.read();
          if (value === undefined) return controller.close();
          onBytes((this.#bytes += value.byteLength));
          controller.enqueue(value);
        } catch (error) {
          this.readError = error;
          throw error;
        }
      },
    });
  }
}

function refusal(folder: string, failure: ModelFailure, files: readonly FileTrouble[] = []): ImportRefusal {
  return { folder, failure, files };
}

function noModel(files: readonly DiskFile[]): ModelFailure {
  const hasGguf = files.some(({ path }) => path.endsWith('.gguf'));
  const amongText = files.length === 1 ? 'the one file' : `the ${numberText(files.length)} files`;
  const ggufNote = hasGguf ? ' GGUF files are for models on the processor.' : '';
  return {
    layer: 'storage',
    message: `There is no mlc-chat-config.json among ${amongText} you chose, so there is no model for the GPU in them.${ggufNote}`,
    remedy:
      'Choose the folder that holds mlc-chat-config.json, tensor-cache.json, the shards, the tokenizer and the .wasm.',
  };
}

function unreadableFailure(name: string, error: unknown): ModelFailure {
  return {
    layer: 'storage',
    message: `${name || 'The folder'} could not be read from the disk: ${errorMessage(error)}`,
    remedy:
      'See that the disk is still connected and the files are still there, and import the folder again.',
  };
}

/** Maximum number of files that the message names. The refusal lists all of them. */
const MAX_NAMED_FILES = 8;

/** @param folder '' if it has no name */
function incompleteFailure(folder: string, troubles: readonly FileTrouble[]): ModelFailure {
  const namedFiles = troubles.slice(0, MAX_NAMED_FILES).map(troubleText);
  const unnamedCount = troubles.length - namedFiles.length;
  const hasPointers = troubles.some(({ problem }) => problem.kind === 'lfs-pointer');
  return {
    layer: 'storage',
    message: `${folder || 'The folder'} is not a whole model: ${namedFiles.join(', ')}${unnamedCount > 0 ? ` and ${unnamedCount} more` : ''}.`,
    remedy: hasPointers
      ? 'Fetch the real files there with "git lfs pull", and import the folder again.'
      : 'Copy the folder again, with these files, and import it.',
  };
}
