/** The port of web-llm: the models on the GPU, facts about the GPU, and imports from a folder. */
import type { ModelFailure } from '../chat-model.ts';
import type { OrFault } from '../failure.ts';
import type { FilesProgress, FileTrouble, LocalPort } from '../local-port.ts';
import type { GpuFacts } from './gpu-facts.ts';
import type { GpuModel } from './gpu-model.ts';

export interface GpuPort extends LocalPort<GpuModel>, ModelImports {
  /** Reads the browser's facts about the GPU. Never throws. */
  probe(): Promise<GpuFacts>;
  /** Removes the held model from the GPU. */
  free(): void;
  /** Deletes the journal of an interrupted answer. */
  forget(sessionId: string): Promise<void>;
  /** Resolves when no tab, this one included, has a model on the GPU. */
  whenGpuFree(): Promise<void>;
  /** Registers a listener, which is called whenever the held model changes; with null if no model is held. */
  onHeld(listener: (heldModel: HeldModel | null) => void): void;
}

/** The model on the GPU, also between answers. */
export interface HeldModel {
  readonly model: GpuModel;
  readonly contextTokens: number;
}

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
  /** Path of the folder; '' if there is none. */
  readonly folder: string;
  readonly failure: ModelFailure;
  /** Every file that is missing or invalid. */
  readonly files: readonly FileTrouble[];
}

export type FoundLibrary = OrFault<{
  readonly url: string;
  readonly hasHalfFloats: boolean;
  readonly contextTokens: number | null;
}>;

/** Imports of models from a folder on disk, and the library for a model at an address. */
export interface ModelImports {
  /** Finds a library in web-llm's list for the model at an address, by its configuration file. */
  findLibrary(modelUrl: string): Promise<FoundLibrary>;
  /** Imports every model folder among the files. A folder is stored as a whole or not at all. */
  importFolder(
    files: readonly FolderFile[],
    knownModels: readonly GpuModel[],
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<FolderImport>;
}
