/** Models the user brings: read from and written as web-llm's own records, one or a list of them, in JSON. */
import { coder, type Coded } from '../../base/coded.ts';
import { errorMessage } from '../../base/error-message.ts';
import { refused } from '../failure.ts';
import { isRecord } from '../../base/is-record.ts';
import { namesReasoner } from '../reasoner-name.ts';
import type * as listWords from '../words/own/own-model-lists.ts';
import type * as recordWords from '../words/own/own-models.ts';
import { ownModel, type GpuModel, type GpuModelIntegrity } from './gpu-model.ts';

export type ModelReading =
  | { readonly ok: true; readonly models: readonly GpuModel[] }
  | { readonly ok: false; readonly fault: ModelListFault };

export type RecordFault = Coded<typeof recordWords>;
export type ModelListFault = Coded<typeof listWords>;

const wrong = coder<typeof recordWords>();
const listFault = coder<typeof listWords>();

const SMALLEST_CONTEXT = 256;
const LARGEST_CONTEXT = 1_048_576;

/** The fields of the form, as they are typed. Empty texts are left out. */
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

/** Reads what was pasted or dropped: a record, a list of records, or an `appConfig` with `model_list`. */
export function readModels(text: string): ModelReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(listFault('isNoJson', errorMessage(error)));
  }
  const list = isRecord(value) && 'model_list' in value ? value['model_list'] : value;
  const records: readonly unknown[] = Array.isArray(list) ? list : [list];
  if (records.length === 0) return refused(listFault('listIsEmpty'));
  const models: GpuModel[] = [];
  for (const [index, record] of records.entries()) {
    const model = readRecord(record);
    if ('code' in model) return refused(listFault('recordIsWrong', model, index + 1, records.length));
    models.push(model);
  }
  return { ok: true, models };
}

/** Reads the form; the fault names the field that is wrong. */
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
  return 'code' in model ? refused(listFault('recordIsWrong', model, 1, 1)) : { ok: true, models: [model] };
}

/** The records of models, as `readModels` reads them back. */
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

function readRecord(record: unknown): GpuModel | RecordFault {
  if (!isRecord(record)) return wrong('modelIsNoObject');
  const { model_id: id, model, model_lib: library } = record;
  if (typeof id !== 'string' || id.trim() === '') return wrong('nameIsMissing');
  const modelUrl = webAddress(model);
  if (modelUrl === null) return wrong('weightsHaveNoAddress');
  const libraryUrl = webAddress(library);
  if (libraryUrl === null) return wrong('libraryHasNoAddress');
  const overrides = record['overrides'] ?? {};
  if (!isRecord(overrides)) return wrong('overridesAreNoObject');
  const { context_window_size: context = 4096, ...rest } = overrides;
  if (!isWhole(context) || context < SMALLEST_CONTEXT || context > LARGEST_CONTEXT)
    return wrong('windowIsOutOfRange', SMALLEST_CONTEXT, LARGEST_CONTEXT);
  const memoryMb = record['vram_required_MB'] ?? null;
  if (memoryMb !== null && (typeof memoryMb !== 'number' || !(memoryMb > 0)))
    return wrong('memoryIsNoNumber');
  const features = record['required_features'] ?? [];
  if (!isTexts(features)) return wrong('featuresAreNoList');
  const integrity = readIntegrity(record['integrity']);
  if (integrity !== null && 'code' in integrity) return integrity;
  return ownModel({
    id: id.trim(),
    modelUrl,
    libraryUrl,
    memoryMb,
    longestContext: context,
    requiredFeatures: withHalfFloats(id, features),
    reasons: namesReasoner(id),
    overrides: rest,
    integrity,
  });
}

/** Records of half-float models seldom name the feature, and fail with an obscure error. */
function withHalfFloats(id: string, features: readonly string[]): readonly string[] {
  return /q\df16/.test(id) && !features.includes('shader-f16') ? [...features, 'shader-f16'] : features;
}

function readIntegrity(value: unknown): GpuModelIntegrity | RecordFault | null {
  if (value === undefined || value === null) return null;
  if (!isRecord(value)) return wrong('integrityIsNoObject');
  const { config, model_lib: library, tokenizer } = value;
  const hashes: readonly unknown[] = [
    config,
    library,
    ...Object.values(isRecord(tokenizer) ? tokenizer : {}),
  ];
  for (const hash of hashes) {
    if (hash !== undefined && !(typeof hash === 'string' && /^sha(256|384|512)-[A-Za-z0-9+/]+=*$/.test(hash)))
      return wrong('integrityIsMalformed');
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
