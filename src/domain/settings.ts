/** The user's settings for models, as they are stored on this device. */
import type { SamplingParameters } from './completion.ts';

/** Older visits kept the sampling parameters here: `SamplingState` reads them where nothing newer is stored. */
export interface EndpointSettings extends Partial<SamplingParameters> {
  readonly baseUrl: string;
  readonly model: string;
  readonly models: readonly string[];
}

export interface GpuSettings {
  /** Windows by model, in tokens. */
  readonly windows: Readonly<Record<string, number>>;
  /** Memory of the GPU as the user states it, in MB; null where they do not. */
  readonly gpuMemoryMb: number | null;
  /** Ask again with a larger window when one was full. */
  readonly growWindow: boolean;
  /** The user's own models, as JSON that the catalog's reader understands; '' for none. */
  readonly custom: string;
}

/** The speed of a model on this device for one fixed prompt. Null for a figure that the engine did not give. */
export interface ModelMeasure {
  /** When, ISO 8601. */
  readonly at: string;
  /** The engine with its version, device and memory. */
  readonly engine: string;
  readonly promptTokens: number | null;
  /** Tokens a second while the prompt was read. */
  readonly promptSpeed: number | null;
  readonly tokens: number;
  /** Tokens a second while the answer was written. */
  readonly answerSpeed: number | null;
  readonly firstTokenMs: number | null;
}

/** The user's settings for GGUF models. */
export interface CpuSettings {
  /** Addresses of GGUF files the user has added. */
  readonly addresses: readonly string[];
  /** Windows by model, in tokens. */
  readonly windows: Readonly<Record<string, number>>;
  /** Tokens a second as measured on this device, by model. */
  readonly speeds: Readonly<Record<string, number>>;
  readonly measures?: Readonly<Record<string, ModelMeasure>>;
}

export interface SamplingSettings extends SamplingParameters {
  /** Ask models how sure they are of each token. */
  readonly logprobs?: boolean;
}
