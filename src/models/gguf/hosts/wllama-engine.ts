/**
 * Runs llama.cpp in this tab through wllama. It holds one model at a time, also between answers. The library
 * is fetched from this page's own files on the first load.
 */
import type {
  ChatCompletionChunk,
  ChatCompletionParams,
  LoadModelParams,
  Wllama,
  WllamaLogger,
} from '@wllama/wllama/esm/index.js';
import wasmUrl from '@wllama/wllama/esm/wasm/wllama.wasm?url';
import { CoreShare } from '../../../base/core-share.ts';
import { abortable } from '../../../base/pause.ts';
import { byteText, counted } from '../../../base/number-words.ts';
import { Turnstile } from '../../../base/turnstile.ts';
import type { LoadPhase, ModelFailure } from '../../chat-model.ts';
import { failed, type OrFailure } from '../../failure.ts';
import { readGgufFacts, type GgufFacts } from '../header.ts';
import { LARGEST_FILE_BYTES } from '../memory.ts';
import { chooseLayers, readPlacement, type LayerChoice, type Placement } from '../placement.ts';
import {
  fastest,
  isFarFrom,
  mostThreads,
  threadCandidates,
  type ThreadChoices,
  type ThreadRate,
} from '../threads.ts';
import type { GpuFacts } from '../../web-llm/gpu-facts.ts';
import { tooLarge } from './gguf-download.ts';
import { EngineFault, explainWllama, mayLoadOnCpu } from './wllama-failure.ts';

export interface WllamaLoad {
  readonly label: string;
  /** Size of the window, in tokens. */
  readonly contextTokens: number;
  /** GPU memory in MB as the user states it; null when not stated. */
  readonly gpuMemoryMb: number | null;
  /** Identifies the model. A load with the same key and window is not repeated. */
  readonly key: string;
  /** All parts, in order. */
  readonly files: readonly File[];
  /** Number of threads; null lets the engine choose. A page that is not cross-origin isolated always gets one. */
  readonly threads: number | null;
  /** The measurements on this device; if they are missing, nothing is measured. */
  readonly threadChoices?: ThreadChoices | undefined;
}

export interface LoadedGguf {
  readonly load: WllamaLoad;
  readonly facts: GgufFacts;
  readonly placement: Placement;
}

/** Shares the GPU with other models and tabs. */
export interface GpuShare {
  /** Reads the browser's facts about the GPU. Never throws. */
  probe(): Promise<GpuFacts>;
  /** Acquires the GPU. Returns a function that releases it, or null while another tab holds it. */
  take(): Promise<(() => void) | null>;
}

/** The part of wllama that the engine uses. */
export type Llama = Pick<
  Wllama,
  'loadModel' | 'getLoadedContextInfo' | 'createChatCompletion' | 'createCompletion' | 'setCompat' | 'exit'
>;

type Timings = NonNullable<ChatCompletionChunk['timings']>;

export type WllamaLoadEnd = OrFailure<{ readonly loaded: LoadedGguf }>;

type TriedLoad =
  | Extract<WllamaLoadEnd, { ok: true }>
  | (Extract<WllamaLoadEnd, { ok: false }> & { readonly mayLoadOnCpu: boolean });
/** How a request ended. 'stopped': the signal was aborted. */
export type WllamaEnd = 'ended' | 'stopped' | ModelFailure;

/**
 * Number of tokens of the prompt in a batch. It is small, because processing can be stopped, and progress
 * shown, only between two batches.
 */
const BATCH_TOKENS = 64;
const KEPT_LOG_LINES = 40;
/** Number of tokens that a measurement of threads writes, and its limit, in milliseconds. */
const TRIAL_TOKENS = 12;
const TRIAL_MILLISECONDS = 5000;
/**
 * Matches log lines below the error level that report the device of the weights, or the reason why a file was
 * rejected.
 */
const LOAD_LINE = /load_tensors:|buffer size|: error: /;

