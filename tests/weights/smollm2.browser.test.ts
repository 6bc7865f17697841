/** SmolLM2-135M-Instruct in the tab: llama.cpp with real weights, beside the record of native llama.cpp. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { collectCompletion } from '../../src/models/asking/collect.ts';
import type { GenerationEvent, GenerationRequest } from '../../src/models/chat-model.ts';
import { fromAddress } from '../../src/models/gguf/cpu-model.ts';
import { GgufStore } from '../../src/models/gguf/hosts/gguf-store.ts';
import { WllamaEngine } from '../../src/models/gguf/hosts/wllama-engine.ts';
import { WllamaModel } from '../../src/models/gguf/hosts/wllama-model.ts';
import { CPU_ONLY } from '../models/cpu-only.ts';
import native from './native.json' with { type: 'json' };
import { said } from '../builders/said.ts';

const missing = inject('weightsMissing');
const it = test.skipIf(missing !== '');
const engine = new WllamaEngine(CPU_ONLY);
const store = new GgufStore();
const never = new AbortController().signal;
let weights: File;

if (missing !== '') test.skip(`the weights cannot be fetched here: ${missing}`, () => undefined);

beforeAll(async () => {
  if (missing !== '') return;
  const reply = await fetch(`${inject('modelServer')}/gguf/smollm2.gguf`);
  weights = new File([await reply.blob()], 'smollm2.gguf');
});
afterAll(() => engine.unload());

const model = (contextTokens = 2048) =>
  new WllamaModel({
    model: { ...fromAddress('smollm2'), label: 'SmolLM2 135M', source: { kind: 'files', files: [weights] } },
    contextTokens,
    threads: 1,
    engine,
    store,
  });

const ask = (content: string, maxTokens: number | null): GenerationRequest => ({
  messages: [{ role: 'user', content }],
  sampling: { temperature: 0, topP: 1, maxTokens, seed: null },
});

async function answer(request: GenerationRequest, contextTokens?: number, signal = never) {
  const asked = model(contextTokens);
  const collector = await collectCompletion(asked.generate(request, signal));
  asked.dispose();
  return { collector };
}

it.each(native.answers)(
  'the first tokens are those of native llama.cpp: $prompt',
  async ({ prompt, promptTokens, text, reason }) => {
    const { collector } = await answer(ask(prompt, native.tokens));
    const { completion } = collector;
    expect(completion.text).toBe(text);
    expect(completion.finishReason).toBe(reason);
    // The chat template with its system prompt is a part of the count.
    expect(completion.usage?.promptTokens).toBe(promptTokens);
  },
);

it('an answer streams token by token, is counted, and ends at the end token', async () => {
  const asked = model();
  const pieces: string[] = [];
  let last: GenerationEvent | null = null;
  let counted = 0;
  for await (const event of asked.generate(
    ask('What is the capital of France? Answer in one sentence.', null),
    never,
  )) {
    if (event.type === 'text') pieces.push(event.text);
    if (event.type === 'usage') counted = event.usage.completionTokens ?? 0;
    last = event;
  }
  asked.dispose();
  expect(last).toEqual({ type: 'finished', reason: 'stop', reasoningOpen: false });
  expect(pieces.join('')).toBe('The capital of France is Paris.');
  expect(pieces.length).toBeGreaterThan(4);
  // Seven tokens of text and the end token.
  expect(counted).toBeGreaterThanOrEqual(pieces.length);
  expect(counted).toBeLessThanOrEqual(pieces.length + 2);
});

it('an answer that is stopped keeps its text, and the next one begins afresh', async () => {
  const stop = new AbortController();
  const asked = model();
  let text = '';
  for await (const event of asked.generate(ask('Count from 1 to 100.', null), stop.signal)) {
    if (event.type === 'text') text += event.text;
    if (text.length > 10) stop.abort();
    if (event.type === 'finished') expect(event.reason).toBe('stopped');
  }
  asked.dispose();
  expect(text.length).toBeGreaterThan(10);
  const { collector } = await answer(ask('What is the capital of France? Answer in one sentence.', 24));
  expect(collector.completion.text).toBe('The capital of France is Paris.');
});

it('a prompt that is too long for the window is refused with both counts', async () => {
  const { collector } = await answer(ask('Explain sorting. '.repeat(120), null), 256);
  expect(said(collector.failure)).toMatchObject({
    layer: 'context-overflow',
    message: expect.stringMatching(/^The prompt has \d{3} tokens, .* window of 256\.$/),
  });
});

it('an answer that fills the window ends there', async () => {
  const { collector } = await answer(ask('Write a long story about a lighthouse.', null), 256);
  expect(collector.completion.finishReason).toBe('context');
  const { promptTokens, generatedTokens } = collector.window!;
  expect(promptTokens! + generatedTokens).toBe(256);
});
