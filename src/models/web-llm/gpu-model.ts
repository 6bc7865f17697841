/** A compiled, quantised model for the GPU, as web-llm loads it: weights, and a library that was compiled for them. */
import type { LocalModel } from '../local-port.ts';

/** The description of a model for web-llm. It mirrors web-llm's `ModelRecord`. */
export interface EngineModel {
  /** Builds of the same weights with different precision (`q4f16_1`, `q4f32_1`) have different ids. */
  readonly id: string;
  /** The folder of its files. `/resolve/main/` is appended unless it already contains `resolve/<branch>`. */
  readonly modelUrl: string;
  /** The compiled library, a `.wasm`. It must be built for this version of web-llm. */
  readonly libraryUrl: string;
  /**
   * WebGPU features that the adapter must have. A model that computes in half precision needs `shader-f16`.
   */
  readonly requiredFeatures: readonly string[];
  /** Further fields of web-llm's chat options, from the model's record. */
  readonly overrides: Readonly<Record<string, unknown>>;
  /** Subresource-integrity strings that the engine checks; null if there are none. */
  readonly integrity: GpuModelIntegrity | null;
}

export interface GpuModel extends LocalModel, EngineModel {
  readonly engine: 'gpu';
  /** Number of parameters, in billions; null if unknown. */
  readonly billions: number | null;
  /** GPU memory with a window of 4,096 tokens, in MB, as the library's authors state it. */
  readonly memoryMb: number | null;
  /** Bytes of cache for each token of the window; null when the architecture is unknown. */
  readonly cacheBytesPerToken: number | null;
  /** Id of the same model for adapters without `shader-f16`; null if there is none. */
  readonly twin: string | null;
}

/** Creates one of the user's own models. Missing fields are treated as unknown. */
export function ownModel(
  knownFields: Pick<GpuModel, 'id' | 'modelUrl' | 'libraryUrl' | 'longestContext' | 'reasons'> &
    Partial<GpuModel>,
): GpuModel {
  return {
    engine: 'gpu',
    label: knownFields.id,
    billions: null,
    weightBytes: null,
    memoryMb: null,
    cacheBytesPerToken: null,
    requiredFeatures: [],
    twin: null,
    overrides: {},
    integrity: null,
    isOwn: true,
    ...knownFields,
  };
}

export interface GpuModelIntegrity {
  /** Hash of `mlc-chat-config.json`. */
  readonly config?: string;
  /** Hash of the library. */
  readonly model_lib?: string;
  /** Hashes by file name. */
  readonly tokenizer?: Readonly<Record<string, string>>;
}
