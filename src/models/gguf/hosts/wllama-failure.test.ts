/** Real messages of llama.cpp and browsers, and their explanations. */
import { expect, test } from 'vitest';
import { said } from '../../../../tests/builders/said.ts';
import { EngineFault, explainWllama, type WllamaTrouble } from './wllama-failure.ts';

const explain = (trouble: Partial<WllamaTrouble>) =>
  said(
    explainWllama({
      label: 'Tiny',
      contextTokens: 512,
      during: 'load',
      error: new EngineFault('refused'),
      log: [],
      ...trouble,
    }),
  );

test.each<[string, Partial<WllamaTrouble>, string, RegExp]>([
  [
    'a prompt too long for the window',
    {
      during: 'generate',
      error: new Error(
        'request (619 tokens) exceeds the available context size (512 tokens), try increasing it',
      ),
    },
    'context-overflow',
    /has 619 tokens.*a window of 512/,
  ],
  [
    'a cache that does not fit',
    {
      log: [
        'ggml_aligned_malloc: insufficient memory (attempted to allocate 32768.00 MB)',
        'llama_init_from_model: failed to initialize the context: failed to allocate buffer for kv cache',
      ],
    },
    'out-of-memory',
    /Tiny with a window of 512 tokens did not fit/,
  ],
  [
    'weights that do not fit',
    { error: new RangeError('Array buffer allocation failed') },
    'out-of-memory',
    /did not fit/,
  ],
  [
    'an architecture of its own',
    { log: ["llama_model_load: error loading model: unknown model architecture: 'lemma'"] },
    'library',
    /“lemma”/,
  ],
  [
    'a file cut off',
    {
      log: [
        "llama_model_load: error loading model: tensor 'output.weight' data is not within the file bounds, model is corrupted or incomplete",
      ],
    },
    'library',
    /could not load Tiny: tensor 'output.weight' data is not within/,
  ],
  [
    'a broken template',
    { log: ['common_chat_templates_init: error: Unknown statement: fro'] },
    'library',
    /chat template in Tiny: Unknown statement: fro\.$/,
  ],
  [
    'a vocabulary that does not fit',
    {
      log: [
        "llama_model_load: error loading model: check_tensor_dims: tensor 'token_embd.weight' has wrong shape; expected 64, 504, got 64, 512, 1, 1",
      ],
    },
    'library',
    /could not load Tiny: .*wrong shape/,
  ],
  [
    'a lost device',
    { during: 'generate', log: ['ggml_webgpu: Device lost! Reason: 1, Message: gone'] },
    'gpu-lost',
    /GPU stopped working while llama.cpp ran Tiny/,
  ],
  [
    'a module of another version',
    { error: new Error('wasm file version (b1-a) does not match the expected version (b2-b)') },
    'download',
    /of two versions/,
  ],
  ['no module', { error: new EngineFault('no-module') }, 'download', /files of llama.cpp/],
  [
    'no library',
    { error: new TypeError('Failed to fetch dynamically imported module: https://a.b/esm.js') },
    'download',
    /files of llama.cpp/,
  ],
  [
    'no worker',
    { error: new EngineFault('no-worker', 'CSP') },
    'library',
    /keeps llama.cpp from starting: its worker did not run: CSP\.$/,
  ],
  ['a refusal without a word', {}, 'library', /^llama.cpp could not load Tiny: the file was refused\.$/],
  [
    'a crash',
    { during: 'generate', error: new Error('(ABORT) ') },
    'library',
    /stopped while it wrote: \(ABORT\)/,
  ],
])('%s', (_, trouble, layer, message) => {
  const failure = explain(trouble);
  expect(failure).toMatchObject({ layer, message: expect.stringMatching(message) });
  expect(failure.remedy).toMatch(/\.$/);
});
