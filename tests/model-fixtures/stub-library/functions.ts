/**
 * The functions the engine asks for by name. One it does not find is answered as a real library would, so
 * an engine that asks for more fails with the name it misses.
 */
import {
  ARRAY,
  arrayItem,
  arrayLength,
  BYTES,
  copyBytes,
  copyValue,
  FUNCTION,
  allocate,
  HEADER,
  INT,
  MODULE,
  newArray,
  newShape,
  newString,
  OPAQUE,
  payload,
  release,
  retain,
  setExtent,
  setValue,
  SHAPE,
  STRING,
  stringOf,
  TENSOR,
  typeOf,
  VALUE_BYTES,
} from './objects';
import { newRow, sample, softmax, sortDown } from './sampling';
import { forget, see, setAnswers, speak } from './script';
import {
  bitsOf,
  byteLength,
  codeOf,
  dataOf,
  elements,
  FLOAT_CODE,
  INT_CODE,
  newTensor,
  UINT_CODE,
} from './tensors';

const METADATA =
  '{"model_type":"qwen2","quantization":"q4f32_1","context_window_size":32768,"sliding_window_size":-1,' +
  '"attention_sink_size":-1,"prefill_chunk_size":512,"tensor_parallel_shards":1,"kv_state_kind":"kv_cache",' +
  '"max_batch_size":1,"params":[{"name":"script","shape":[1],"dtype":"int32","preprocs":[]}]}';

// ── functions by name ──

export let lastError: u32 = 0;

/** Keeps the message for the host to fetch. */
export function fail(message: string): bool {
  const bytes = String.UTF8.encode(message, true);
  lastError = u32(heap.alloc(bytes.byteLength));
  memory.copy(lastError, changetype<usize>(bytes), bytes.byteLength);
  return false;
}

/** Takes its arguments' values, side by side, and writes one value. False when it failed. */
type Implementation = (values: u32, count: i32, result: u32) => bool;

export const functions = new Map<string, Implementation>();

function value(values: u32, index: i32): u32 {
  return values + u32(index) * VALUE_BYTES;
}

function object(values: u32, index: i32): u32 {
  return payload(value(values, index));
}

export function nothing(_values: u32, _count: i32, _result: u32): bool {
  return true;
}

function giveFunction(name: string, result: u32): void {
  if (!functions.has(name)) return;
  setValue(result, FUNCTION, newFunction(functions.get(name)));
}

export function newFunction(implementation: Implementation): u32 {
  const handle = allocate(FUNCTION, 16);
  store<i32>(handle, implementation.index, HEADER);
  return handle;
}

function defineNothing(names: string[]): void {
  for (let i = 0; i < names.length; i++) functions.set(names[i], nothing);
}

defineNothing([
  'ffi.ModuleImportModule',
  'vm.builtin.tensor_cache.get',
  'vm.builtin.tensor_cache.remove',
  'vm.builtin.tensor_cache.clear',
  'vm.builtin.sample_top_p_from_logits',
  'vm.builtin.sample_top_p_from_prob',
  'vm.builtin.apply_repetition_penalty',
  'vm.builtin.apply_presence_and_frequency_penalty',
  'vm.builtin.apply_softmax_with_temperature',
  'tvmjs.runtime.ConcatEmbeddings',
  'vm.builtin.kv_state_add_sequence',
  'vm.builtin.kv_state_remove_sequence',
  'vm.builtin.kv_state_begin_forward',
  'vm.builtin.kv_state_end_forward',
  'vm.builtin.attention_kv_cache_enable_sliding_window_for_seq',
  'vm_initialization',
  'apply_bitmask_inplace',
  'apply_penalty_inplace',
  'apply_logit_bias_inplace',
  'webgpu.get_shader',
  'webgpu.update_prebuild',
]);

functions.set('ffi.FunctionListGlobalNamesFunctor', (_values: u32, _count: i32, result: u32): bool => {
  setValue(result, FUNCTION, newFunction(nothing));
  return true;
});

functions.set('ffi.ModuleGetFunction', (values: u32, _count: i32, result: u32): bool => {
  giveFunction(stringOf(value(values, 1)), result);
  return true;
});

function giveModule(_values: u32, _count: i32, result: u32): bool {
  setValue(result, MODULE, allocate(MODULE, 8));
  return true;
}
functions.set('ffi.SystemLib', giveModule);
functions.set('vm_load_executable', giveModule);
functions.set('vm.builtin.param_module_from_cache', giveModule);
functions.set('vm.builtin.param_module_from_cache_by_name', giveModule);

// ── arrays and shapes ──

functions.set('ffi.Array', (values: u32, count: i32, result: u32): bool => {
  const array = newArray(count);
  for (let i = 0; i < count; i++) copyValue(arrayItem(array, i), value(values, i));
  setValue(result, ARRAY, array);
  return true;
});
functions.set('tvmjs.runtime.ArrayConcat', functions.get('ffi.Array'));

functions.set('ffi.ArraySize', (values: u32, _count: i32, result: u32): bool => {
  setValue(result, INT, u64(arrayLength(object(values, 0))));
  return true;
});

functions.set('ffi.ArrayGetItem', (values: u32, _count: i32, result: u32): bool => {
  copyValue(result, arrayItem(object(values, 0), i32(object(values, 1))));
  return true;
});

