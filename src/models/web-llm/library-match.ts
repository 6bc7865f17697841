/**
 * Finds the compiled library in web-llm's list that can run a model, by its `mlc-chat-config.json`. The
 * architecture, the sizes, the base of the rotary embedding and the quantization are compiled into a library
 * (`python/mlc_llm/model/qwen2/qwen2_model.py` of mlc-ai/mlc-llm). With a different value, the model would
 * load and write noise, so all of them must be equal.
 */
import { parseJson, isRecord } from '../../base/parse-json.ts';
import { numberText } from '../../base/number-words.ts';
import { libraryAddress, QUANTIZATIONS } from './catalog.ts';

/** The sizes that are compiled in, with their names in `model_config`. */
const SIZES = [
  'hidden_size',
  'intermediate_size',
  'num_hidden_layers',
  'num_attention_heads',
  'num_key_value_heads',
  'head_dim',
] as const;

/** The other fields that are compiled in, with the values that most models have. */
const DEFAULT_SHAPE = {
  /** If false, the model has a separate output matrix, which a library with tied embeddings leaves out. */
  tie_word_embeddings: true,
  rope_theta: 1_000_000,
  rms_norm_eps: 1e-6,
  vocab_size: 151_936,
};

type ModelShape = Readonly<Record<(typeof SIZES)[number], number> & typeof DEFAULT_SHAPE>;

interface Library {
  /** Stem of the library's file name in web-llm's list. */
  readonly stem: string;
  readonly architecture: string;
  readonly shape: ModelShape;
}

/** @param sizes in the order of `SIZES` */
function library(
  stem: string,
  architecture: 'qwen2' | 'qwen3',
  sizes: readonly number[],
  otherFields: Partial<ModelShape> = {},
): Library {
  const namedSizes = Object.fromEntries(SIZES.map((field, at) => [field, sizes[at]]));
  return { stem, architecture, shape: { ...namedSizes, ...DEFAULT_SHAPE, ...otherFields } as ModelShape };
}

/**
 * Sources: the `config.json` of the model that each library is named after, at huggingface.co/Qwen
 * (Qwen2-0.5B-Instruct, Qwen2-1.5B-Instruct, Qwen2.5-3B-Instruct, Qwen2-7B-Instruct, Qwen3-0.6B, -1.7B, -4B, -8B).
 */
const LIBRARIES: readonly Library[] = [
  library('Qwen2-0.5B-Instruct', 'qwen2', [896, 4864, 24, 14, 2, 64]),
  library('Qwen2-1.5B-Instruct', 'qwen2', [1536, 8960, 28, 12, 2, 128]),
  library('Qwen2.5-3B-Instruct', 'qwen2', [2048, 11_008, 36, 16, 2, 128]),
  library('Qwen2-7B-Instruct', 'qwen2', [3584, 18_944, 28, 28, 4, 128], {
    vocab_size: 152_064,
    tie_word_embeddings: false,
  }),
  library('Qwen3-0.6B', 'qwen3', [1024, 3072, 28, 16, 8, 128]),
  library('Qwen3-1.7B', 'qwen3', [2048, 6144, 28, 16, 8, 128]),
  library('Qwen3-4B', 'qwen3', [2560, 9728, 36, 32, 8, 128]),
  library('Qwen3-8B', 'qwen3', [4096, 12_288, 36, 32, 8, 128], { tie_word_embeddings: false }),
];

export type LibraryMatch =
  | {
      readonly ok: true;
      readonly url: string;
      /** Whether the quantization computes in half precision. */
      readonly hasHalfFloats: boolean;
    }
  /** `difference` is the rest of a message that begins with "no library of web-llm's list fits: ". */
  | { readonly ok: false; readonly difference: string };

