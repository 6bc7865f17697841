/** The port of GGUF models, which llama.cpp runs on the GPU or the CPU. */
import type { ChatModel } from '../chat-model.ts';
import type { LocalPort } from '../local-port.ts';
import type { CpuModel } from './cpu-model.ts';
import type { Placement } from './placement.ts';

export interface CpuPort extends LocalPort<CpuModel> {
  /** Opens a model for one answer, without loading it. */
  open(model: CpuModel, opening: CpuOpening): Promise<ChatModel>;
  /** Number of threads that a load would use: one if the page is not isolated. */
  readonly threads: number;
  /** Memory of this machine in bytes; null if the browser does not report it. */
  readonly deviceBytes: number | null;
  /** Removes the model from the GPU for another engine, after the answer in progress. */
  yieldGpu(): Promise<void>;
}

export interface CpuOpening {
  /** Size of the window, in tokens. */
  readonly contextTokens: number;
  /** GPU memory in MB as the user states it; null when not stated. */
  readonly gpuMemoryMb: number | null;
  /** Called after each load with the place where the model runs. */
  readonly onPlacement?: (placement: Placement) => void;
  /** Called at the end of an answer, with the speed that the engine measured. */
  readonly onSpeed?: (tokensPerSecond: number) => void;
}
