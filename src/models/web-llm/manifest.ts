/** Reads the two files that list the parts of a compiled model. Their format is not specified. */
import { parse, type InferOutput } from 'valibot';
import { isRecord, parseJson } from '../../base/parse-json.ts';
import type { FileProblem } from '../failure.ts';
import { count, fields, list, positiveOrNull, text } from '../json-shapes.ts';

/** The fields of `mlc-chat-config.json` that this app uses. */
export interface ChatConfig {
  /** The only tokenizer file that web-llm reads. */
  readonly tokenizer: 'tokenizer.json' | 'tokenizer.model';
  /** The quantization, such as `q4f16_1`; '' if it is missing. */
  readonly quantization: string;
  /** Name of the chat template; '' if it is missing. */
  readonly template: string;
  /** Context window of the model, in tokens; null if it is missing. */
  readonly contextTokens: number | null;
  /** Number of layers, number of key heads and size of a head; null if one of them is missing. */
  readonly attention: { readonly layers: number; readonly heads: number; readonly size: number } | null;
}

/** The fields of `tensor-cache.json` that this app uses. */
export interface TensorManifest {
  readonly shards: readonly WeightShard[];
}

export interface WeightShard {
  /** Path relative to the model's folder. */
  readonly name: string;
  readonly bytes: number;
}

export type ParsedManifest<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: FileProblem };

export const CHAT_CONFIG = 'mlc-chat-config.json';
export const TENSOR_MANIFEST = 'tensor-cache.json';

const network = fields({
  max_position_embeddings: positiveOrNull,
  context_window_size: positiveOrNull,
  num_hidden_layers: positiveOrNull,
  num_key_value_heads: positiveOrNull,
  hidden_size: positiveOrNull,
  num_attention_heads: positiveOrNull,
  head_dim: positiveOrNull,
});

const chatConfig = fields({
  tokenizer_files: list,
  quantization: text,
  context_window_size: positiveOrNull,
  conv_template: fields({ name: text }),
  model_config: network,
});

const tensorManifest = fields({ records: list });

const shard = fields({ dataPath: text, nbytes: count });

/** Reads `mlc-chat-config.json`. Never throws. */
export function parseChatConfig(source: string): ParsedManifest<ChatConfig> {
  const json = parseObject(source);
  if (!json.ok) return json;
  const config = parse(chatConfig, json.value);
  const names = ['tokenizer.json', 'tokenizer.model'] as const;
  const tokenizer = names.find((name) => config.tokenizer_files.includes(name));
  if (tokenizer === undefined) return refusal({ text: 'names neither tokenizer.json nor tokenizer.model' });
  const { model_config: modelConfig } = config;
  return {
    ok: true,
    value: {
      tokenizer,
      quantization: config.quantization,
      template: config.conv_template.name,
      contextTokens:
        modelConfig.max_position_embeddings ?? modelConfig.context_window_size ?? config.context_window_size,
      attention: attentionOf(modelConfig),
    },
  };
}

/**
 * Reads `tensor-cache.json`. Never throws. A shard must be inside the model's folder, because the manifest is
 * untrusted.
 */
export function parseTensorManifest(source: string): ParsedManifest<TensorManifest> {
  const json = parseObject(source);
  if (!json.ok) return json;
  const { records } = parse(tensorManifest, json.value);
  if (records.length === 0) return refusal({ text: 'lists no weights' });
  const shards = new Map<string, WeightShard>();
  for (const record of records) {
    const { dataPath: name, nbytes: bytes } = parse(shard, record);
    if (!isPlainPath(name)) return refusal({ text: 'names a file outside the model' });
    if (bytes === null) return refusal({ text: `gives no size for ${name}` });
    if ((shards.get(name)?.bytes ?? bytes) !== bytes) return refusal({ text: `gives two sizes for ${name}` });
    shards.set(name, { name, bytes });
  }
  return { ok: true, value: { shards: [...shards.values()] } };
}

/** Recognizes text that was served instead of a file; null if it may be the file. */
export function otherContentProblem(start: string): FileProblem | null {
  const text = start.replace(/^\uFEFF/, '').trimStart();
  if (text.startsWith('version https://git-lfs'))
    return { text: 'is a git-LFS pointer', kind: 'lfs-pointer' };
  if (/^<(!doctype|html|head|body|\?xml)/i.test(text)) return { text: 'is a web page', kind: 'web-page' };
  return null;
}

function parseObject(source: string): ParsedManifest<object> {
  const otherContent = otherContentProblem(source);
  if (otherContent !== null) return refusal(otherContent);
  const value = parseJson(source);
  return isRecord(value) ? { ok: true, value } : refusal({ text: 'is not the JSON it should be' });
}

function attentionOf(networkFields: InferOutput<typeof network>): ChatConfig['attention'] {
  const { num_hidden_layers: layers, num_key_value_heads: heads, hidden_size: width } = networkFields;
  const queryHeads = networkFields.num_attention_heads;
  const size = networkFields.head_dim ?? (width === null || queryHeads === null ? null : width / queryHeads);
  return layers === null || heads === null || size === null ? null : { layers, heads, size };
}

function isPlainPath(name: string): boolean {
  return /^[\w.+-]+(\/[\w.+-]+)*$/.test(name) && !name.split('/').some((part) => /^\.+$/.test(part));
}

const refusal = (problem: FileProblem) => ({ ok: false, problem }) as const;
