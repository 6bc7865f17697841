/** The user's settings for models, in the form that is stored on this device. */
import type { SamplingParameters } from './completion.ts';

/** Earlier versions stored the sampling parameters here. `SamplingState` reads them if nothing newer is stored. */
export interface EndpointSettings extends Partial<SamplingParameters> {
  readonly baseUrl: string;
  readonly model: string;
  readonly models: readonly string[];
}

export interface GpuSettings {
  /** Context windows by model, in tokens. */
  readonly windows: Readonly<Record<string, number>>;
  /** Memory of the GPU as the user states it, in MB; null if not stated. */
  readonly gpuMemoryMb: number | null;
  /** Whether to repeat a request with a larger context window when the window was full. */
  readonly growWindow: boolean;
  /** The user's own models, as JSON for the catalog's reader; '' if there are none. */
  readonly custom: string;
}

/** The speed of a model on this device for one fixed prompt. A value is null if the engine did not report it. */
export interface ModelMeasure {
  /** Time of the measurement, ISO 8601. */
  readonly at: string;
  /** The engine with its version, device and memory. */
  readonly engine: string;
  readonly promptTokens: number | null;
  /** Tokens per second while the prompt was read. */
  readonly promptSpeed: number | null;
  readonly tokens: number;
  /** Tokens per second while the answer was written. */
  readonly answerSpeed: number | null;
  readonly firstTokenMs: number | null;
}

/** The user's settings for GGUF models. */
export interface CpuSettings {
  /** Addresses of GGUF files that the user added. */
  readonly addresses: readonly string[];
  /** Context windows by model, in tokens. */
  readonly windows: Readonly<Record<string, number>>;
  /** Tokens per second as measured on this device, by model. */
  readonly speeds: Readonly<Record<string, number>>;
  readonly measures?: Readonly<Record<string, ModelMeasure>>;
  /** The number of threads that was fastest on this device, by the architecture of models. */
  readonly threads?: Readonly<Record<string, ThreadChoice>>;
}

/** The number of threads that was fastest for the models of one architecture on this device. */
export interface ThreadChoice {
  readonly threads: number;
  /** Cores of the machine at that time. Another number of cores makes the choice void. */
  readonly cores: number;
  /** Tokens a second that a model of `weightBytes` wrote with these threads after a prompt of a few tokens. */
  readonly rate: number;
  readonly weightBytes: number;
  /** Whether the number counts: two visits found it, or no number wrote two tokens in time. */
  readonly isConfirmed?: boolean;
}

export interface SamplingSettings extends SamplingParameters {
  /** Whether to request the probabilities of tokens. */
  readonly logprobs?: boolean;
}

/** How a model's last load on this device ended. */
export interface ModelLoad {
  readonly modelId: string;
  /** `started`: the model was loading when the page ended, as happens when memory runs out. */
  readonly result: 'started' | 'ran' | 'out-of-memory' | 'gpu-lost' | 'garbage' | 'library' | 'failed';
  readonly contextTokens: number;
  /** Milliseconds since 1970. */
  readonly when: number;
  readonly loadMs: number | null;
  readonly tokensPerSecond: number | null;
}

/** A download that has started and not ended. After a reload of the page it can be resumed. */
export interface UnfinishedDownload {
  /** Bytes of the whole model; null while unknown. */
  readonly totalBytes: number | null;
}
