/** The folder of a model for web-llm, as its files' contents: configuration, tokenizer, weights in four files. */
import { createHash } from 'node:crypto';
import { ANSWERS } from './answers.ts';
import { SPECIAL_TOKENS, tokenNames, VOCABULARY_SIZE } from './byte-vocabulary.ts';

/** Bytes of each file that is there only to be downloaded. */
const FILLER_BYTES = 96 * 1024;
const FILLERS = 3;

/** By file name. Deterministic, so that two runs serve the same bytes. */
export function mlcModelFiles(): ReadonlyMap<string, Uint8Array> {
  const script = new Uint8Array(Int32Array.from(ANSWERS.flat()).buffer);
  const shards = [
    { name: 'script', dtype: 'int32', bytes: script },
    ...Array.from({ length: FILLERS }, (_, index) => ({
      name: `filler.${index}`,
      dtype: 'float32',
      bytes: filler(index + 1),
    })),
  ];
  const files = new Map<string, Uint8Array>();
  shards.forEach(({ bytes }, index) => files.set(shardName(index), bytes));
  const total = shards.reduce((sum, { bytes }) => sum + bytes.length, 0);
  files.set(
    'tensor-cache.json',
    json({
      metadata: { ParamSize: shards.length, ParamBytes: total, BitsPerParam: 32 },
      records: shards.map(({ name, dtype, bytes }, index) => ({
        dataPath: shardName(index),
        format: 'raw-shard',
        nbytes: bytes.length,
        md5sum: createHash('md5').update(bytes).digest('hex'),
        records: [
          { name, shape: [bytes.length / 4], dtype, format: 'raw', nbytes: bytes.length, byteOffset: 0 },
        ],
      })),
    }),
  );
  files.set('tokenizer.json', json(tokenizer()));
  files.set('mlc-chat-config.json', json(chatConfig));
  return files;
}

const shardName = (index: number) => `params_shard_${index}.bin`;
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

function filler(seed: number): Uint8Array {
  const bytes = new Uint8Array(FILLER_BYTES);
  let state = seed;
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

function tokenizer() {
  const byteLevel = { type: 'ByteLevel', add_prefix_space: false, trim_offsets: false, use_regex: false };
  // Special tokens must stand in the vocabulary, too: else the tokenizer numbers them anew.
  const vocab = Object.fromEntries(tokenNames().map((name, id) => [name, id]));
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: Object.entries(SPECIAL_TOKENS).map(([content, id]) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      // Special ones are not shown; those of the reasoning are.
      special: !content.includes('think'),
    })),
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: null,
    decoder: byteLevel,
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: '',
      end_of_word_suffix: '',
      fuse_unk: false,
      byte_fallback: false,
      vocab,
      merges: [],
    },
  };
}

const chatConfig = {
  model_type: 'qwen2',
  quantization: 'q4f32_1',
  vocab_size: VOCABULARY_SIZE,
  context_window_size: 32_768,
  sliding_window_size: -1,
  attention_sink_size: -1,
  prefill_chunk_size: 512,
  temperature: 0.6,
  top_p: 0.95,
  repetition_penalty: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
  bos_token_id: SPECIAL_TOKENS['<|endoftext|>'],
  eos_token_id: [SPECIAL_TOKENS['<|im_end|>']],
  tokenizer_files: ['tokenizer.json'],
  tokenizer_info: {
    token_postproc_method: 'byte_level',
    prepend_space_in_encode: false,
    strip_space_in_decode: false,
  },
  conv_template: {
    name: 'chatml',
    system_template: '<|im_start|>system\n{system_message}<|im_end|>\n',
    // As the models of the Qwen family have it: who wants no system prompt must say so.
    system_message: 'You are a helpful assistant.',
    add_role_after_system_message: true,
    roles: { user: '<|im_start|>user', assistant: '<|im_start|>assistant' },
    role_templates: { user: '{user_message}', assistant: '{assistant_message}', tool: '{tool_message}' },
    messages: [],
    seps: ['<|im_end|>\n'],
    role_content_sep: '\n',
    role_empty_sep: '\n',
    stop_str: ['<|im_end|>'],
    stop_token_ids: [SPECIAL_TOKENS['<|im_end|>'], SPECIAL_TOKENS['<|endoftext|>']],
    function_string: '',
    use_function_calling: false,
  },
};
