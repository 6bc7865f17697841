import { expect, test } from 'vitest';
import { ScriptedModel } from '../../../tests/builders/scripted-model.ts';
import type { ChatModel, GenerationEvent } from '../chat-model.ts';
import { failureIn } from '../../../tests/builders/said.ts';
import { failed } from '../failure.ts';
import { measureModel, measureReport, measureWords } from './measure.ts';

const never = new AbortController().signal;
const AT = Date.UTC(2026, 10, 26);

const played = (...events: GenerationEvent[]) =>
  new ScriptedModel(
    'played',
    async function* () {
      yield* events;
    },
    512,
  );

const failure = failureIn('out-of-memory');
const measure = (model: ChatModel, signal = never) =>
  measureModel(
    model,
    () => undefined,
    signal,
    () => AT,
  );

test('a measure has the figures of the engine, and lets the model go', async () => {
  const model = played(
    { type: 'identified', model: 'm', fingerprint: 'wllama 3.13.0, CPU, 1 thread, 139 MB' },
    { type: 'text', text: 'import sys' },
    {
      type: 'usage',
      usage: {
        promptTokens: 160,
        completionTokens: 48,
        prefillTokensPerSecond: 18.2,
        decodeTokensPerSecond: 8.46,
      },
    },
    { type: 'finished', reason: 'length', reasoningOpen: false },
  );
  const end = await measure(model);
  expect(end).toMatchObject({ ok: true, measure: { promptSpeed: 18.2, answerSpeed: 8.46, tokens: 48 } });
  expect(model.disposed).toBe(true);
  const words = end !== 'stopped' && end.ok ? measureWords(end.measure) : '';
  expect(words).toMatch(
    /^Prompt 18 tokens\/s \(160 tokens\), answer 8\.5 tokens\/s \(48 tokens\), first token after .*, wllama 3\.13\.0, CPU, 1 thread, 139 MB, 2026-11-26$/,
  );
});

test('a report names what ran and where, and says what is not known', () => {
  const figures = { at: '2026-11-26T10:00:00.000Z', engine: 'wllama 3.13.0, CPU, 1 thread', tokens: 48 };
  const measured = {
    ...figures,
    promptTokens: null,
    promptSpeed: null,
    answerSpeed: 8.46,
    firstTokenMs: null,
  };
  const machine = {
    gpu: 'acme fast, with half floats',
    gpuLimits: {
      maxBufferSize: 4e9,
      maxStorageBufferBindingSize: 2e9,
      maxComputeWorkgroupStorageSize: 32_768,
      maxStorageBuffersPerShaderStage: 10,
    },
    browser: 'Chromium',
    cores: 8,
    memoryGb: null,
    isolated: true,
    mostThreads: 7,
    threadChoices: { llama: { threads: 4, cores: 8, rate: 22.2, weightBytes: 1e8 } },
  };
  expect(measureReport('SmolLM2 (llama.cpp)', measured, machine).split('\n')).toEqual([
    'Model: SmolLM2 (llama.cpp)',
    'Ran on: wllama 3.13.0, CPU, 1 thread',
    'Prompt: not known',
    'Answer: 8.5 tokens/s, 48 tokens',
    'First token: not known',
    'GPU: acme fast, with half floats',
    'GPU limits: buffers of 4 GB, bindings of 2 GB, 33 kB of workgroup storage, 10 storage buffers in a stage',
    'Machine: 8 cores, memory not known, page isolated',
    'Threads: 7 at most, fastest: 4 for llama (22 tokens/s)',
    'Browser: Chromium',
    'Measured: 2026-11-26T10:00:00.000Z',
  ]);
});

test('a load or an answer that fails gives its failure', async () => {
  const unloaded = played();
  unloaded.load = () => Promise.resolve(failed(failure));
  expect(await measure(unloaded)).toEqual({ ok: false, failure });
  expect(await measure(played({ type: 'failed', failure }))).toEqual({ ok: false, failure });
});

test('a measure that is stopped has no figures', async () => {
  const model = played({ type: 'finished', reason: 'stopped', reasoningOpen: false });
  expect(await measure(model, AbortSignal.abort())).toBe('stopped');
  expect(model.disposed).toBe(true);
});
