/** The real llama.cpp on this machine's processor, with models of half a megabyte. */
import type { ChatCompletionChunk } from '@wllama/wllama/esm/index.js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CoreShare } from '../../src/base/core-share.ts';
import type { GenerationEvent, GenerationRequest, LoadPhase } from '../../src/models/chat-model.ts';
import { CompletionCollector } from '../../src/models/asking/collect.ts';
import { fromAddress, type GgufSource } from '../../src/models/gguf/cpu-model.ts';
import { GgufStore } from '../../src/models/gguf/hosts/gguf-store.ts';
import { WllamaEngine } from '../../src/models/gguf/hosts/wllama-engine.ts';
import type { WllamaModel } from '../../src/models/gguf/hosts/wllama-model.ts';
import { eventually } from '../builders/eventually.ts';
import { said } from '../builders/said.ts';
import { CPU_ONLY } from './cpu-only.ts';
import { control, obey, serverUrl } from './model-server.ts';
import { tinyFile, tinyModel } from './tiny-model.ts';

const engine = new WllamaEngine(CPU_ONLY);
const store = new GgufStore({ idleMs: 20_000, retryBaseMs: 10 });
const files = new Map<string, File>();
const never = new AbortController().signal;
const names = [
  'right',
  'either',
  'endless',
  'random',
  'split-00001-of-00003',
  'split-00002-of-00003',
  'split-00003-of-00003',
  'broken-template',
  'broken-vocabulary',
];

beforeAll(async () => {
  await Promise.all(names.map(async (name) => files.set(name, await tinyFile(name))));
});
afterEach(obey);
afterAll(() => engine.unload());

const modelOf = (source: GgufSource) => tinyModel({ source, engine, store });
const local = (...chosen: string[]) =>
  modelOf({ kind: 'files', files: chosen.map((name) => files.get(name)!) });

function ask(content: string, sampling: Partial<GenerationRequest['sampling']> = {}): GenerationRequest {
  return {
    messages: [{ role: 'user', content }],
    sampling: { temperature: 0.6, topP: 0.95, maxTokens: null, seed: null, ...sampling },
  };
}

async function read(model: WllamaModel, request: GenerationRequest, signal = never) {
  const collector = new CompletionCollector();
  const events: GenerationEvent[] = [];
  for await (const event of model.generate(request, signal)) {
    events.push(event);
    collector.push(event);
  }
  model.dispose();
  const windows = events.flatMap((event) => (event.type === 'window' ? [event.window] : []));
  const last = events.at(-1);
  const failure = last?.type === 'failed' ? said(last.failure) : null;
  return { events, windows, last, failure, completion: collector.completion };
}

/** The failure of a load in words; null where it succeeds. */
async function failureOf(model: WllamaModel, onPhase = () => undefined as void, signal = never) {
  const end = await model.load(onPhase, signal).finally(() => model.dispose());
  return end.ok ? null : said(end.failure);
}

test('a whole answer: reasoning told apart, counts, speeds, stop', async () => {
  const { completion, windows, last } = await read(local('right'), ask('Sum.'));
  expect(completion).toMatchObject({
    reasoning: 'Read the numbers, add them.',
    text: '\n```python\nprint(sum(map(int, input().split())))\n```\n',
  });
  expect(last).toEqual({ type: 'finished', reason: 'stop', reasoningOpen: false });
  expect(windows[0]).toEqual({ promptTokens: 23, generatedTokens: 0, contextTokens: 512 });
  expect(completion.usage).toMatchObject({ promptTokens: 23, completionTokens: 7 });
  expect(completion.usage?.decodeTokensPerSecond).toBeGreaterThan(0);
  // A second answer needs no second load, and reads the same prompt at once.
  const phases: LoadPhase[] = [];
  const again = local('right');
  await again.load((phase) => phases.push(phase), never);
  again.dispose();
  expect(phases).toHaveLength(1);
});

