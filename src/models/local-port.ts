/**
 * The port of the models on this machine: their stored files, and the downloads that change them. web-llm (on the GPU)
 * and llama.cpp (on the CPU and the GPU) implement it. An expected failure is a value, not a rejection. `LocalToAsk` is
 * the port that opens models for an answer.
 */
import type { ModelFailure } from './chat-model.ts';
import type { FileProblem } from './failure.ts';

/** The data of a model on this machine that every list needs. */
export interface LocalModel {
  /** Stable name, stored with completions. */
  readonly id: string;
  readonly label: string;
  /** Approximate bytes of the weights; null when unknown. */
  readonly weightBytes: number | null;
  /** The longest window that the model was made for, in tokens. */
  readonly longestContext: number;
  /** Whether the model writes a chain of thought before its answer. */
  readonly reasons: boolean;
  /** Whether the user added the model. */
  readonly own: boolean;
}

/** The files of the models of one engine. */
export interface LocalPort<Model extends LocalModel> {
  /** Reads the stored part of a model. */
  status(model: Model): Promise<FilesStatus>;
  /** Lists all stored files by the models of `known` that own them. */
  list(known: readonly Model[]): Promise<Inventory<Model>>;
  /**
   * Fetches only the files that are missing or wrong. An aborted signal closes the connections at once; the received
   * data is kept, and the next call resumes from there. Refuses with layer `in-use` while another tab works on the same
   * model.
   * @param thorough whether to read every stored byte, rather than compare only the sizes
   */
  download(
    model: Model,
    options: { readonly thorough?: boolean },
    onProgress: (progress: FilesProgress) => void,
    signal: AbortSignal,
  ): Promise<DownloadEnd>;
  /** Deletes the files of a model, except those that other stored models of `known` need. */
  remove(model: Model, known: readonly Model[]): Promise<ModelFailure | null>;
  removeOrphan(orphan: OrphanedFiles): Promise<ModelFailure | null>;
  /** Resolves when no other tab works on the files of the model, or the signal aborts. */
  whenFree(model: Model, signal: AbortSignal): Promise<void>;
}

export interface FilesStatus {
  /**
   * `partial`: some files are stored, and none of them is wrong. `broken`: some of them are wrong. `in-use`: a tab is
   * working on the files. If only a library shared with another model is stored, the model is `absent`.
   */
  readonly kind: 'absent' | 'partial' | 'broken' | 'complete' | 'in-use';
  /** Bytes of the files that are stored and right. */
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

/** A file of a model that is missing or wrong. */
export interface FileTrouble {
  /** Name of the file; '' for a compiled library without a known name. */
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

/** `aborted`: the signal stopped it. */
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
  /** Bytes of all files; a file that models share counts once. */
  readonly totalBytes: number;
  /** Bytes that this page may still store; null if the browser does not report it. */
  readonly freeBytes: number | null;
  /** Whether the browser has promised not to clear the storage without the user. */
  readonly persistent: boolean;
}
