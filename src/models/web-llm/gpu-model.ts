/** A compiled, quantised model for the GPU, as web-llm loads it: weights, and a library built for them. */
import type { LocalModel } from '../local-port.ts';

/** Two models with the same weights in other arithmetic have other ids. */
export interface GpuModel extends LocalModel {
  /** The folder of its files; `/resolve/main/` is appended unless it holds `resolve/<branch>` already. */
  readonly modelUrl: string;
  /** The compiled library, a `.wasm`. It must be built for this version of web-llm. */
  readonly libraryUrl: string;
  /** Number of parameters, in thousands of millions; null where it is not known. */
  readonly billions: number | null;
  /** Memory of the GPU with a window of 4,096 tokens, in MB, as the library's makers state it. */
  readonly memoryMb: number | null;
  /** Bytes of cache for each token of the window; null where the architecture is not known. */
  readonly cacheBytesPerToken: number | null;
  /** WebGPU features the adapter must have, `shader-f16` among them where it computes in half floats. */
  readonly requiredFeatures: readonly string[];
  /** The same model for adapters without `shader-f16`; null where there is none. */
  readonly twin: string | null;
  /** Further fields of web-llm's chat options, as the record gives them. */
  readonly overrides: Readonly<Record<string, unknown>>;
  /** Subresource-integrity strings the engine checks; null where none are given. */
  readonly integrity: GpuModelIntegrity | null;
}

/** A model of the user's own; what is not given is not known. */
export function ownModel(
  known: Pick<GpuModel, 'id' | 'modelUrl' | 'libraryUrl' | 'longestContext' | 'reasons'> & Partial<GpuModel>,
): GpuModel {
  return {
    label: known.id,
    billions: null,
    weightBytes: null,
    memoryMb: null,
    cacheBytesPerToken: null,
    requiredFeatures: [],
    twin: null,
    overrides: {},
    integrity: null,
    own: true,
    ...known,
  };
}

export interface GpuModelIntegrity {
  /** Hash of `mlc-chat-config.json`. */
  readonly config?: string;
  /** Hash of the library. */
  readonly model_lib?: string;
  /** By file name. */
  readonly tokenizer?: Readonly<Record<string, string>>;
}