test('the limit, a full window and a prompt too long for it are told apart', async () => {
  const cut = await read(local('endless'), ask('Go.', { maxTokens: 20 }));
  expect(cut.last).toMatchObject({ type: 'finished', reason: 'length', reasoningOpen: true });
  expect(cut.completion.usage?.completionTokens).toBe(20);
  const full = await read(local('endless'), ask('Go. '.repeat(110)));
  expect(full.last).toMatchObject({ type: 'finished', reason: 'context' });
  const { promptTokens, generatedTokens } = full.windows.at(-1)!;
  expect(promptTokens! + generatedTokens).toBe(512);
  const long = await read(local('endless'), ask('Go. '.repeat(200)));
  expect(long.failure).toMatchObject({
    layer: 'context-overflow',
    message: expect.stringMatching(/819 tokens.*512/),
  });
});

test('a stop ends it at once, and the next answer begins afresh', async () => {
  const stop = new AbortController();
  const model = local('endless');
  const events: GenerationEvent[] = [];
  for await (const event of model.generate(ask('Go.'), stop.signal)) {
    events.push(event);
    if (events.length === 12) stop.abort();
  }
  expect(events.at(-1)).toMatchObject({ type: 'finished', reason: 'stopped', reasoningOpen: true });
  model.dispose();
  // A reader that leaves early counts as a stop, too.
  for await (const event of model.generate(ask('Go.'), never)) if (event.type === 'reasoning') break;
  model.dispose();
  expect((await read(local('endless'), ask('Go.', { maxTokens: 3 }))).last).toMatchObject({
    reason: 'length',
  });
});

test('it waits between two tokens as long as a program needs the core', async () => {
  let waitingSteps = 0;
  let crowds: boolean[] = [];
  const cores = new (class extends CoreShare {
    override async beginStep(threads: number) {
      waitingSteps += 1;
      return super.beginStep(threads).finally(() => (waitingSteps -= 1));
    }
  })(1, (isCrowded) => crowds.push(isCrowded));
  const patient = new WllamaEngine(CPU_ONLY, cores);
  const model = tinyModel({
    source: { kind: 'files', files: [files.get('endless')!] },
    engine: patient,
    store,
  });
  let pieces = 0;
  let last: GenerationEvent | null = null;
  for await (const event of model.generate(ask('Go.', { maxTokens: 60 }), never)) {
    last = event;
    if (event.type !== 'reasoning') continue;
    pieces += 1;
    if (pieces !== 3) continue;
    cores.countPrograms(1);
    await eventually(() => expect(waitingSteps).toBe(1));
    cores.countPrograms(0);
  }
  expect(last).toMatchObject({ type: 'finished', reason: 'length' });
  // A model that is unloaded while it waits leaves nothing behind that takes cores.
  cores.countPrograms(1);
  crowds = [];
  const unloaded = read(model, ask('Go.'));
  await eventually(() => expect(waitingSteps).toBe(1));
  patient.unload();
  expect((await unloaded).last?.type).toBe('failed');
  cores.countPrograms(0);
  await eventually(() => expect(waitingSteps).toBe(0));
  cores.countPrograms(1);
  expect(crowds).toEqual([]);
});

test('a prompt that begins as the last one is read from where they differ', async () => {
  const readTokens: number[] = [];
  for (const question of ['First?', 'Second?']) {
    const model = local('endless');
    await model.load(() => undefined, never);
    const messages = [{ role: 'user' as const, content: `${'Wait. '.repeat(60)}${question}` }];
    const params = { messages, max_tokens: 1, timings_per_token: true };
    const noteTokens = ({ timings }: ChatCompletionChunk) => timings && readTokens.push(timings.prompt_n);
    expect(await engine.complete(params, 'Tiny', noteTokens, never)).toBe('ended');
    model.dispose();
  }
  expect(readTokens[0]).toBeGreaterThan(200);
  expect(readTokens.at(-1)).toBeLessThan(40);
});

test('two models take turns', async () => {
  const [one, other] = await Promise.all([
    read(local('endless'), ask('Go.', { maxTokens: 30 })),
    read(local('right'), ask('Sum.')),
  ]);
  expect(one.last).toMatchObject({ reason: 'length' });
  expect(other.last).toMatchObject({ reason: 'stop' });
});

