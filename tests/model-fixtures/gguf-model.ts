/**
 * Tiny models of the llama architecture for the real llama.cpp: one of random weights, and chains, whose
 * weights make each token name the next.
 */
import { FIRST_UNUSED, SPECIAL_TOKENS, tokenName, tokenNames, VOCABULARY_SIZE } from './byte-vocabulary.ts';
import { type GgufTensor, type GgufValue, writeGguf } from './gguf-writer.ts';

const LAYERS = 2;
const WIDTH = 64;
const HEADS = 4;
const CONTEXT = 8192;
const LINE_BREAK = 10;
const END_OF_TURN = SPECIAL_TOKENS['<|im_end|>'];

/** Pieces of an answer; each becomes a token of its own, so none may occur twice, nor be one letter. */
const CHAINS = {
  /** The answer that solves "print the sum of the numbers in a line", and ends. */
  'tiny-right': [
    '<think>',
    '\nRead the numbers,',
    ' add them.\n',
    '</think>',
    '\n\n```python\nprint(sum(map(int, ',
    'input().split())))\n```\n',
  ],
  /** Heads or tails by chance, for ever. */
  'tiny-either': ['<think>', ' heads', ' tails'],
  /** Goes round for ever. */
  'tiny-endless': ['<think>', 'round', ' and', ' about', ', '],
} as const;

/** The pieces that may follow the last piece, by number; null is the end. With two, either follows anything. */
const ENDS: Readonly<Record<keyof typeof CHAINS, readonly number[] | null>> = {
  'tiny-right': null,
  'tiny-either': [1, 2],
  'tiny-endless': [1],
};

/** Models with one wrong value. */
const BROKEN: readonly (readonly [string, string, GgufValue])[] = [
  ['template', 'tokenizer.chat_template', { type: 'string', value: '{% fro m in messages %}{{ m }}' }],
  [
    'vocabulary',
    'tokenizer.ggml.tokens',
    { type: 'strings', value: tokenNames().slice(0, VOCABULARY_SIZE - 8) },
  ],
];

/** By file name: each model whole, and the random one also in three parts. */
export function ggufFiles(): ReadonlyMap<string, Uint8Array> {
  const random = randomModel();
  const files = new Map([['tiny-random.gguf', writeGguf(random.metadata, random.tensors)]]);
  splitModel(random, 3).forEach((bytes, index) => {
    files.set(`tiny-split-0000${index + 1}-of-00003.gguf`, bytes);
  });
  for (const [name, pieces] of Object.entries(CHAINS)) {
    const { metadata, tensors } = chainModel(pieces, ENDS[name as keyof typeof CHAINS]);
    files.set(`${name}.gguf`, writeGguf(metadata, tensors));
  }
  for (const [name, key, value] of BROKEN) {
    const metadata = new Map(random.metadata).set(key, value);
    files.set(`tiny-broken-${name}.gguf`, writeGguf(metadata, random.tensors));
  }
  return files;
}

interface Model {
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: readonly GgufTensor[];
}

/** Files as llama.cpp's own splitter makes them: the metadata stands in the first alone. */
function splitModel({ metadata, tensors }: Model, parts: number): Uint8Array[] {
  const size = Math.ceil(tensors.length / parts);
  return Array.from({ length: parts }, (_, part) => {
    const split = new Map<string, GgufValue>([
      ['split.no', { type: 'u16', value: part }],
      ['split.count', { type: 'u16', value: parts }],
      ['split.tensors.count', { type: 'i32', value: tensors.length }],
    ]);
    const own = part === 0 ? new Map([...metadata, ...split]) : split;
    return writeGguf(own, tensors.slice(part * size, (part + 1) * size));
  });
}

function randomModel(): Model {
  return {
    metadata: describe('tiny-random', tokenNames()),
    tensors: [...vocabularyTensors(noise(), noise()), ...layers(noise())],
  };
}

/**
 * The layers add nothing, so what reaches the output is the last token's embedding; the output's row of
 * its successor is that embedding again, and random vectors of 64 numbers hardly resemble each other.
 */
