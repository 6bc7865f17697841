/**
 * Models that the user adds. They are read and written as web-llm's own records in JSON, one record or an
 * array.
 */
import { errorMessage } from '../../base/error-message.ts';
import { refused, type OrFault } from '../failure.ts';
import { isRecord } from '../../base/parse-json.ts';
import { namesReasoner } from '../chain-of-thought.ts';
import { numberText } from '../../base/number-words.ts';
import { ownModel, type GpuModel, type GpuModelIntegrity } from './gpu-model.ts';

export type ModelReading = OrFault<{ readonly models: readonly GpuModel[] }>;

const SMALLEST_CONTEXT = 256;
const LARGEST_CONTEXT = 1_048_576;

/** The fields of the form as the user typed them. Empty fields are left out. */
export interface ModelForm {
  readonly id: string;
  readonly modelUrl: string;
  readonly libraryUrl: string;
  readonly contextTokens: string;
  readonly memoryMb: string;
  /** Features, separated by commas or spaces. */
  readonly features: string;
  readonly libraryIntegrity: string;
}

/** Reads pasted or dropped text: a record, an array of records, or an `appConfig` with `model_list`. */
export function readModels(text: string): ModelReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(`This is no JSON: ${errorMessage(error)}.`);
  }
  const list = isRecord(value) && 'model_list' in value ? value['model_list'] : value;
  const records: readonly unknown[] = Array.isArray(list) ? list : [list];
  if (records.length === 0) return refused('The list of models is empty.');
  const models: GpuModel[] = [];
  for (const [index, record] of records.entries()) {
    const model = readRecord(record);
    if (typeof model === 'string')
      return refused(records.length === 1 ? model : `Model ${index + 1} of ${records.length}: ${model}`);
    models.push(model);
  }
  return { ok: true, models };
}

/** Reads the form. An error message names the invalid field. */
export function readForm(form: ModelForm): ModelReading {
  const number = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));
  const features = form.features.split(/[\s,]+/).filter((feature) => feature !== '');
  const integrity = form.libraryIntegrity.trim();
  const model = readRecord({
    model: form.modelUrl.trim(),
    model_id: form.id.trim(),
    model_lib: form.libraryUrl.trim(),
    ...(form.contextTokens.trim() !== '' && {
      overrides: { context_window_size: number(form.contextTokens) },
    }),
    ...(form.memoryMb.trim() !== '' && { vram_required_MB: number(form.memoryMb) }),
    ...(features.length > 0 && { required_features: features }),
    ...(integrity !== '' && { integrity: { model_lib: integrity } }),
  });
  return typeof model === 'string' ? refused(model) : { ok: true, models: [model] };
}

/** Writes models as records that `readModels` can read. */
export function writeModels(models: readonly GpuModel[]): string {
  return JSON.stringify(models.map(recordOf), null, 2);
}

function recordOf(model: GpuModel): Readonly<Record<string, unknown>> {
  return {
    model: model.modelUrl,
    model_id: model.id,
    model_lib: model.libraryUrl,
    ...(model.memoryMb !== null && { vram_required_MB: model.memoryMb }),
    ...(model.requiredFeatures.length > 0 && { required_features: model.requiredFeatures }),
    overrides: { ...model.overrides, context_window_size: model.longestContext },
    ...(model.integrity && { integrity: model.integrity }),
  };
}

/** Returns the model, or an error message about its record. */
function readRecord(record: unknown): GpuModel | string {
  if (!isRecord(record)) return 'A model is an object with model, model_id and model_lib.';
  const { model_id: id, model, model_lib: library } = record;
  if (typeof id !== 'string' || id.trim() === '') return 'model_id (the name) is missing.';
  const modelUrl = webAddress(model);
  if (modelUrl === null) return 'model (the base URL of the weights) must be an http or https address.';
  const libraryUrl = webAddress(library);
  if (libraryUrl === null) return 'model_lib (the library) must be an http or https address of a .wasm file.';
  const overrides = record['overrides'] ?? {};
  if (!isRecord(overrides)) return 'overrides must be an object.';
  const { context_window_size: context = 4096, ...otherOverrides } = overrides;
  if (!isWhole(context) || context < SMALLEST_CONTEXT || context > LARGEST_CONTEXT)
    return `context_window_size must be a whole number from ${numberText(SMALLEST_CONTEXT)} to ${numberText(LARGEST_CONTEXT)}.`;
  const memoryMb = record['vram_required_MB'] ?? null;
  if (memoryMb !== null && (typeof memoryMb !== 'number' || !(memoryMb > 0)))
    return 'vram_required_MB must be a number of megabytes above 0.';
  const features = record['required_features'] ?? [];
  if (!isTexts(features)) return 'required_features must be a list of WebGPU feature names.';
  const integrity = readIntegrity(record['integrity']);
  if (typeof integrity === 'string') return integrity;
  return ownModel({
    id: id.trim(),
    modelUrl,
    libraryUrl,
    memoryMb,
    longestContext: context,
    requiredFeatures: withHalfFloats(id, features),
    reasons: namesReasoner(id),
    overrides: otherOverrides,
    integrity,
  });
}

/**
 * Adds the feature `shader-f16` to half-precision models. Their records often lack it, and they then fail
 * with an obscure error.
 */
function withHalfFloats(id: string, features: readonly string[]): readonly string[] {
  return /q\df16/.test(id) && !features.includes('shader-f16') ? [...features, 'shader-f16'] : features;
}

function readIntegrity(value: unknown): GpuModelIntegrity | string | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) return 'integrity must be an object of subresource-integrity strings.';
  const { config, model_lib: library, tokenizer } = value;
  const hashes: readonly unknown[] = [
    config,
    library,
    ...Object.values(isRecord(tokenizer) ? tokenizer : {}),
  ];
  for (const hash of hashes) {
    if (hash !== undefined && !(typeof hash === 'string' && /^sha(256|384|512)-[A-Za-z0-9+/]+=*$/.test(hash)))
      return 'integrity strings look like sha256-… with a hash in base64.';
  }
  return {
    ...(typeof config === 'string' && { config }),
    ...(typeof library === 'string' && { model_lib: library }),
    ...(isRecord(tokenizer) && { tokenizer: tokenizer as Readonly<Record<string, string>> }),
  };
}

function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const { username, password, protocol } = new URL(value);
  return username === '' && password === '' && /^https?:$/.test(protocol) ? value : null;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value);
}
