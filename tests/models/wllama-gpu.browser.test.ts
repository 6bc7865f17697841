/** GGUF models on a scripted GPU: the choice of layers, the report of the log, and the CPU as the fallback. */
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import packageJson from '@wllama/wllama/package.json' with { type: 'json' };
import { CoreShare } from '../../src/base/core-share.ts';
import { collectCompletion } from '../../src/models/asking/collect.ts';
import type { GenerationRequest } from '../../src/models/chat-model.ts';
import { GgufStore } from '../../src/models/gguf/hosts/gguf-store.ts';
import { WllamaEngine, type GpuShare, type Llama } from '../../src/models/gguf/hosts/wllama-engine.ts';
import { ENGINE_VERSION } from '../../src/models/gguf/hosts/wllama-model.ts';
import type { Opening } from '../../src/models/local-port.ts';
import { placementWords } from '../../src/models/gguf/placement.ts';
import type { GpuAdapter } from '../../src/models/web-llm/gpu-facts.ts';
import { probeGpu } from '../../src/models/web-llm/hosts/gpu-probe.ts';
import type { ThreadChoice } from '../../src/domain/settings.ts';
import type { ThreadChoices } from '../../src/models/gguf/threads.ts';
import { gpuFacts } from '../builders/gpu-facts.ts';
import { chatModelContract } from '../contracts/chat-model-contract.ts';
import { CPU_ONLY } from './cpu-only.ts';
import { tinyFile, tinyModel } from './tiny-model.ts';

const never = new AbortController().signal;
const store = new GgufStore();
const REQUEST: GenerationRequest = {
  messages: [{ role: 'user', content: 'Sum.' }],
  sampling: { temperature: 0.6, topP: 0.95, maxTokens: 400, seed: null },
};
const right = await tinyFile('right');
const endless = await tinyFile('endless');

/** A GPU as a browser reports it. `held` counts how often it is taken and not given back. */
class ScriptedGpu implements GpuShare {
  held = 0;
  readonly #adapter: Partial<GpuAdapter>;
  readonly #free: boolean;

  constructor(adapter: Partial<GpuAdapter> = {}, free = true) {
    this.#adapter = adapter;
    this.#free = free;
  }

