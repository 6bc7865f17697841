/** The catalog of GGUF models: a few small models for code or reasoning. */
import { SERVER_PRESETS } from '../openai/server-presets.ts';

export interface GgufModel {
  /** Stable name, stored with completions. */
  readonly id: string;
  readonly label: string;
  /** Address of the file; for a model in parts, the address of any part. */
  readonly url: string;
  /** Estimated size in bytes. The server states the exact size. */
  readonly bytes: number;
  /** Layers × key-value heads × (key size + value size) × 2 bytes. */
  readonly cacheBytesPerToken: number;
  /** Number of layers, without the output layer. */
  readonly layers: number;
  /** Maximum context window of the model, in tokens. */
  readonly longestContext: number;
  /** Whether the model writes a chain of thought before its answer. */
  readonly reasons: boolean;
}

const CODER_FIELDS = { longestContext: 32_768, reasons: false };
const QWEN2_1_5B = { bytes: 1.12e9, cacheBytesPerToken: 28 * 2 * (128 + 128) * 2, layers: 28 };
const REASONER_FIELDS = { ...QWEN2_1_5B, longestContext: 131_072, reasons: true };
const hubUrl = 'https://huggingface.co';

/** The models, all with quantisation Q4_K_M (about five bits per weight), smallest first. */
export const GGUF_MODELS: readonly GgufModel[] = [
  {
    id: 'qwen2.5-coder-0.5b-instruct-q4_k_m',
    label: 'Qwen2.5-Coder 0.5B',
    url: `${hubUrl}/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf`,
    bytes: 491e6,
    cacheBytesPerToken: 24 * 2 * (64 + 64) * 2,
    layers: 24,
    ...CODER_FIELDS,
  },
  {
    id: 'qwen2.5-coder-1.5b-instruct-q4_k_m',
    label: 'Qwen2.5-Coder 1.5B',
    url: `${hubUrl}/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf`,
    ...CODER_FIELDS,
    ...QWEN2_1_5B,
  },
  {
    id: 'deepcoder-1.5b-preview-q4_k_m',
    label: 'DeepCoder 1.5B Preview',
    url: `${hubUrl}/QuantFactory/DeepCoder-1.5B-Preview-GGUF/resolve/main/DeepCoder-1.5B-Preview.Q4_K_M.gguf`,
    ...REASONER_FIELDS,
  },
  {
    id: 'deepseek-r1-distill-qwen-1.5b-q4_k_m',
    label: 'DeepSeek-R1-Distill-Qwen 1.5B',
    url: `${hubUrl}/bartowski/DeepSeek-R1-Distill-Qwen-1.5B-GGUF/resolve/main/DeepSeek-R1-Distill-Qwen-1.5B-Q4_K_M.gguf`,
    ...REASONER_FIELDS,
  },
];

/** The model at the top of the list. This project is named after it. */
export const FIRST_MODEL = 'deepcoder-1.5b-preview-q4_k_m';

/** A model that is too large for a tab, with the local server that runs it. */
export interface ServerModel {
  readonly label: string;
  /** Approximate size of its files, in bytes. */
  readonly bytes: number;
  readonly server: string;
  readonly baseUrl: string;
  /** Name of the model on the server. */
  readonly model: string;
  /** Returns the command that starts the server for pages of `origin`. */
  readonly command: (origin: string) => string;
}

/** DeepCoder 14B on llama.cpp's own server; null if that server has no preset. */
export function largeModel(): ServerModel | null {
  const preset = SERVER_PRESETS.find(({ name }) => name === 'llama.cpp');
  if (!preset?.commandFor) return null;
  const { commandFor, name: server, baseUrl } = preset;
  const model = 'DeepCoder-14B-Preview';
  const files = `-hf Mungert/${model}-GGUF:Q4_K_M --alias ${model}`;
  const command = (origin: string) => commandFor(origin).replace('-m MODEL.gguf', files);
  return { label: 'DeepCoder 14B Preview', bytes: 9e9, server, baseUrl, model, command };
}