test('the seed decides; log-probabilities come on request', async () => {
  const say = async (seed: number) =>
    (await read(local('either'), ask('Go.', { seed, maxTokens: 24 }))).completion.reasoning;
  const said = [await say(1), await say(1), await say(2)];
  expect(said[0]).toMatch(/^( heads| tails){23}$/);
  expect(said[1]).toBe(said[0]);
  expect(said[2]).not.toBe(said[0]);
  const request = { ...ask('Go.', { maxTokens: 4, temperature: 1 }), logprobs: true };
  const tokens = (await read(local('either'), request)).events.flatMap((event) =>
    event.type === 'logprobs' ? event.tokens : [],
  );
  expect(tokens[1]?.token).toMatch(/^ (heads|tails)$/);
  expect(tokens[1]?.logprob).toBeCloseTo(Math.log(0.5), 1);
});

test('a model in parts', async () => {
  const parts = ['split-00002-of-00003', 'split-00003-of-00003', 'split-00001-of-00003'];
  const { last, failure } = await read(local(...parts), ask('Go.', { maxTokens: 4 }));
  expect(failure ?? last?.type).toBe('finished');
  expect(await failureOf(local(...parts.slice(0, 2)))).toMatchObject({
    layer: 'not-downloaded',
    message: 'Tiny is in 3 files, and part 1 is missing.',
  });
});

/** Returns the index of a short ASCII text in bytes. */
function firstIndex(bytes: Uint8Array, text: string): number {
  return Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join('')
    .indexOf(text);
}

test('files that cannot be loaded are named for what they are', async () => {
  const load = (file: File) => failureOf(modelOf({ kind: 'files', files: [file] }));
  const right = files.get('right')!;
  expect(await load(new File(['<!doctype html>'.repeat(99)], 'x.gguf'))).toMatchObject({
    layer: 'protocol',
    message: 'Tiny is not a GGUF file.',
  });
  expect(await load(new File([right.slice(0, 100_000)], 'x.gguf'))).toMatchObject({
    layer: 'library',
    message: expect.stringMatching(/could not load Tiny: .*not within the file bounds/),
  });
  const bytes = new Uint8Array(await right.arrayBuffer());
  bytes.set(new TextEncoder().encode('lemma'), firstIndex(bytes, 'llama'));
  expect(await load(new File([bytes], 'x.gguf'))).toMatchObject({
    layer: 'library',
    message: expect.stringContaining('“lemma”'),
  });
  expect(await load(files.get('broken-template')!)).toMatchObject({
    message: 'llama.cpp cannot read the chat template in Tiny: Unknown statement: fro.',
  });
  expect(await load(files.get('broken-vocabulary')!)).toMatchObject({
    message: expect.stringMatching(/could not load Tiny: .*'token_embd.weight' has wrong shape/),
  });
  // And the engine is none the worse for it.
  expect((await read(local('right'), ask('Sum.'))).last).toMatchObject({ reason: 'stop' });
});

test('loading stops at once', async () => {
  engine.unload();
  const stop = new AbortController();
  const model = local('right');
  expect(await failureOf(model, () => stop.abort(), stop.signal)).toMatchObject({
    message: 'Loading Tiny was stopped.',
  });
  expect(engine.loadedModel).toBeNull();
});

test('from an address: download with bytes, load, answer; then without the network', async () => {
  const url = `${serverUrl}/gguf/once/tiny-right.gguf`;
  const phases: LoadPhase[] = [];
  const model = modelOf({ kind: 'url', url });
  expect(await store.files(url)).toBeNull();
  expect(await model.load((phase) => phases.push(phase), never)).toEqual({ ok: true, contextTokens: 512 });
  model.dispose();
  expect(phases.map(({ step }) => step)).toContainEqual(
    expect.stringMatching(/^Downloading Tiny: .* of 603 kB$/),
  );
  expect(phases.map(({ step }) => step)).toContainEqual(
    expect.stringMatching(/^Reading the weights into memory/),
  );
  expect(phases.every(({ fraction }) => fraction === null || (fraction >= 0 && fraction <= 1))).toBe(true);
  engine.unload();
  await control({ path: '/once/', status: 500 });
  expect((await read(modelOf({ kind: 'url', url }), ask('Sum.'))).last).toMatchObject({ reason: 'stop' });
  expect(await store.remove(fromAddress(url))).toBeNull();
});
