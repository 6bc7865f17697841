/**
 * The models in the list of web-llm 0.2.86 that suit this app: models for code, some of which reason. The
 * list itself is six megabytes of code inside the engine; a test compares these rows with it.
 */
import type { GpuModel } from './gpu-model.ts';

const WEIGHTS_URL = 'https://huggingface.co/mlc-ai/';
const LIBRARIES_URL =
  'https://raw.githubusercontent.com/mlc-ai/binary-mlc-llm-libs/main/web-llm-models/v0_2_86/base/';

/**
 * Bytes per parameter: four bits, plus a scale for each 32 parameters in half (f16) or single (f32)
 * precision.
 */
const BYTES_PER_PARAMETER = { q4f16_1: 0.5625, q4f32_1: 0.625 } as const;
export type Quantization = keyof typeof BYTES_PER_PARAMETER;
export const QUANTIZATIONS: readonly Quantization[] = ['q4f16_1', 'q4f32_1'];

interface CatalogRow {
  readonly stem: string;
  /** Stem of the compiled library, if another model shares it. */
  readonly library?: string;
  readonly billions: number;
  /** `vram_required_MB` in web-llm's list, for half and for single precision. */
  readonly memoryMb: readonly [f16: number, f32: number];
  /**
   * Number of attention layers, number of key heads, size of a head: they determine the cache of one token.
   * Null if not published.
   */
  readonly cache: readonly [layers: number, heads: number, size: number] | null;
  readonly longestContext: number;
  readonly reasons: boolean;
  readonly overrides?: Readonly<Record<string, unknown>>;
}

const CODER_FIELDS = { longestContext: 32_768, reasons: false };
const REASONER_FIELDS = { longestContext: 65_536, reasons: true };
const QWEN3_FIELDS = { longestContext: 40_960, reasons: true };
const QWEN3_5 = { ...REASONER_FIELDS, cache: null, overrides: { max_history_size: 1 } };

/** Sorted by size, smallest first. Models of the same size are sorted by quality, best first. */
const CATALOG_ROWS: readonly CatalogRow[] = [
  {
    ...CODER_FIELDS,
    stem: 'Qwen2.5-Coder-0.5B-Instruct',
    library: 'Qwen2-0.5B-Instruct',
    billions: 0.49,
    memoryMb: [944.62, 1060.2],
    cache: [24, 2, 64],
  },
  { ...QWEN3_FIELDS, stem: 'Qwen3-0.6B', billions: 0.6, memoryMb: [1403.34, 1924.98], cache: [28, 8, 128] },
  { ...QWEN3_5, stem: 'Qwen3.5-0.8B', billions: 0.8, memoryMb: [1629.49, 1894.19] },
  {
    ...CODER_FIELDS,
    stem: 'Qwen2.5-Coder-1.5B-Instruct',
    library: 'Qwen2-1.5B-Instruct',
    billions: 1.54,
    memoryMb: [1629.75, 1888.97],
    cache: [28, 2, 128],
  },
  { ...QWEN3_FIELDS, stem: 'Qwen3-1.7B', billions: 1.72, memoryMb: [2036.66, 2635.44], cache: [28, 8, 128] },
  { ...QWEN3_5, stem: 'Qwen3.5-2B', billions: 2, memoryMb: [2245.44, 2591.55] },
  {
    ...CODER_FIELDS,
    stem: 'Qwen2.5-Coder-3B-Instruct',
    library: 'Qwen2.5-3B-Instruct',
    billions: 3.09,
    memoryMb: [2504.76, 2893.64],
    cache: [36, 2, 128],
  },
  {
    ...REASONER_FIELDS,
    stem: 'Ministral-3-3B-Reasoning-2512',
    billions: 3.4,
    memoryMb: [2863.69, 3532.37],
    cache: null,
  },
  { ...QWEN3_FIELDS, stem: 'Qwen3-4B', billions: 4.02, memoryMb: [3431.59, 4327.71], cache: [36, 8, 128] },
  { ...QWEN3_5, stem: 'Qwen3.5-4B', billions: 4, memoryMb: [3867.82, 4680.36] },
  {
    ...REASONER_FIELDS,
    stem: 'DeepSeek-R1-Distill-Qwen-7B',
    library: 'Qwen2-7B-Instruct',
    billions: 7.62,
    memoryMb: [5106.67, 5900.09],
    cache: [28, 4, 128],
  },
  {
    ...CODER_FIELDS,
    stem: 'Qwen2.5-Coder-7B-Instruct',
    library: 'Qwen2-7B-Instruct',
    billions: 7.62,
    memoryMb: [5106.67, 5900.09],
    cache: [28, 4, 128],
  },
  {
    ...REASONER_FIELDS,
    stem: 'DeepSeek-R1-Distill-Llama-8B',
    library: 'Llama-3_1-8B-Instruct',
    billions: 8.03,
    memoryMb: [5001, 6101.01],
    cache: [32, 8, 128],
  },
  { ...QWEN3_FIELDS, stem: 'Qwen3-8B', billions: 8.19, memoryMb: [5695.78, 6852.55], cache: [36, 8, 128] },
  { ...QWEN3_5, stem: 'Qwen3.5-9B', billions: 9, memoryMb: [6433.01, 7544.74] },
];

/** The models for adapters that support half precision. Each has a twin in `SINGLE_FLOAT_MODELS`. */
export const HALF_FLOAT_MODELS: readonly GpuModel[] = CATALOG_ROWS.map((row) => modelOf(row, 'q4f16_1'));
/** The same models in single precision. They are larger and slower, but run on every adapter. */
export const SINGLE_FLOAT_MODELS: readonly GpuModel[] = CATALOG_ROWS.map((row) => modelOf(row, 'q4f32_1'));

export function libraryAddress(stem: string, quantization: Quantization): string {
  return `${LIBRARIES_URL}${stem}-${quantization}_cs1k-webgpu.wasm`;
}

export function catalogModel(id: string): GpuModel | null {
  return [...HALF_FLOAT_MODELS, ...SINGLE_FLOAT_MODELS].find((model) => model.id === id) ?? null;
}

function modelOf(row: CatalogRow, quantization: Quantization): GpuModel {
  const isHalfPrecision = quantization === 'q4f16_1';
  const id = `${row.stem}-${quantization}-MLC`;
  return {
    engine: 'gpu',
    id,
    label: row.stem.replace(/-(Instruct|2512)$/, '').replaceAll('-', ' '),
    modelUrl: WEIGHTS_URL + id,
    libraryUrl: libraryAddress(row.library ?? row.stem, quantization),
    billions: row.billions,
    weightBytes: Math.round(row.billions * 1e9 * BYTES_PER_PARAMETER[quantization]),
    memoryMb: isHalfPrecision ? row.memoryMb[0] : row.memoryMb[1],
    cacheBytesPerToken: row.cache === null ? null : cacheBytes(row.cache, isHalfPrecision ? 2 : 4),
    longestContext: row.longestContext,
    // web-llm's list names this feature for few models. Without it, the shaders of the others fail to
    // compile.
    requiredFeatures: isHalfPrecision ? ['shader-f16'] : [],
    twin: isHalfPrecision ? `${row.stem}-q4f32_1-MLC` : null,
    reasons: row.reasons,
    overrides: row.overrides ?? {},
    integrity: null,
    isOwn: false,
  };
}

/** Returns the bytes of the keys and values of all layers for one token. */
function cacheBytes([layers, heads, size]: readonly [number, number, number], bytes: number): number {
  return layers * heads * size * 2 * bytes;
}
