/** The port of models on the CPU: the files that are stored, and a model for one answer. */
import type { ChatModel, ModelFailure } from '../chat-model.ts';

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
}

export interface CpuOpening {
  /** Stable name of the weights, stored with completions. */
  readonly id: string;
  readonly label: string;
  readonly source: GgufSource;
  /** Size of the window, in tokens. */
  readonly contextTokens: number;
  /** Told at the end of an answer, with what the engine measured. */
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
