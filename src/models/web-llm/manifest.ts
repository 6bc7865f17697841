/** Reads the two files that say what a compiled model consists of; their makers promise no shape. */

/** What is used of `mlc-chat-config.json`. */
export interface ChatConfig {
  /** The one tokenizer file web-llm reads. */
  readonly tokenizer: 'tokenizer.json' | 'tokenizer.model';
  /** For example `q4f16_1`; '' where it is not said. */
  readonly quantization: string;
  /** Name of the chat template; '' where it is not said. */
  readonly template: string;
  /** The window the model was made for, in tokens; null where it is not said. */
  readonly contextTokens: number | null;
  /** Layers, heads of keys and size of a head; null where one of them is not said. */
  readonly attention: { readonly layers: number; readonly heads: number; readonly size: number } | null;
}

/** What is used of `tensor-cache.json`. */
export interface TensorManifest {
  readonly shards: readonly Shard[];
}

export interface Shard {
  /** Relative to the model's folder. */
  readonly name: string;
  readonly bytes: number;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  /** `problem` completes "FILE …". */
  | { readonly ok: false; readonly problem: string };

export const CHAT_CONFIG = 'mlc-chat-config.json';
export const TENSOR_MANIFEST = 'tensor-cache.json';

/** Never throws. */
export function parseChatConfig(text: string): Parsed<ChatConfig> {
  const json = parseObject(text);
  if (!json.ok) return json;
  const config = json.value;
  const files: readonly unknown[] = Array.isArray(config['tokenizer_files']) ? config['tokenizer_files'] : [];
  const tokenizer = (['tokenizer.json', 'tokenizer.model'] as const).find((name) => files.includes(name));
  if (tokenizer === undefined) return refuse('names neither tokenizer.json nor tokenizer.model');
  const network = asObject(config['model_config']);
  const contextTokens =
    asPositive(network['max_position_embeddings']) ??
    asPositive(network['context_window_size']) ??
    asPositive(config['context_window_size']);
  const quantization = config['quantization'];
  const template = asObject(config['conv_template'])['name'];
  return {
    ok: true,
    value: {
      tokenizer,
      quantization: typeof quantization === 'string' ? quantization : '',
      template: typeof template === 'string' ? template : '',
      contextTokens,
      attention: attentionOf(network),
    },
  };
}

/** Never throws. A shard must lie below the model's folder: the manifest comes from outside. */
export function parseTensorManifest(text: string): Parsed<TensorManifest> {
  const json = parseObject(text);
  if (!json.ok) return json;
  const records: unknown = json.value['records'];
  if (!Array.isArray(records) || records.length === 0) return refuse('lists no weights');
  const shards = new Map<string, Shard>();
  for (const record of records as readonly unknown[]) {
    const { dataPath: name, nbytes: bytes } = asObject(record);
    if (typeof name !== 'string' || !isPlainPath(name)) return refuse('names a file outside the model');
    if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0)
      return refuse(`gives no size for ${name}`);
    if ((shards.get(name)?.bytes ?? bytes) !== bytes) return refuse(`gives two sizes for ${name}`);
    shards.set(name, { name, bytes });
  }
  return { ok: true, value: { shards: [...shards.values()] } };
}

/** What a text is instead of the file that was expected; null where it may be that file. */
export function impostor(start: string): string | null {
  const text = start.replace(/^\uFEFF/, '').trimStart();
  if (text.startsWith('version https://git-lfs')) return 'a git-LFS pointer';
  if (/^<(!doctype|html|head|body|\?xml)/i.test(text)) return 'a web page';
  return null;
}

function parseObject(text: string): Parsed<Readonly<Record<string, unknown>>> {
  const other = impostor(text);
  if (other !== null) return refuse(`is ${other}`);
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return { ok: true, value };
  } catch {
    // As below.
  }
  return refuse('is not the JSON it should be');
}

function attentionOf(network: Readonly<Record<string, unknown>>): ChatConfig['attention'] {
  const layers = asPositive(network['num_hidden_layers']);
  const heads = asPositive(network['num_key_value_heads']);
  const width = asPositive(network['hidden_size']);
  const queries = asPositive(network['num_attention_heads']);
  const size =
    asPositive(network['head_dim']) ?? (width === null || queries === null ? null : width / queries);
  return layers === null || heads === null || size === null ? null : { layers, heads, size };
}

function isPlainPath(name: string): boolean {
  return /^[\w.+-]+(\/[\w.+-]+)*$/.test(name) && !name.split('/').some((part) => /^\.+$/.test(part));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function asPositive(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}

function refuse(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}
