/** The port of GGUF models, which llama.cpp runs on the GPU or the CPU. */
import type { ChatModel } from '../chat-model.ts';
import type { LocalPort } from '../local-port.ts';
import type { CpuModel } from './cpu-model.ts';
import type { Placement } from './placement.ts';

export interface CpuPort extends LocalPort<CpuModel> {
  /** A model for one answer; nothing is loaded yet. */
  open(model: CpuModel, opening: CpuOpening): Promise<ChatModel>;
  /** Threads a load would use: one where the page is not isolated. */
  readonly threads: number;
  /** Memory of this machine in bytes; null if the browser does not report it. */
  readonly deviceBytes: number | null;
  /** Takes a model off the GPU for another engine, after the answer in progress. */
  yieldGpu(): Promise<void>;
}

export interface CpuOpening {
  /** Size of the window, in tokens. */
  readonly contextTokens: number;
  /** Memory of the GPU in MB, as the user states it; null when they do not. */
  readonly gpuMemoryMb: number | null;
  /** Called after each load with the place where the model runs. */
  readonly onPlacement?: (placement: Placement) => void;
  /** Called at the end of an answer, with the speed that the engine measured. */
  readonly onSpeed?: (tokensPerSecond: number) => void;
}