export class WllamaEngine {
  readonly #turnstile = new Turnstile(1);
  readonly #gpu: GpuShare;
  readonly #cores: CoreShare;
  readonly #start: typeof startWllama;
  /** The architectures whose threads were measured in this visit. */
  readonly #measured = new Set<string>();
  /** The architectures whose threads were measured again in this visit. */
  readonly #measuredAgain = new Set<string>();
  /** Whether the loaded model has to be loaded again, to measure its threads. */
  #isStale = false;
  #wllama: Llama | null = null;
  #loadedModel: LoadedGguf | null = null;
  /** The last error lines, oldest first. */
  #log: string[] = [];
  /** The lines of the last load that match `LOAD_LINE`, and its errors. */
  #loadLog: string[] = [];
  #releaseGpu: (() => void) | null = null;
  /**
   * The request in progress, until the engine has finished with it, even if it was stopped. Never rejects.
   */
  #lastTask: Promise<unknown> = Promise.resolve();
  /** Rejects the pending call when the worker crashes. Otherwise its promise would never settle. */
  #onCrash: ((error: Error) => void) | null = null;

  /** Ends the step in progress. A crashed worker never ends it. */
  #endStep: (() => void) | null = null;
  /** Milliseconds for which the current request has waited for programs. */
  #waitedMilliseconds = 0;

  /**
   * @param cores makes the model wait for programs
   * @param start starts llama.cpp
   */
  constructor(gpu: GpuShare, cores = new CoreShare(Number.POSITIVE_INFINITY), start = startWllama) {
    this.#gpu = gpu;
    this.#cores = cores;
    this.#start = start;
  }

  get loadedModel(): LoadedGguf | null {
    return this.#loadedModel;
  }

  /**
   * Waits until no other answer is being generated. Other answers wait until the returned function is called.
   */
  takeTurn(signal: AbortSignal): Promise<() => void> {
    return this.#turnstile.enter({ signal, urgent: false, alone: false });
  }