  probe = () => Promise.resolve(gpuFacts({ vendor: 'acme', architecture: 'fast', ...this.#adapter }));

  take = () => {
    if (!this.#free) return Promise.resolve(null);
    this.held += 1;
    return Promise.resolve(() => void (this.held -= 1));
  };
}

type Logger = Parameters<NonNullable<ConstructorParameters<typeof WllamaEngine>[2]>>[0];

/** The parameters of a load. Flash attention is for the GPU only. */
type Asked = { readonly layers: number; readonly flash_attn: unknown };
/** Tokens a second by the number of threads; 'fails' if the request fails after its first tokens. */
type Rates = Readonly<Record<number, number | 'fails'>>;
const ON_CPU: Asked = { layers: 0, flash_attn: false };

/** Plays llama.cpp on a GPU: its log, and an answer word by word. */
class ScriptedLlama implements Llama {
  readonly asked: Asked[];
  readonly #logger: Logger;
  readonly #fails: (gpuLayers: number) => string | null;
  readonly #rates: Rates;
  #threads = 1;

  constructor(
    logger: Logger,
    asked: Asked[],
    fails: (gpuLayers: number) => string | null,
    rates: Rates = {},
  ) {
    this.#logger = logger;
    this.asked = asked;
    this.#fails = fails;
    this.#rates = rates;
  }

  setCompat = () => undefined;
  exit = () => Promise.resolve();
  getLoadedContextInfo = () => ({ success: true }) as unknown as ReturnType<Llama['getLoadedContextInfo']>;

  loadModel: Llama['loadModel'] = (_, { n_gpu_layers: layers = 0, flash_attn, n_threads = 1 } = {}) => {
    this.#threads = n_threads;
    this.asked.push({ layers, flash_attn });
    const failure = this.#fails(layers);
    if (failure !== null) {
      this.#logger.error(failure);
      return Promise.reject(new Error('the load failed'));
    }
    const on = Math.min(3, layers);
    if (on > 0) this.#logger.debug(`load_tensors: offloaded ${on}/3 layers to GPU`);
    this.#logger.debug('load_tensors:          CPU model buffer size =     0.20 MiB');
    if (on > 0) this.#logger.debug('load_tensors:       WebGPU model buffer size =     0.36 MiB');
    return Promise.resolve();
  };

  createCompletion = ((params: { onData: (chunk: unknown) => void }) => {
    params.onData({ choices: [], timings: this.#timings(12) });
    return this.#rates[this.#threads] === 'fails'
      ? Promise.reject(new Error('it failed'))
      : Promise.resolve();
  }) as unknown as Llama['createCompletion'];

  #timings(tokens: number) {
    const scriptedRate = this.#rates[this.#threads] ?? 40;
    const rate = scriptedRate === 'fails' ? 99 : scriptedRate;
    return { prompt_n: 9, prompt_per_second: 90, predicted_n: tokens, predicted_per_second: rate };
  }

  createChatCompletion = (async (params: {
    messages: readonly { content: string }[];
    abortSignal?: AbortSignal;
    onData: (chunk: unknown) => void;
  }) => {
    const isEndless = params.messages.some(({ content }) => content === 'Go.');
    const words = ['<think>', 'Add them.', '</think>', '\nprint(3)'];
    params.onData({ choices: [], prompt_progress: { total: 9, processed: 9 } });
    for (let at = 0; isEndless || at < words.length; at += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (params.abortSignal?.aborted) throw new DOMException('aborted', 'AbortError');
      const content = isEndless && at > 0 ? 'round ' : words[at]!;
      params.onData({
        choices: [{ delta: { content }, finish_reason: null }],
        timings: this.#timings(at + 17),
      });
    }
    params.onData({ choices: [{ delta: {}, finish_reason: 'stop' }] });
  }) as unknown as Llama['createChatCompletion'];
}

function scripted(gpu: GpuShare, fails: (gpuLayers: number) => string | null = () => null) {
  const asked: Asked[] = [];
  const engine = new WllamaEngine(gpu, undefined, (logger) =>
    Promise.resolve(new ScriptedLlama(logger, asked, fails)),
  );
  return { engine, asked };
}

const engines: WllamaEngine[] = [];

interface VisitOptions {
  readonly cores?: number;
  readonly isIsolated?: boolean;
  /** The choices that an earlier visit stored. */
  readonly choices?: Map<string, ThreadChoice>;
}

/** llama.cpp that reads nine tokens in ten seconds, and writes twenty in ten, each with a step that waits for a program. */
class WaitingLlama extends ScriptedLlama {
  readonly #step: () => Promise<void>;

  constructor(logger: Logger, step: () => Promise<void>) {
    super(logger, [], () => null);
    this.#step = step;
  }

  override createChatCompletion = (async ({ onData }: { onData: (chunk: unknown) => void }) => {
    const timings = { prompt_n: 9, prompt_per_second: 0.9, predicted_n: 1, predicted_per_second: 1e6 };
    await this.#step();
    onData({ choices: [{ delta: { content: 'a' } }], timings });
    await this.#step();
    const later = { ...timings, predicted_n: 20, predicted_per_second: 2 };
    onData({ choices: [{ delta: { content: 'b' }, finish_reason: 'stop' }], timings: later });
  }) as unknown as Llama['createChatCompletion'];
}

/** A visit to the page. Returns the threads of each load, and the stored choices. */
function visit(
  rates: Rates,
  { cores = 4, isIsolated = true, choices = new Map<string, ThreadChoice>() }: VisitOptions = {},
) {
  vi.stubGlobal('crossOriginIsolated', isIsolated);
  const machine = vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockReturnValue(cores);
  const loads: number[] = [];
  const threadChoices: ThreadChoices = {
    read: (architecture) => choices.get(architecture) ?? null,
    write: (architecture, choice) =>
      choice === null ? choices.delete(architecture) : choices.set(architecture, choice),
  };
  const engine = new WllamaEngine(CPU_ONLY, undefined, (logger) => {
    const llama = new ScriptedLlama(logger, [], () => null, rates);
    const { loadModel } = llama;
    llama.loadModel = (files, params) => {
      loads.push(params?.n_threads ?? 0);
      return loadModel(files, params);
    };
    return Promise.resolve(llama);
  });
  engines.push(engine);
  onTestFinished(() => {
    machine.mockRestore();
    vi.unstubAllGlobals();
  });
  const model = () => tinyModel({ source: { kind: 'files', files: [right] }, engine, store, threadChoices });
  /** Returns whether the load succeeded. */
  const load = async (signal = never, onStep: (step: string) => void = () => undefined) => {
    const opened = model();
    const end = await opened.load(({ step }) => onStep(step), signal);
    opened.dispose();
    return end.ok;
  };
  const answer = async () => {
    const opened = model();
    for await (const event of opened.generate(REQUEST, never))
      if (event.type === 'failed') throw new Error('the answer failed');
    opened.dispose();
  };
  const choice = () => [...choices.values()][0] ?? null;
  return { engine, loads, choices, choice, load, answer };
}

interface ModelOptions {
  readonly gpuMemoryMb?: number | null;
  readonly source?: File;
  readonly onLoad?: Opening['onLoad'];
}
const modelOf = (engine: WllamaEngine, { gpuMemoryMb = null, source = right, onLoad }: ModelOptions = {}) =>
  tinyModel({
    source: { kind: 'files', files: [source] },
    gpuMemoryMb,
    engine,
    store,
    ...(onLoad && { onLoad }),
  });

/** Loads, and returns the place where the model runs, in words. */
async function place(engine: WllamaEngine, options: ModelOptions = {}): Promise<string> {
  let words = 'it did not load';
  const model = modelOf(engine, {
    ...options,
    onLoad: (load) => {
      if (load?.ok && load.placement) words = placementWords(load.placement);
    },
  });
  const end = await model.load(() => undefined, never);
  model.dispose();
  return end.ok ? words : end.failure.message;
}

afterEach(() => {
  for (const engine of engines.splice(0)) engine.unload();
});

test('all layers go to a GPU that fits, which is given back with the model', async () => {
  const gpu = new ScriptedGpu();
  const { engine } = scripted(gpu);
  expect(await place(engine)).toBe('All 3 layers run on the GPU (acme fast).');
  expect(gpu.held).toBe(1);
  await engine.yieldGpu();
  expect([gpu.held, engine.loadedModel]).toEqual([0, null]);
});

test('an answer names the engine and the GPU', async () => {
  const { engine } = scripted(new ScriptedGpu());
  const model = modelOf(engine);
  const fingerprints: (string | null)[] = [];
  for await (const event of model.generate(REQUEST, never))
    if (event.type === 'identified') fingerprints.push(event.fingerprint);
  model.dispose();
  expect(fingerprints).toEqual([`${ENGINE_VERSION}, GPU, acme fast, 587 kB`]);
  expect(ENGINE_VERSION).toBe(`wllama ${packageJson.version}`);
});

test('some layers go to a GPU with too little memory', async () => {
  const { engine, asked } = scripted(new ScriptedGpu());
  // 300 MB are for the buffers, which leaves room for two of three parts of the model.
  expect(await place(engine, { gpuMemoryMb: 353.8 })).toMatch(
    /^2 of 3 layers run on the GPU \(acme fast\), the others on the CPU with 1 thread\. The model takes .* on the GPU, and you say/,
  );
  expect(asked).toEqual([{ layers: 2, flash_attn: true }]);
});

test.each<[string, GpuShare, RegExp]>([
  ['the machine has none', CPU_ONLY, /runs on the CPU with 1 thread\. This browser has no WebGPU/],
  ['it has no half floats', new ScriptedGpu({ features: [] }), /no half floats \(shader-f16\)/],
  ['the CPU imitates it', new ScriptedGpu({ software: true }), /imitates the GPU/],
  ['another tab has it', new ScriptedGpu({}, false), /Another tab has a model on the GPU/],
])('no layer goes to a GPU where %s', async (_, gpu, words) => {
  const { engine, asked } = scripted(gpu);
  expect(await place(engine)).toMatch(words);
  expect(asked).toEqual([ON_CPU]);
});

test.each([
  ['runs out of memory', 'ggml_backend_alloc: failed to allocate buffer of 900 MB', /did not fit/],
  ['is lost', 'ggml_webgpu: Device lost! Reason: 1, Message: gone', /GPU stopped working/],
])('the CPU takes the model where the GPU %s', async (_, line, why) => {
  const gpu = new ScriptedGpu();
  const { engine, asked } = scripted(gpu, (layers) => (layers > 0 ? line : null));
  const words = await place(engine);
  expect(words).toMatch(/^It runs on the CPU with 1 thread\. The GPU did not take the model: /);
  expect(words).toMatch(why);
  expect([asked.length, asked[1], gpu.held]).toEqual([2, ON_CPU, 0]);
});

test('a file that nothing can load is not tried on the CPU as well', async () => {
  const { engine, asked } = scripted(
    new ScriptedGpu(),
    () => "llama_model_load: error loading model: unknown model architecture: 'lemma'",
  );
  expect(await place(engine)).toMatch(/architecture “lemma”/);
  expect(asked).toHaveLength(1);
});

test('llama.cpp itself, offered an adapter that it does not take, runs on the CPU and is found to', async () => {
  // The adapter is Chromium's software one, and only its description is scripted.
  const engine = new WllamaEngine(new ScriptedGpu());
  engines.push(engine);
  expect(await place(engine)).toBe(
    'It runs on the CPU with 1 thread. llama.cpp did not take the GPU that the browser offers.',
  );
});

test('the adapter of this browser is known to be software', async () => {
  const engine = new WllamaEngine({ ...CPU_ONLY, probe: () => probeGpu() });
  engines.push(engine);
  expect(await place(engine)).toBe(
    'It runs on the CPU with 1 thread. The browser imitates the GPU on the CPU here.',
  );
});

const { engine: contractEngine } = scripted(new ScriptedGpu());
const onGpu = (content: string, source = right) => ({
  model: modelOf(contractEngine, { source }),
  request: { ...REQUEST, messages: [{ role: 'user' as const, content }] },
});
chatModelContract('a GGUF model on a scripted GPU', {
  whole: () => onGpu('Sum.'),
  endless: () => onGpu('Go.', endless),
});

test('the first load measures the threads, and later loads use the fastest number', async () => {
  const { engine, loads, choice, load } = visit({ 1: 10, 2: 19, 3: 12 });
  const steps: string[] = [];
  expect(await load(never, (step) => steps.push(step))).toBe(true);
  expect(steps).toContain('Measuring the speed with 3 threads');
  expect([loads, engine.loadedModel?.placement.threads]).toEqual([[1, 2, 3, 2], 2]);
  expect(choice()).toEqual({ threads: 2, rate: 19, cores: 4, weightBytes: right.size });
  engine.unload();
  expect(await load()).toBe(true);
  expect(loads).toEqual([1, 2, 3, 2, 2]);
});

test('a smaller number of threads counts when two visits have found it, and the largest at once', async () => {
  const rates = { 1: 10, 2: 19, 3: 12 };
  const { load, choices, choice } = visit(rates);
  await load();
  const second = visit(rates, { choices });
  await second.load();
  expect([second.loads, choice()]).toEqual([[1, 2, 3, 2], expect.objectContaining({ isConfirmed: true })]);
  const third = visit(rates, { choices });
  await third.load();
  expect(third.loads).toEqual([2]);
  // A number that was found on another number of cores does not count as the first of two.
  const moved = visit({ 1: 10, 2: 19, 4: 12 }, { choices, cores: 5 });
  await moved.load();
  expect([moved.loads, choice()?.isConfirmed]).toEqual([[1, 2, 4, 2], undefined]);

  const largest = visit({ 1: 10, 2: 19, 3: 30 });
  await largest.load();
  const later = visit({}, { choices: largest.choices });
  await later.load();
  expect(later.loads).toEqual([3]);
});

test('a stop during the measurement unloads the model, and the next load measures from the start', async () => {
  const { engine, loads, choice, load } = visit({ 1: 10, 2: 19, 3: 30 });
  const stop = new AbortController();
  const stopAt = (step: string) => {
    if (step === 'Measuring the speed with 2 threads') stop.abort();
  };
  expect(await load(stop.signal, stopAt)).toBe(false);
  expect([loads, engine.loadedModel, choice()]).toEqual([[1, 2], null, null]);
  expect(await load()).toBe(true);
  expect([loads, choice()?.threads]).toEqual([[1, 2, 1, 2, 3], 3]);
});

test('a number of threads whose measurement fails is not chosen', async () => {
  const { engine, loads, choice, load } = visit({ 1: 10, 2: 19, 3: 'fails' });
  expect(await load()).toBe(true);
  expect([loads, choice()?.threads]).toEqual([[1, 2, 3, 2], 2]);
  expect(engine.loadedModel?.placement.threads).toBe(2);
});

test.each([
  [4, [1, 2, 3], 3],
  [2, [1, 2], 1],
])('%i cores that write no second token in time are not measured again', async (cores, tried, threads) => {
  const rates = { 1: 0, 2: 0, 3: 0 };
  const { loads, choices, choice, load } = visit(rates, { cores });
  expect(await load()).toBe(true);
  expect([loads.slice(0, tried.length), choice()]).toMatchObject([tried, { threads, rate: 0.4 }]);
  const later = visit(rates, { cores, choices });
  expect(await later.load()).toBe(true);
  expect(later.loads).toEqual([threads]);
});

test('a page that is not isolated does not change the choice', async () => {
  const { load, choices, choice } = visit({ 1: 10, 2: 19, 3: 30 });
  await load();
  const kept = choice();
  const { loads, answer } = visit({ 1: 1 }, { choices, isIsolated: false });
  await answer();
  await answer();
  expect([loads, choice()]).toEqual([[1], kept]);
});

test('an answer far from the measurement has the threads measured again, once a visit', async () => {
  const rates: Record<number, number> = { 1: 10, 2: 19, 3: 30 };
  const { loads, choice, answer } = visit(rates);
  await answer();
  expect(loads).toEqual([1, 2, 3]);
  // Another program takes the cores.
  Object.assign(rates, { 2: 4, 3: 2 });
  await answer();
  expect([loads, choice()]).toEqual([[1, 2, 3], null]);
  await answer();
  expect([loads, choice()?.threads]).toEqual([[1, 2, 3, 1, 2, 3, 1], 1]);
  rates[1] = 1;
  await answer();
  await answer();
  expect(loads).toHaveLength(7);
});

test('speeds do not contain the time in which the model waited for programs', async () => {
  const cores = new CoreShare(1);
  let now = 1000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const waits = [1000, 8000];
  const engine = new WllamaEngine(CPU_ONLY, cores, (logger, runStep) =>
    Promise.resolve(
      new WaitingLlama(logger, async () => {
        cores.countPrograms(1);
        const step = runStep(() => Promise.resolve());
        now += waits.shift()!;
        cores.countPrograms(0);
        await step;
      }),
    ),
  );
  const model = tinyModel({ source: { kind: 'files', files: [right] }, engine, store });
  const collector = await collectCompletion(model.generate(REQUEST, never));
  model.dispose();
  expect(collector.completion.usage).toMatchObject({
    prefillTokensPerSecond: 1,
    decodeTokensPerSecond: 10,
  });
});
