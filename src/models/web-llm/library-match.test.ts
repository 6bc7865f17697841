import { prebuiltAppConfig } from '@mlc-ai/web-llm';
import { expect, it } from 'vitest';
import { matchLibrary } from './library-match.ts';

/** The configuration that `mlc_llm gen_config` writes for models of 1.5 billion parameters. */
const MADE = {
  hidden_act: 'silu',
  hidden_size: 1536,
  intermediate_size: 8960,
  num_attention_heads: 12,
  num_hidden_layers: 28,
  num_key_value_heads: 2,
  rms_norm_eps: 1e-6,
  rope_theta: 1_000_000.0,
  vocab_size: 151_936,
  tie_word_embeddings: true,
  context_window_size: 32_768,
  head_dim: 128,
};

const config = (change: object = {}, made: object = {}): string =>
  JSON.stringify({
    model_type: 'qwen2',
    quantization: 'q4f16_1',
    model_config: { ...MADE, ...made },
    ...change,
  });

/** Returns the library of a model in web-llm's list. */
const libraryOf = (id: string) =>
  prebuiltAppConfig.model_list.find(({ model_id }) => model_id === id)?.model_lib;

function differenceOf(source: string): string {
  const match = matchLibrary(source);
  return match.ok ? 'none' : match.difference;
}

it("a fine-tuned Qwen2.5 takes the library that web-llm's list gives its base", () => {
  const library = libraryOf('Qwen2.5-Coder-1.5B-Instruct-q4f16_1-MLC');
  expect(matchLibrary(config())).toEqual({ ok: true, url: library, hasHalfFloats: true });
  // The head size is derived from the other sizes if it is missing.
  expect(matchLibrary(config({}, { head_dim: undefined }))).toMatchObject({ ok: true });
  expect(matchLibrary(config({ quantization: 'q4f32_1' }))).toEqual({
    ok: true,
    url: libraryOf('Qwen2.5-Coder-1.5B-Instruct-q4f32_1-MLC'),
    hasHalfFloats: false,
  });
});

it.each([
  ['Qwen2.5-Coder-0.5B-Instruct', [896, 4864, 24, 14, 2, 64], {}],
  ['Qwen2.5-Coder-3B-Instruct', [2048, 11_008, 36, 16, 2, 128], {}],
  [
    'Qwen2.5-Coder-7B-Instruct',
    [3584, 18_944, 28, 28, 4, 128],
    { vocab_size: 152_064, tie_word_embeddings: false },
  ],
  ['Qwen3-4B', [2560, 9728, 36, 32, 8, 128], {}],
  ['Qwen3-8B', [4096, 12_288, 36, 32, 8, 128], { tie_word_embeddings: false }],
] as const)('%s has its library', (name, [hidden, intermediate, layers, heads, keys, head], rest) => {
  const modelConfig = {
    hidden_size: hidden,
    intermediate_size: intermediate,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    num_key_value_heads: keys,
    head_dim: head,
    ...rest,
  };
  const found = matchLibrary(
    config({ model_type: name.startsWith('Qwen3') ? 'qwen3' : 'qwen2' }, modelConfig),
  );
  expect(found).toMatchObject({ ok: true, url: libraryOf(`${name}-q4f16_1-MLC`) });
});

it('DeepCoder-1.5B has the sizes of Qwen2-1.5B, and no library: its output matrix and its rotary base differ', () => {
  const deepCoder = config({}, { tie_word_embeddings: false, rope_theta: 10_000 });
  expect(differenceOf(deepCoder)).toBe(
    'the closest is Qwen2-1.5B-Instruct, ' +
      'and tie_word_embeddings is false and there true; rope_theta is 10,000 and there 1,000,000',
  );
});

it.each([
  [config({ quantization: 'q3f16_1' }), 'quantization is q3f16_1 and there q4f16_1 or q4f32_1'],
  [config({}, { vocab_size: 152_064 }), 'vocab_size is 152,064 and there 151,936'],
  [config({}, { rope_scaling: { type: 'yarn', factor: 4 } }), 'rope_scaling is set and there it is not'],
  [config({}, { rope_theta: undefined }), 'rope_theta is missing and there 1,000,000'],
  [
    config({ model_type: 'mixtral' }),
    'its architecture is mixtral, and libraries for qwen2 and qwen3 are known',
  ],
  ['{}', 'its architecture is missing, and libraries for qwen2 and qwen3 are known'],
  ['no JSON', 'its architecture is missing, and libraries for qwen2 and qwen3 are known'],
])('%s is refused by its fields', (source, words) => {
  expect(differenceOf(source)).toContain(words);
});