functions.set('ffi.Shape', (values: u32, count: i32, result: u32): bool => {
  const shape = newShape(count);
  for (let i = 0; i < count; i++) setExtent(shape, i, load<i64>(value(values, i), 8));
  setValue(result, SHAPE, shape);
  return true;
});

// ── tensors and weights ──

functions.set('runtime.TVMTensorAllocWithScope', (values: u32, _count: i32, result: u32): bool => {
  const kind = stringOf(value(values, 1));
  const code = kind.startsWith('float') ? FLOAT_CODE : kind.startsWith('uint') ? UINT_CODE : INT_CODE;
  const bits: u8 = kind.endsWith('16') ? 16 : kind.endsWith('32') ? 32 : kind.endsWith('64') ? 64 : 8;
  setValue(result, TENSOR, newTensor(object(values, 0), code, bits, 0));
  return true;
});

functions.set('runtime.TVMTensorCreateView', (values: u32, _count: i32, result: u32): bool => {
  const owner = object(values, 0);
  setValue(result, TENSOR, newTensor(object(values, 1), codeOf(owner), bitsOf(owner), owner));
  return true;
});

functions.set('runtime.TVMTensorCopyFromTo', (values: u32, _count: i32, _result: u32): bool => {
  const from = object(values, 0);
  memory.copy(dataOf(object(values, 1)), dataOf(from), byteLength(from));
  return true;
});

functions.set('tvmjs.runtime.TensorCopyFromBytes', (values: u32, _count: i32, _result: u32): bool => {
  const bytes = object(values, 1);
  memory.copy(dataOf(object(values, 0)), load<u32>(bytes), load<u32>(bytes, 4));
  return true;
});
functions.set('tvmjs.array.decode_storage', functions.get('tvmjs.runtime.TensorCopyFromBytes'));

functions.set('tvmjs.runtime.TensorCopyToBytes', (values: u32, _count: i32, result: u32): bool => {
  const tensor = object(values, 0);
  setValue(result, BYTES, copyBytes(BYTES, dataOf(tensor), byteLength(tensor)));
  return true;
});

let script: u32 = 0;

/** Only the script is kept; the other parameters are there to have several files. */
functions.set('vm.builtin.tensor_cache.update', (values: u32, _count: i32, _result: u32): bool => {
  if (stringOf(value(values, 0)) != 'script') return true;
  release(script);
  script = object(values, 1);
  retain(script);
  setAnswers(script);
  return true;
});

functions.set('get_params', (_values: u32, _count: i32, result: u32): bool => {
  setValue(result, ARRAY, newArray(0));
  return true;
});

// ── the model ──

functions.set('_metadata', (_values: u32, _count: i32, result: u32): bool => {
  setValue(result, STRING, newString(METADATA));
  return true;
});

functions.set('webgpu.get_fmap', (_values: u32, _count: i32, result: u32): bool => {
  setValue(result, STRING, newString('{}'));
  return true;
});

functions.set('create_tir_paged_kv_cache', (_values: u32, _count: i32, result: u32): bool => {
  setValue(result, OPAQUE, allocate(OPAQUE, 8));
  return true;
});

functions.set('vm.builtin.kv_state_clear', (_values: u32, _count: i32, _result: u32): bool => {
  forget();
  return true;
});

/** A token's embedding is its number, so that the forward pass can read it. */
functions.set('embed', (values: u32, _count: i32, result: u32): bool => {
  const tokens = object(values, 0);
  const shape = newShape(2);
  setExtent(shape, 0, elements(tokens));
  setExtent(shape, 1, 1);
  const embeddings = newTensor(shape, FLOAT_CODE, 32, 0);
  release(shape);
  memory.copy(dataOf(embeddings), dataOf(tokens), byteLength(tokens));
  setValue(result, TENSOR, embeddings);
  return true;
});

function forward(values: u32, _count: i32, result: u32): bool {
  const embeddings = object(values, 0);
  see(dataOf(embeddings), elements(embeddings));
  const logits = newRow(FLOAT_CODE, 3);
  if (!speak(dataOf(logits))) return fail('InternalError: the script says that the model fails here');
  const array = newArray(1);
  setValue(arrayItem(array, 0), TENSOR, logits);
  setValue(result, ARRAY, array);
  return true;
}
functions.set('prefill', forward);
functions.set('decode', forward);

functions.set('softmax_with_temperature', (values: u32, _count: i32, result: u32): bool => {
  setValue(result, TENSOR, softmax(object(values, 0), load<f32>(dataOf(object(values, 1)))));
  return true;
});

functions.set('argsort_probs', (values: u32, _count: i32, result: u32): bool => {
  const sorted = newRow(FLOAT_CODE, 2);
  const tokens = newRow(INT_CODE, 2);
  sortDown(object(values, 0), sorted, tokens);
  const array = newArray(2);
  setValue(arrayItem(array, 0), TENSOR, sorted);
  setValue(arrayItem(array, 1), TENSOR, tokens);
  setValue(result, ARRAY, array);
  return true;
});

/** Arguments: sorted probabilities, their tokens, chance, positions, top-p. */
functions.set('sample_with_top_p', (values: u32, _count: i32, result: u32): bool => {
  const chance = load<f32>(dataOf(object(values, 2)));
  const topP = load<f32>(dataOf(object(values, 4)));
  setValue(result, TENSOR, sample(object(values, 0), object(values, 1), chance, topP));
  return true;
});
