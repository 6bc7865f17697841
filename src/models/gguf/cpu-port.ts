/** The port of GGUF models, on the GPU or the CPU: the files that are stored, and a model for one answer. */
import type { ChatModel, ModelFailure } from '../chat-model.ts';
import type { Placement } from './placement.ts';

export interface CpuPort {
  /** Threads a load would use: one where the page is not isolated. */
  readonly threads: number;
  /** Memory of this machine in bytes, as far as the browser says; null where it does not. */
  readonly deviceBytes: number | null;
  /** All that is stored, half-downloaded ones too. */
  list(): Promise<readonly StoredGguf[]>;
  /** Brings a model here, or what is missing of it; an aborted signal only pauses it. */
  download(url: string, onProgress: (progress: GgufProgress) => void, signal: AbortSignal): Promise<GgufEnd>;
  /** Null when it is gone. */
  remove(url: string): Promise<ModelFailure | null>;
  /** A model for one answer; nothing is loaded yet. */
  open(opening: CpuOpening): Promise<ChatModel>;
  /** Takes a model off the GPU for another engine, after the answer in progress. */
  yieldGpu(): Promise<void>;
}

export interface CpuOpening {
  /** Stable name of the weights, stored with completions. */
  readonly id: string;
  readonly label: string;
  readonly source: GgufSource;
  /** Size of the window, in tokens. */
  readonly contextTokens: number;
  /** Memory of the GPU in MB, as the user states it; null when they do not. */
  readonly gpuMemoryMb: number | null;
  /** Called after each load with the place where the model runs. */
  readonly onPlacement?: (placement: Placement) => void;
  /** Called at the end of an answer, with the speed that the engine measured. */
  readonly onSpeed?: (tokensPerSecond: number) => void;
}

/** Source of the model's files: an address, from which they are stored here, or the user's disk. */
export type GgufSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'files'; readonly files: readonly File[] };

export interface StoredGguf {
  /** Address of its first file, by which it is known here. */
  readonly url: string;
  readonly name: string;
  /** Bytes on this device. */
  readonly bytes: number;
  /** Null while a server has not said it. */
  readonly totalBytes: number | null;
  readonly complete: boolean;
}

export interface GgufProgress {
  readonly bytes: number;
  /** Null while a server has not said it. */
  readonly totalBytes: number | null;
}

/** `paused`: the signal aborted; what has come stays. */
export type GgufEnd = 'stored' | 'paused' | ModelFailure;
