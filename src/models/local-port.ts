/**
 * The port of the models on this machine: their stored files, the downloads that change them, and a model for
 * one answer. web-llm (on the GPU) and llama.cpp (on the CPU and the GPU) implement it. An expected failure
 * is returned as a value; the promise does not reject.
 */
import type { ChatModel, ModelFailure } from './chat-model.ts';
import type { FileProblem, OrFailure } from './failure.ts';
import type { Placement } from './gguf/placement.ts';
import type { ThreadChoices } from './gguf/threads.ts';

/**
 * The engine of a model: `gpu` is web-llm, `cpu` is llama.cpp. It is also the prefix of the model's name in
 * pickers.
 */
export type LocalEngine = 'gpu' | 'cpu';

/** The data of a model on this machine that every list needs. */
export interface LocalModel {
  readonly engine: LocalEngine;
  /** Stable name, stored with completions. */
  readonly id: string;
  readonly label: string;
  /** Approximate bytes of the weights; null when unknown. */
  readonly weightBytes: number | null;
  /** Maximum context window of the model, in tokens. */
  readonly longestContext: number;
  /** Whether the model writes a chain of thought before its answer. */
  readonly reasons: boolean;
  /** Whether the user added the model. */
  readonly isOwn: boolean;
}

/** Returns the name of a model in pickers and addresses, which is unique among all engines. */
export const pickOf = ({ engine, id }: LocalModel): string => `${engine}:${id}`;

/** The models of one engine. */
export interface LocalPort<Model extends LocalModel> extends LocalFiles<Model> {
  /** Opens a model for one answer, without loading it. */
  open(model: Model, opening: Opening): Promise<ChatModel>;
}

export interface Opening {
  /** Size of the window, in tokens. */
  readonly contextTokens: number;
  /** GPU memory in MB as the user states it; null when not stated. */
  readonly gpuMemoryMb?: number | null;
  /**
   * Name of the journal that stores the answer, so that it can be continued. If it is null or missing,
   * nothing is stored. Only web-llm has journals.
   */
  readonly sessionId?: string | null;
  /** Whether to continue the stored answer. The messages of the request must then be those of the stored answer. */
  readonly continues?: boolean;
  /** The measurements of threads on this device. Only llama.cpp has threads. */
  readonly threadChoices?: ThreadChoices;
  /** Called when a load ends, with its result; null if the load was stopped. */
  readonly onLoad?: (load: LoadEnd | null) => void;
  /** Called when the first token has arrived and the journal exists. */
  readonly onStart?: () => void;
  /** Called once, when an answer that had begun ends. It may have begun in an earlier visit. */
  readonly onEnd?: (end: AnswerEnd) => void;
}

export type LoadEnd = OrFailure<{
  /** Duration of the load; about 0 if the model was already loaded. */
  readonly milliseconds: number;
  /** The devices on which llama.cpp runs the model. */
  readonly placement?: Placement;
}>;

export interface AnswerEnd {
  /** Whether the model finished the answer. An answer that was stopped or interrupted can be continued. */
  readonly isWhole: boolean;
  /** Whether the user stopped the answer, so that no notice of the interruption is needed. */
  readonly wasStopped: boolean;
  /** The speed that the engine measured; null if it measured none. */
  readonly tokensPerSecond: number | null;
}

/** The files of the models of one engine. */
export interface LocalFiles<Model extends LocalModel> {
  /** Reads the stored part of a model. */
  status(model: Model): Promise<FilesStatus>;
  /** Lists all stored files, grouped by the model in `knownModels` that owns them. */
  list(knownModels: readonly Model[]): Promise<Inventory<Model>>;
  /**
   * Fetches only the files that are missing or invalid. An aborted signal closes the connections immediately;
   * the received data is kept, and the next call resumes from there. Returns a failure with layer `in-use`
   * while another tab works on the same model.
   * @param thorough whether to read every stored byte, rather than compare only the sizes
   */
  download(
    model: Model,
    options: { readonly thorough?: boolean },
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<DownloadEnd>;
  /** Deletes the files of a model, except those that other stored models of `knownModels` need. */
  remove(model: Model, knownModels: readonly Model[]): Promise<ModelFailure | null>;
  removeOrphan(orphan: OrphanedFiles): Promise<ModelFailure | null>;
  /** Resolves when no other tab works on the files of the model, or the signal aborts. */
  whenFree(model: Model, signal: AbortSignal): Promise<void>;
}

export interface FilesStatus {
  /**
   * `partial`: some files are stored, and all of them are valid. `broken`: some stored files are invalid.
   * `in-use`: a tab is working on the files. If only a library shared with another model is stored, the model
   * is `absent`.
   */
  readonly kind: 'absent' | 'partial' | 'broken' | 'complete' | 'in-use';
  /** Bytes of the files that are stored and valid. */
  readonly doneBytes: number;
  /** Bytes of all files; null before they are known. */
  readonly totalBytes: number | null;
  /** Names of the files that are not stored, if known. */
  readonly missing: readonly string[];
  readonly broken: readonly FileTrouble[];
}

export const NO_FILES: FilesStatus = {
  kind: 'absent',
  doneBytes: 0,
  totalBytes: null,
  missing: [],
  broken: [],
};

/** A file of a model that is missing or invalid. */
export interface FileTrouble {
  /** Name of the file; '' for a compiled library whose name is unknown. */
  readonly name: string;
  readonly problem: FileProblem;
}

export const troubleName = ({ name }: FileTrouble): string => name || 'the compiled library (.wasm)';

export const troubleText = (trouble: FileTrouble): string =>
  `${troubleName(trouble)} ${trouble.problem.text}`;

export interface FilesProgress {
  /** Bytes received. They may decrease when a file has to be fetched again. */
  readonly doneBytes: number;
  /** Null before a server has sent the size. */
  readonly totalBytes: number | null;
  /** The file that received bytes last; '' before the first. */
  readonly fileName: string;
  readonly doneFiles: number;
  readonly totalFiles: number;
}

/** How a download ended. `aborted`: the signal was aborted. */
export type DownloadEnd = 'stored' | 'aborted' | ModelFailure;

export interface StoredModel<Model extends LocalModel = LocalModel> {
  readonly model: Model;
  readonly bytes: number;
}

/** Stored files that no known model owns. */
export interface OrphanedFiles {
  /** The name of a folder or a library. */
  readonly name: string;
  readonly bytes: number;
  readonly urls: readonly string[];
}

export interface Inventory<Model extends LocalModel = LocalModel> {
  readonly models: readonly StoredModel<Model>[];
  readonly orphans: readonly OrphanedFiles[];
  /** Bytes of all files. A file that several models share is counted once. */
  readonly totalBytes: number;
  /** Bytes that this page may still store; null if the browser does not report it. */
  readonly freeBytes: number | null;
  /** Whether the storage is persistent: the browser does not clear it without the user's consent. */
  readonly persistent: boolean;
}