  /** Removes the model from the GPU for another engine, after the answer in progress. */
  async yieldGpu(): Promise<void> {
    if (this.#releaseGpu === null) return;
    const leaveTurn = await this.takeTurn(new AbortController().signal);
    if (this.#releaseGpu !== null) this.unload();
    leaveTurn();
  }

  /**
   * Loads a model in place of the loaded one; returns immediately if it is the same. Call it after
   * `takeTurn`.
   */
  async load(
    load: WllamaLoad,
    onPhase: (phase: LoadPhase) => void,
    signal: AbortSignal,
  ): Promise<WllamaLoadEnd | 'stopped'> {
    const { files, label } = load;
    if (this.#loadedModel !== null && !this.#isStale && isSameLoad(this.#loadedModel.load, load))
      return { ok: true, loaded: this.#loadedModel };
    this.unload();
    if (!hasLargeMemory())
      return failed({
        layer: 'library',
        message: 'This browser has no WebAssembly with 64-bit memory, which the engine for processors needs.',
        remedy: 'Use a current Chrome, Edge or Firefox, or connect a server.',
      });
    const ggufFacts = await this.#examine(files, label);
    if (!('architecture' in ggufFacts)) return failed(ggufFacts);
    onPhase({ step: 'Starting llama.cpp', fraction: null });
    const gpuFacts = await this.#gpu.probe();
    const choice = await this.#chooseLayers(load, ggufFacts, gpuFacts);
    const loadEnd = await this.#loadOn(choice, load, ggufFacts, gpuFacts, onPhase, signal);
    if (choice.layers === 0 || loadEnd === 'stopped' || loadEnd.ok || !loadEnd.mayLoadOnCpu) return loadEnd;
    const reason = `The GPU did not take the model: ${loadEnd.failure.message}`;
    return this.#loadOn({ layers: 0, reason }, load, ggufFacts, gpuFacts, onPhase, signal);
  }

  async #chooseLayers(
    { files, contextTokens, gpuMemoryMb }: WllamaLoad,
    { cacheBytesPerToken, layers }: GgufFacts,
    facts: GpuFacts,
  ): Promise<LayerChoice> {
    const choice = chooseLayers({
      facts,
      canPause: 'Suspending' in WebAssembly,
      weightBytes: totalSize(files),
      cacheBytes: (cacheBytesPerToken ?? 0) * contextTokens,
      modelLayers: layers,
      gpuMemoryMb,
    });
    if (choice.layers === 0) return choice;
    this.#releaseGpu = await this.#gpu.take();
    return this.#releaseGpu === null ? { layers: 0, reason: 'Another tab has a model on the GPU.' } : choice;
  }

  /** Loads the model. On the CPU, the first use of an architecture measures the number of threads. */
  async #loadOn(
    choice: LayerChoice,
    load: WllamaLoad,
    facts: GgufFacts,
    gpuFacts: GpuFacts,
    onPhase: (phase: LoadPhase) => void,
    signal: AbortSignal,
  ): Promise<TriedLoad | 'stopped'> {
    const { crossOriginIsolated: isolated } = globalThis;
    const cores = navigator.hardwareConcurrency;
    const loadWith = (threads: number) =>
      this.#loadWith(threads, choice, load, facts, gpuFacts, onPhase, signal);
    if (load.threads !== null) return loadWith(Math.min(load.threads, isolated ? cores : 1));
    const candidates = threadCandidates(isolated, cores);
    const most = mostThreads(isolated, cores);
    const unmeasured = Math.max(1, Math.min(most, cores - 1));
    const { threadChoices } = load;
    if (choice.layers > 0 || candidates.length === 1 || threadChoices === undefined)
      return loadWith(unmeasured);
    const { architecture } = facts;
    const known = threadChoices.read(architecture);
    // A trial is short, so a smaller number counts when two visits have found it.
    const isSure = known?.threads === most || known?.isConfirmed === true || this.#measured.has(architecture);
    if (known?.cores === cores && isSure) return loadWith(Math.min(known.threads, most));
    const rates: ThreadRate[] = [];
    for (const threads of candidates) {
      const end = await loadWith(threads);
      // The first failure is the model's. A later one may be the memory of more threads.
      if (end === 'stopped' || (!end.ok && rates.length === 0)) return end;
      if (!end.ok) break;
      onPhase({ step: `Measuring the speed with ${counted(threads, 'thread')}`, fraction: null });
      rates.push({ threads, rate: await this.#trialRate(signal) });
      if (signal.aborted) {
        // The next load must not find the model with a number of threads that was only tried.
        this.unload();
        return 'stopped';
      }
    }
    const measured = fastest(rates);
    if (measured === null) return loadWith(unmeasured);
    // If no number wrote two tokens in time, the next visit must not try again. The kept rate is the highest possible.
    const best = measured.rate > 0 ? measured : { threads: unmeasured, rate: 2000 / TRIAL_MILLISECONDS };
    this.#measured.add(architecture);
    const isSecond = known?.cores === cores && known.threads === best.threads;
    const confirmed = isSecond || measured.rate === 0 ? { isConfirmed: true } : {};
    threadChoices.write(architecture, { ...best, ...confirmed, cores, weightBytes: totalSize(load.files) });
    const loaded = this.#loadedModel;
    return loaded?.placement.threads === best.threads ? { ok: true, loaded } : loadWith(best.threads);
  }

  /** Returns the tokens a second after a prompt of one word; 0 if no second token came in time. */
  async #trialRate(signal: AbortSignal): Promise<number> {
    const wllama = this.#wllama;
    if (wllama === null) return 0;
    await this.#orStopped(
      this.#whenCoresAreFree(() => Promise.resolve()),
      signal,
    ).catch(() => undefined);
    const timeLimit = AbortSignal.any([signal, AbortSignal.timeout(TRIAL_MILLISECONDS)]);
    const withoutWaits = this.#waitFilter();
    let rate = 0;
    const params = {
      prompt: 'def',
      max_tokens: TRIAL_TOKENS,
      ignore_eos: true,
      stream: true,
      // The library's types lack this field for raw prompts.
      timings_per_token: true,
      abortSignal: timeLimit,
    } as const;
    const request = wllama.createCompletion({
      ...params,
      onData: ({ timings }) => {
        if (timings && timings.predicted_n > 1) rate = withoutWaits(timings).predicted_per_second;
      },
    });
    this.#lastTask = request.catch(() => undefined);
    // A number that fails is not chosen: after a crash of the worker, the next request would wait forever.
    await this.#orStopped(request, timeLimit).catch(() => {
      if (timeLimit.aborted) return;
      rate = 0;
      this.unload();
    });
    return rate;
  }

