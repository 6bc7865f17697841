/** Models for the GPU from a folder of a disk, and the library of a model at an address. */
import type { ModelFailure } from '../chat-model.ts';
import type { FilesProgress, FileTrouble } from '../local-port.ts';
import type { GpuModel } from './gpu-model.ts';

/** A file of a folder that the user has chosen or dropped. */
export interface FolderFile {
  /** With the folders above it, divided by slashes. */
  readonly path: string;
  readonly file: { readonly size: number; readonly name: string };
}

export interface FolderImport {
  /** Those that are stored whole now; `own` ones are new to the app. */
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

export interface ModelImports {
  /** Finds a library of web-llm's list for the model at an address, by its configuration there. */
  findLibrary(modelUrl: string): Promise<FoundLibrary>;
  /** Takes every model folder among the files; all of a folder or nothing. */
  importFolder(
    files: readonly FolderFile[],
    known: readonly GpuModel[],
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<FolderImport>;
}