/** @param source the text of `mlc-chat-config.json` */
export function matchLibrary(source: string): LibraryMatch {
  const config = recordOf(parseJson(source));
  const { model_type: architecture, quantization } = config;
  const modelConfig = recordOf(config['model_config']);
  const candidates = LIBRARIES.filter((library) => library.architecture === architecture);
  if (candidates.length === 0) {
    const architectures = [...new Set(LIBRARIES.map((library) => library.architecture))];
    return {
      ok: false,
      difference: `its architecture is ${valueText(architecture)}, and libraries for ${architectures.join(' and ')} are known`,
    };
  }
  const shape = shapeOf(modelConfig);
  const { library: closestLibrary, differentNames } = candidates
    .map((library) => ({ library, differentNames: differentFields(library.shape, shape) }))
    .sort((a, b) => a.differentNames.length - b.differentNames.length)[0]!;
  const knownQuantization = QUANTIZATIONS.find((name) => name === quantization);
  const mismatches = differentNames.map((field): FieldDifference => ({
    field,
    givenValue: shape[field],
    libraryValues: [closestLibrary.shape[field]],
  }));
  const ropeScaling = modelConfig['rope_scaling'] ?? undefined;
  if (ropeScaling !== undefined)
    mismatches.push({ field: 'rope_scaling', givenValue: ropeScaling, libraryValues: [] });
  if (knownQuantization === undefined)
    mismatches.push({ field: 'quantization', givenValue: quantization, libraryValues: QUANTIZATIONS });
  if (knownQuantization === undefined || mismatches.length > 0)
    return {
      ok: false,
      difference: `the closest is ${closestLibrary.stem}, and ${differenceText(mismatches)}`,
    };
  return {
    ok: true,
    url: libraryAddress(closestLibrary.stem, knownQuantization),
    hasHalfFloats: knownQuantization === 'q4f16_1',
  };
}

/** A field whose value differs from that of the closest library. */
interface FieldDifference {
  readonly field: string;
  /** The value in the model's JSON; undefined if the field is missing. */
  readonly givenValue: unknown;
  /** The values that the library accepts; empty if the field is not set there. */
  readonly libraryValues: readonly unknown[];
}

/** Maximum number of fields that a message names. */
const MAX_NAMED_FIELDS = 4;

function differenceText(differences: readonly FieldDifference[]): string {
  const fieldTexts = differences.slice(0, MAX_NAMED_FIELDS).map(({ field, givenValue, libraryValues }) => {
    if (libraryValues.length === 0) return `${field} is set and there it is not`;
    return `${field} is ${valueText(givenValue)} and there ${libraryValues.map(valueText).join(' or ')}`;
  });
  const moreCount = differences.length - MAX_NAMED_FIELDS;
  return `${fieldTexts.join('; ')}${moreCount > 0 ? `; and ${moreCount} more` : ''}`;
}

function valueText(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number') return value < 1 ? String(value) : numberText(value);
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 40);
}

type ShapeFields = Readonly<Record<keyof ModelShape, unknown>>;

const SHAPE_FIELDS = Object.keys(LIBRARIES[0]!.shape) as readonly (keyof ModelShape)[];

function shapeOf(modelFields: Readonly<Record<string, unknown>>): ShapeFields {
  const { hidden_size: hiddenSize, num_attention_heads: headCount } = modelFields;
  const size =
    typeof hiddenSize === 'number' && typeof headCount === 'number' ? hiddenSize / headCount : undefined;
  const defaults: Partial<Record<keyof ModelShape, unknown>> = { head_dim: size, tie_word_embeddings: false };
  // Zero means that the size is derived from the others.
  const valueOf = (field: keyof ModelShape): unknown =>
    modelFields[field] === undefined || (field === 'head_dim' && modelFields[field] === 0)
      ? defaults[field]
      : modelFields[field];
  return Object.fromEntries(SHAPE_FIELDS.map((field) => [field, valueOf(field)])) as ShapeFields;
}

function differentFields(shape: ModelShape, otherShape: ShapeFields): readonly (keyof ModelShape)[] {
  return SHAPE_FIELDS.filter((field) => shape[field] !== otherShape[field]);
}

const recordOf = (value: unknown) => (isRecord(value) ? value : {});