  /** Compares an answer's speed with the measurement. If they differ much, the next load measures again, once a visit. */
  checkRate(tokensPerSecond: number): void {
    if (this.#loadedModel === null) return;
    const { facts, load, placement } = this.#loadedModel;
    const { architecture } = facts;
    const choice = load.threadChoices?.read(architecture) ?? null;
    if (choice === null || load.threads !== null || placement.devices !== 'cpu') return;
    // A page that is not isolated, as after a hard reload, has one thread and shows nothing about the choice.
    if (placement.threads !== choice.threads) return;
    if (this.#measuredAgain.has(architecture)) return;
    if (!isFarFrom(choice, tokensPerSecond, totalSize(load.files))) return;
    this.#measuredAgain.add(architecture);
    load.threadChoices?.write(architecture, null);
    this.#isStale = true;
  }

  async #loadWith(
    threads: number,
    choice: LayerChoice,
    load: WllamaLoad,
    facts: GgufFacts,
    gpuFacts: GpuFacts,
    onPhase: (phase: LoadPhase) => void,
    signal: AbortSignal,
  ): Promise<TriedLoad | 'stopped'> {
    const { label, contextTokens } = load;
    // A measurement has loaded the model with another number of threads.
    if (this.#loadedModel !== null) this.unload();
    try {
      await this.#orStopped(this.#load(load, threads, choice.layers, onPhase), signal);
      const placement = readPlacement(this.#loadLog, choice, gpuFacts, threads);
      if (placement.devices === 'cpu') this.#giveBackGpu();
      this.#loadedModel = { load, facts, placement };
      return { ok: true, loaded: this.#loadedModel };
    } catch (error) {
      const log = [...this.#loadLog, ...this.#log];
      this.unload();
      if (signal.aborted) return 'stopped';
      const trouble = { label, contextTokens, during: 'load', error, log } as const;
      const failure = explainWllama(trouble);
      return { ok: false, failure, mayLoadOnCpu: mayLoadOnCpu(failure, trouble) };
    }
  }

  /**
   * Sends a request to the loaded model and passes on its chunks. An aborted signal ends it immediately; the
   * next request waits until the engine has finished its current step.
   */
  async complete(
    params: ChatCompletionParams,
    label: string,
    onChunk: (chunk: ChatCompletionChunk) => void,
    signal: AbortSignal,
  ): Promise<WllamaEnd> {
    const contextTokens = this.#loadedModel?.load.contextTokens ?? 0;
    this.#log = [];
    try {
      await this.#orStopped(this.#lastTask, signal);
      const wllama = this.#wllama;
      if (wllama === null)
        return {
          layer: 'not-downloaded',
          message: `${label} is not loaded.`,
          remedy: 'Load it and ask again.',
        };
      const withoutWaits = this.#waitFilter();
      const request = wllama.createChatCompletion({
        ...params,
        stream: true,
        onData: ({ timings, ...chunk }) => {
          if (!signal.aborted) onChunk(timings ? { ...chunk, timings: withoutWaits(timings) } : chunk);
        },
        abortSignal: signal,
      });
      this.#lastTask = request.catch(() => undefined);
      await this.#orStopped(request, signal);
      return 'ended';
    } catch (error) {
      if (signal.aborted) return 'stopped';
      const failure = explainWllama({ label, contextTokens, during: 'generate', error, log: this.#log });
      // After any failure except a context overflow, the state of the module is unknown.
      if (failure.layer !== 'context-overflow') this.unload();
      return failure;
    }
  }

  /** Frees the model's memory immediately, even during a request. */
  unload(): void {
    this.#loadedModel = null;
    this.#isStale = false;
    // `exit` only terminates the worker, so there is nothing to wait for.
    void this.#wllama?.exit();
    this.#wllama = null;
    this.#lastTask = Promise.resolve();
    this.#endStep?.();
    this.#giveBackGpu();
    this.#onCrash?.(new EngineFault('unloaded'));
  }

  #giveBackGpu(): void {
    this.#releaseGpu?.();
    this.#releaseGpu = null;
  }

  /** Returns the facts in the header of the files, or the reason why they cannot be loaded. */
  async #examine(files: readonly File[], label: string): Promise<GgufFacts | ModelFailure> {
    const largeFile = files.find(({ size }) => size > LARGEST_FILE_BYTES);
    if (largeFile !== undefined) return tooLarge(largeFile.name, largeFile.size);
    const [firstFile] = files;
    const facts =
      firstFile &&
      (await readGgufFacts((offset, length) => firstFile.slice(offset, offset + length).arrayBuffer()));
    if (!facts)
      return {
        layer: 'protocol',
        message: `${label} is not a GGUF file.`,
        remedy:
          'Choose a file whose name ends in .gguf; other formats have to be converted with llama.cpp first.',
      };
    if (facts.parts !== files.length || facts.part !== 1)
      return {
        layer: 'not-downloaded',
        message: `${label} is a model in ${counted(facts.parts, 'file')}, and ${files.length} ${files.length === 1 ? 'was' : 'were'} given, or not from the first on.`,
        remedy: 'Choose all its parts together.',
      };
    return facts;
  }

  async #load(
    { files, contextTokens }: WllamaLoad,
    threads: number,
    gpuLayers: number,
    onPhase: (phase: LoadPhase) => void,
  ): Promise<void> {
    this.#log = [];
    this.#loadLog = [];
    const logger: WllamaLogger = {
      debug: (...words: unknown[]) => this.#noteLoad(words),
      log: (...words: unknown[]) => this.#noteLoad(words),
      warn: (...words: unknown[]) => this.#noteLoad(words),
      error: (...words: unknown[]) => this.#note(words),
    };
    const wllama = await this.#start(logger, (step) => this.#whenCoresAreFree(step));
    this.#wllama = wllama;
    const total = totalSize(files);
    let bytesRead = 0;
    const watchedFiles = files.map(
      (file) =>
        new WatchedFile(file, (bytes) => {
          bytesRead = Math.min(total, bytesRead + bytes);
          onPhase({
            step: `Reading the weights into memory: ${byteText(bytesRead)} of ${byteText(total)}`,
            fraction: bytesRead / total,
          });
        }),
    );
    const params: LoadModelParams = {
      n_ctx: contextTokens,
      n_threads: threads,
      n_gpu_layers: gpuLayers,
      n_parallel: 1,
      n_batch: BATCH_TOKENS,
      n_ubatch: BATCH_TOKENS,
      // On the CPU, flash attention slows down long contexts: 4.8 instead of 8.6 tokens a second at 1,450
      // tokens.
      flash_attn: gpuLayers > 0,
      // Returns the raw text. This app splits off the reasoning by the same rules for all models.
      reasoning_format: 'none',
      skip_chat_parsing: true,
    };
    await wllama.loadModel(watchedFiles, params);
    // The library does not check this field, and its types lack it.
    const { success } = wllama.getLoadedContextInfo() as unknown as { readonly success: boolean };
    if (!success) throw new EngineFault('refused');
  }

  /**
   * Begins to count the waits of a request. Returns a function that removes them from the request's speeds, which
   * llama.cpp measures by the clock.
   */
  #waitFilter(): (timings: Timings) => Timings {
    this.#waitedMilliseconds = 0;
    let promptWait: number | null = null;
    return (timings) => {
      const { prompt_n, prompt_per_second, predicted_n, predicted_per_second } = timings;
      if (predicted_n > 0) promptWait ??= this.#waitedMilliseconds;
      const waited = promptWait ?? this.#waitedMilliseconds;
      return {
        ...timings,
        prompt_per_second: rateWithoutWait(prompt_n, prompt_per_second, waited),
        predicted_per_second: rateWithoutWait(
          predicted_n,
          predicted_per_second,
          this.#waitedMilliseconds - waited,
        ),
      };
    };
  }

  async #whenCoresAreFree<Result>(step: () => Promise<Result>): Promise<Result> {
    const { devices, threads } = this.#loadedModel?.placement ?? { devices: 'gpu', threads: 0 };
    const startMs = performance.now();
    const endStep = await this.#cores.beginStep(devices === 'gpu' ? 0 : threads);
    this.#waitedMilliseconds += performance.now() - startMs;
    this.#endStep = endStep;
    return step().finally(endStep);
  }

  /** Returns the promise's result; rejects as soon as the signal aborts or the worker crashes. */
  #orStopped<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
    const crash = new Promise<never>((_, reject) => (this.#onCrash = reject));
    return abortable(signal, Promise.race([promise, crash])).finally(() => (this.#onCrash = null));
  }

  #noteLoad(words: readonly unknown[]): void {
    const line = words.map(String).join(' ');
    if (LOAD_LINE.test(line)) this.#loadLog.push(line);
  }

  #note(words: readonly unknown[]): void {
    this.#noteLoad(words);
    const event = words.find((argument) => argument instanceof Event);
    if (event !== undefined) {
      this.#onCrash?.(new EngineFault('no-worker', event instanceof ErrorEvent ? event.message : ''));
    }
    this.#log = [...this.#log, words.map(String).join(' ')].slice(-KEPT_LOG_LINES);
  }
}

/** Runs a step of llama.cpp: a batch of the prompt, or a token. */
type RunStep = <Result>(step: () => Promise<Result>) => Promise<Result>;

/** Starts llama.cpp from this page's own files. It computes only in steps that `runStep` runs. */
async function startWllama(logger: WllamaLogger, runStep: RunStep): Promise<Llama> {
  const [{ CacheManager, Wllama }] = await Promise.all([
    import('@wllama/wllama/esm/index.js'),
    expectModule(),
  ]);
  const wllama = new (class extends Wllama {
    override async loadModel(...load: Parameters<Wllama['loadModel']>): Promise<void> {
      await super.loadModel(...load);
      // The worker computes only to answer this message. The library has no way to pause it.
      const { proxy } = this as unknown as { readonly proxy: WorkerProxy };
      const act = proxy.wllamaAction.bind(proxy);
      proxy.wllamaAction = (name, body) =>
        name === 'get_result' ? runStep(() => act(name, body)) : act(name, body);
    }
  })({ default: wasmUrl }, { logger, cacheManager: new CacheManager([NO_STORAGE]) });
  // Otherwise older browsers would fetch another build from a CDN.
  wllama.setCompat(null);
  return wllama;
}

const rateWithoutWait = (tokens: number, tokensPerSecond: number, waitedMilliseconds: number): number =>
  waitedMilliseconds === 0
    ? tokensPerSecond
    : tokens / (tokens / tokensPerSecond - waitedMilliseconds / 1000);

/** The library's connection to its worker, a private field. */
interface WorkerProxy {
  wllamaAction(name: string, body: unknown): Promise<unknown>;
}

function isSameLoad(first: WllamaLoad, second: WllamaLoad): boolean {
  return (
    first.key === second.key &&
    first.contextTokens === second.contextTokens &&
    first.threads === second.threads &&
    first.gpuMemoryMb === second.gpuMemoryMb
  );
}

const totalSize = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** A file that reports how much of it was read. */
class WatchedFile extends File {
  readonly #onRead: (bytes: number) => void;

  constructor(file: File, onRead: (bytes: number) => void) {
    super([file], file.name);
    this.#onRead = onRead;
  }

  override slice(start = 0, end = this.size, type?: string): Blob {
    this.#onRead(Math.max(0, Math.min(end, this.size) - start));
    return super.slice(start, end, type);
  }
}

/** This app stores the models itself, but the library requires a storage backend. */
const NO_STORAGE = {
  isSupported: () => true,
  read: () => Promise.resolve(null),
  write: () => Promise.resolve(),
  getSize: () => Promise.resolve(-1),
  list: () => Promise.resolve([]),
  delete: () => Promise.resolve(),
};

/** Checks that the module can be fetched. The worker would wait forever for a missing one. */
async function expectModule(): Promise<void> {
  const { ok, status } = await fetch(wasmUrl, { method: 'HEAD' }).catch(() => ({ ok: false, status: 0 }));
  if (!ok && status !== 405) throw new EngineFault('no-module');
}

function hasLargeMemory(): boolean {
  try {
    // TypeScript's library does not have this type yet.
    const descriptor = { address: 'i64', initial: 1n } as unknown as WebAssembly.MemoryDescriptor;
    return new WebAssembly.Memory(descriptor) instanceof WebAssembly.Memory;
  } catch {
    return false;
  }
}