function chainModel(pieces: readonly string[], ends: readonly number[] | null): Model {
  const names = tokenNames();
  const chain = pieces.map((piece, index) => {
    if (piece in SPECIAL_TOKENS) return SPECIAL_TOKENS[piece as keyof typeof SPECIAL_TOKENS];
    names[FIRST_UNUSED + index] = tokenName(piece);
    return FIRST_UNUSED + index;
  });
  const embeddings = matrix(WIDTH, VOCABULARY_SIZE, noise());
  const output = new Float32Array(embeddings.length);
  const follow = (from: number, to: number) => {
    for (let at = 0; at < WIDTH; at++) output[to * WIDTH + at]! += (embeddings[from * WIDTH + at] ?? 0) * 10;
  };
  const token = (index: number) => chain[index] ?? END_OF_TURN;
  const loop = ends?.map(token) ?? [];
  // The assistant's header ends with a line break.
  follow(LINE_BREAK, token(0));
  chain.forEach((from, index) => {
    const isLast = index === chain.length - 1;
    // Two that may follow anything have the same row in the output, so that neither is likelier.
    const next = loop.length > 1 || (isLast && ends) ? loop : [token(index + 1)];
    for (const to of next) follow(from, to);
  });
  let embedding = 0;
  let row = 0;
  return {
    metadata: describe('tiny-chain', names),
    tensors: [
      ...vocabularyTensors(
        () => embeddings[embedding++] ?? 0,
        () => output[row++] ?? 0,
      ),
      ...layers(() => 0),
    ],
  };
}

function vocabularyTensors(embedding: () => number, output: () => number): GgufTensor[] {
  return [
    tensor('token_embd.weight', [WIDTH, VOCABULARY_SIZE], embedding),
    tensor('output_norm.weight', [WIDTH], () => 1),
    tensor('output.weight', [WIDTH, VOCABULARY_SIZE], output),
  ];
}

function layers(next: () => number): GgufTensor[] {
  return Array.from({ length: LAYERS }, (_, layer) => {
    const name = (part: string) => `blk.${layer}.${part}.weight`;
    return [
      tensor(name('attn_norm'), [WIDTH], () => 1),
      ...['attn_q', 'attn_k', 'attn_v', 'attn_output'].map((part) =>
        tensor(name(part), [WIDTH, WIDTH], next),
      ),
      tensor(name('ffn_norm'), [WIDTH], () => 1),
      tensor(name('ffn_gate'), [WIDTH, 2 * WIDTH], next),
      tensor(name('ffn_up'), [WIDTH, 2 * WIDTH], next),
      tensor(name('ffn_down'), [2 * WIDTH, WIDTH], next),
    ];
  }).flat();
}

function tensor(name: string, extents: readonly number[], next: () => number): GgufTensor {
  const [width = 1, height = 1] = extents;
  return { name, extents, values: matrix(width, height, next) };
}

function matrix(width: number, height: number, next: () => number): Float32Array {
  return Float32Array.from({ length: width * height }, next);
}

/** The same numbers in every run, from -0.2 to 0.2. */
function noise(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state / 0x7fffffff - 0.5) * 0.4;
  };
}

const CHAT_TEMPLATE =
  "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}" +
  '{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}';

function describe(name: string, tokens: readonly string[]): Map<string, GgufValue> {
  // Kinds of token: 1 normal, 3 control, 4 defined by the user, 5 unused.
  const kinds = tokens.map((token, id) =>
    id < 256 ? 1 : id < 259 ? 3 : id < FIRST_UNUSED ? 4 : token.startsWith('<unused') ? 5 : 1,
  );
  const count = (value: number): GgufValue => ({ type: 'u32', value });
  return new Map<string, GgufValue>([
    ['general.architecture', { type: 'string', value: 'llama' }],
    ['general.name', { type: 'string', value: name }],
    ['general.file_type', count(0)],
    ['llama.context_length', count(CONTEXT)],
    ['llama.embedding_length', count(WIDTH)],
    ['llama.block_count', count(LAYERS)],
    ['llama.feed_forward_length', count(2 * WIDTH)],
    ['llama.attention.head_count', count(HEADS)],
    ['llama.attention.head_count_kv', count(HEADS)],
    ['llama.rope.dimension_count', count(WIDTH / HEADS)],
    ['llama.attention.layer_norm_rms_epsilon', { type: 'f32', value: 1e-5 }],
    ['llama.rope.freq_base', { type: 'f32', value: 10_000 }],
    ['llama.vocab_size', count(VOCABULARY_SIZE)],
    ['tokenizer.ggml.model', { type: 'string', value: 'gpt2' }],
    ['tokenizer.ggml.pre', { type: 'string', value: 'qwen2' }],
    ['tokenizer.ggml.tokens', { type: 'strings', value: tokens }],
    ['tokenizer.ggml.token_type', { type: 'i32s', value: kinds }],
    // The loader wants the list; this pair occurs in no text of ours, so it never merges.
    ['tokenizer.ggml.merges', { type: 'strings', value: ['\u0100 \u0101'] }],
    ['tokenizer.ggml.bos_token_id', count(SPECIAL_TOKENS['<|endoftext|>'])],
    ['tokenizer.ggml.eos_token_id', count(END_OF_TURN)],
    ['tokenizer.ggml.add_bos_token', { type: 'bool', value: false }],
    ['tokenizer.chat_template', { type: 'string', value: CHAT_TEMPLATE }],
  ]);
}
