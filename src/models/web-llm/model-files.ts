/**
 * The port behind which the files of GPU models lie: downloads, imports and what is stored. Nothing here
 * throws for what is expected to go wrong; a failure is a value.
 */
import type { FilesProgress } from '../downloads/files-progress.ts';
import type { ModelFailure } from '../chat-model.ts';
import type { FileProblem } from '../failure.ts';
import type { Mirror } from './artifacts.ts';
import type { GpuModel } from './gpu-model.ts';

/** A file of a model that is missing or wrong. */
export interface FileTrouble {
  /** '' for a compiled library whose name is not known. */
  readonly name: string;
  readonly problem: FileProblem;
}

export const troubleName = ({ name }: FileTrouble): string => name || 'the compiled library (.wasm)';

export const troubleText = (trouble: FileTrouble): string =>
  `${troubleName(trouble)} ${trouble.problem.text}`;

export interface FilesStatus {
  /**
   * `partial`: some files are there, and none of them is wrong. `broken`: some are there, and some of them
   * are wrong. A library shared with another model alone leaves a model `absent`.
   */
  readonly kind: 'absent' | 'partial' | 'broken' | 'complete';
  /** Bytes of the files that are there and right. */
  readonly doneBytes: number;
  /** Bytes of all files as far as they are known; null before the manifest is there. */
  readonly totalBytes: number | null;
  /** Names of the files that are not there; without the shards before the manifest is there. */
  readonly missing: readonly string[];
  readonly broken: readonly FileTrouble[];
}

export type FilesResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly aborted: true }
  | { readonly ok: false; readonly aborted: false; readonly failure: ModelFailure };

export interface StoredModel {
  readonly model: GpuModel;
  /** With its library, which other models may share. */
  readonly bytes: number;
}

/** Files no known model owns. */
export interface OrphanedFiles {
  /** A folder's or a library's name. */
  readonly name: string;
  readonly bytes: number;
  readonly urls: readonly string[];
}

export interface Inventory {
  readonly models: readonly StoredModel[];
  readonly orphans: readonly OrphanedFiles[];
  /** Bytes of all files; one that models share counts once. */
  readonly totalBytes: number;
  /** Bytes that the browser would still store for this page; null if it does not tell. */
  readonly freeBytes: number | null;
  /** Whether the browser has promised not to clear the storage by itself. */
  readonly persistent: boolean;
}

/** A file of a folder that the user has chosen or dropped. */
export interface FolderFile {
  /** With the folders above it, divided by slashes. */
  readonly path: string;
  readonly file: { readonly size: number; readonly name: string };
}

export interface FolderImport {
  /** Those that are stored whole now; `custom` ones are new to the app. */
  readonly models: readonly GpuModel[];
  /** One for each folder that could not be taken; nothing of it is stored. */
  readonly refusals: readonly ImportRefusal[];
  readonly aborted: boolean;
}

export interface ImportRefusal {
  /** The folder; '' where there is none. */
  readonly folder: string;
  readonly failure: ModelFailure;
  /** Every file that is missing or wrong. */
  readonly files: readonly FileTrouble[];
}

/** `fault`: one sentence. */
export type FoundLibrary =
  | { readonly ok: true; readonly url: string; readonly half: boolean; readonly contextTokens: number | null }
  | { readonly ok: false; readonly fault: string };

export interface DownloadOptions {
  readonly mirror: Mirror;
  /** Files at a time; 4 where it is not said. */
  readonly concurrency?: number;
  /** Read every stored byte before trusting it, not the sizes alone. */
  readonly thorough?: boolean;
}

export interface ModelFiles {
  /** Reads the sizes of the stored files of a model. */
  status(model: GpuModel): Promise<FilesStatus>;
  /**
   * Fetches what is missing or wrong, and nothing else. An aborted signal closes the sockets at once; files
   * that were whole by then stay, and the next call goes on from there. Refuses with layer `in-use` while
   * another tab works on the same model.
   */
  download(
    model: GpuModel,
    options: DownloadOptions,
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<FilesResult>;
  /** Deletes all files of a model but those that other stored models among `known` need. */
  remove(model: GpuModel, known: readonly GpuModel[]): Promise<FilesResult>;
  removeOrphan(orphan: OrphanedFiles): Promise<FilesResult>;
  list(known: readonly GpuModel[]): Promise<Inventory>;
  /** Finds a library of web-llm's list for the model at an address, by its configuration there. */
  findLibrary(modelUrl: string): Promise<FoundLibrary>;
  /** Takes every model folder among the files; all of a folder or nothing. */
  importFolder(
    files: readonly FolderFile[],
    known: readonly GpuModel[],
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<FolderImport>;
  /** Whether a tab, this one included, is working on the files of the model. */
  isBusy(model: GpuModel): Promise<boolean>;
  /** Resolves when no other tab works on the files of the model, or the signal aborts. */
  whenFree(model: GpuModel, signal: AbortSignal): Promise<void>;
}
