/** Imports models for the GPU from a folder on disk, and finds the library for a model at an address. */
import type { ModelFailure } from '../chat-model.ts';
import type { FilesProgress, FileTrouble } from '../local-port.ts';
import type { GpuModel } from './gpu-model.ts';

/** A file of a folder that the user has chosen or dropped. */
export interface FolderFile {
  /** Path with the parent folders, separated by slashes. */
  readonly path: string;
  readonly file: { readonly size: number; readonly name: string };
}

export interface FolderImport {
  /** The models that are now stored completely. Those with `own` are new to the app. */
  readonly models: readonly GpuModel[];
  /** One refusal for each folder that could not be imported. None of its files is stored. */
  readonly refusals: readonly ImportRefusal[];
  readonly aborted: boolean;
}

export interface ImportRefusal {
  /** The folder; '' for none. */
  readonly folder: string;
  readonly failure: ModelFailure;
  /** Every file that is missing or wrong. */
  readonly files: readonly FileTrouble[];
}

/** `fault` is one sentence. */
export type FoundLibrary =
  | { readonly ok: true; readonly url: string; readonly half: boolean; readonly contextTokens: number | null }
  | { readonly ok: false; readonly fault: string };

export interface ModelImports {
  /** Finds a library in web-llm's list for the model at an address, by its configuration file. */
  findLibrary(modelUrl: string): Promise<FoundLibrary>;
  /** Imports every model folder among the files. A folder is stored as a whole or not at all. */
  importFolder(
    files: readonly FolderFile[],
    known: readonly GpuModel[],
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<FolderImport>;
}
