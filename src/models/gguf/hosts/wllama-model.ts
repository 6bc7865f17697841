import type { ChatCompletionChunk, ChatCompletionParams } from '@wllama/wllama/esm/index.js';
import type {
  ChatModel,
  GenerationEvent,
  GenerationRequest,
  LoadPhase,
  ModelFailure,
  Readiness,
} from '../../chat-model.ts';
import { byteText } from '../../../base/number-words.ts';
import { loadStopped } from '../../failure.ts';
import { engineReason } from '../../finish-reason.ts';
import { orderParts } from '../parts.ts';
import { placementName } from '../placement.ts';
import { ThinkSplitter } from '../../think-splitter.ts';
import type { CpuModel } from '../cpu-model.ts';
import type { Opening } from '../../local-port.ts';
import type { GgufStore } from './gguf-store.ts';
import { ReplyQueue } from '../../web-llm/hosts/reply-queue.ts';
import type { WllamaEnd, WllamaEngine } from './wllama-engine.ts';

export interface WllamaModelOptions extends Opening {
  readonly model: CpuModel;
  /** Number of threads; null lets the engine choose. */
  readonly threads: number | null;
  readonly engine: WllamaEngine;
  readonly store: GgufStore;
}

/** The version of the engine, stored with answers. A test compares it with the package. */
export const ENGINE_VERSION = 'wllama 3.13.0';
/** Number of tokens between two reports of how full the context window is. */
const TOKENS_PER_REPORT = 8;
/**
 * The tokens of an answer whose speed is compared with the measurement of threads: later ones are slower, because the
 * window is fuller, and fewer say little.
 */
const MOST_EARLY_TOKENS = 64;
const LEAST_EARLY_TOKENS = 16;

/**
 * A GGUF model on this machine's GPU or CPU, for one answer. The engine keeps the model loaded for the next
 * answer; `dispose` only lets the next answer begin.
 */
export class WllamaModel implements ChatModel {
  readonly id: string;
  readonly #options: WllamaModelOptions;
  #leaveTurn: (() => void) | null = null;

  constructor(options: WllamaModelOptions) {
    this.id = `wllama/${options.model.id}`;
    this.#options = options;
  }

  /** Downloads the missing files and loads the model. An aborted signal only pauses the download. */
  async load(onPhase: (phase: LoadPhase) => void, signal: AbortSignal): Promise<Readiness> {
    const { model, store } = this.#options;
    const { label } = model;
    if (model.source.kind === 'url' && !isFiles(await this.#files())) {
      const downloadEnd = await store.download(
        model,
        {},
        ({ doneBytes, totalBytes }) => {
          const fraction = totalBytes === null ? null : doneBytes / totalBytes;
          const size = `${byteText(doneBytes)}${totalBytes === null ? '' : ` of ${byteText(totalBytes)}`}`;
          onPhase({ step: `Downloading ${label}: ${size}`, fraction });
        },
        signal,
      );
      if (downloadEnd === 'aborted') return { ok: false, failure: loadStopped(label) };
      if (downloadEnd !== 'stored') return { ok: false, failure: downloadEnd };
    }
    return this.#makeReady(onPhase, signal);
  }

  async *generate(request: GenerationRequest, signal: AbortSignal): AsyncGenerator<GenerationEvent> {
    const readiness = await this.#makeReady(() => undefined, signal);
    if (signal.aborted) {
      yield { type: 'finished', reason: 'stopped', reasoningOpen: false };
    } else if (!readiness.ok) {
      yield { type: 'failed', failure: readiness.failure };
    } else {
      const placement = this.#options.engine.loadedModel?.placement;
      const fingerprint = placement ? `${ENGINE_VERSION}, ${placementName(placement)}` : ENGINE_VERSION;
      yield { type: 'identified', model: this.#options.model.id, fingerprint };
      yield* this.#streamAnswer(request, signal);
    }
  }

  dispose(): void {
    this.#leaveTurn?.();
    this.#leaveTurn = null;
  }

  async #makeReady(onPhase: (phase: LoadPhase) => void, signal: AbortSignal): Promise<Readiness> {
    const {
      engine,
      model,
      contextTokens,
      threads,
      gpuMemoryMb = null,
      threadChoices,
      onLoad,
    } = this.#options;
    const { label, source } = model;
    const files = await this.#files();
    if (!isFiles(files)) return { ok: false, failure: files };
    if (this.#leaveTurn === null) {
      onPhase({ step: 'Waiting for another answer of this engine', fraction: null });
      this.#leaveTurn = await engine.takeTurn(signal);
    }
    if (signal.aborted) return { ok: false, failure: loadStopped(label) };
    const key = source.kind === 'url' ? source.url : files.map(fileKey).join('\n');
    const load = { key, label, files, contextTokens, threads, threadChoices, gpuMemoryMb };
    const startMs = performance.now();
    const loadEnd = await engine.load(load, onPhase, signal);
    if (loadEnd === 'stopped') {
      onLoad?.(null);
      return { ok: false, failure: loadStopped(label) };
    }
    if (!loadEnd.ok) {
      onLoad?.(loadEnd);
      return loadEnd;
    }
    onLoad?.({ ok: true, milliseconds: performance.now() - startMs, placement: loadEnd.loaded.placement });
    return { ok: true, contextTokens };
  }

  async #files(): Promise<readonly File[] | ModelFailure> {
    const { model, store } = this.#options;
    const { source, label } = model;
    if (source.kind === 'url') {
      return (
        (await store.files(source.url)) ?? {
          layer: 'not-downloaded',
          message: `${label} is not on this device yet.`,
          remedy: 'Download it first.',
        }
      );
    }
    const orderedParts = orderParts(label, source.files);
    return orderedParts.ok ? orderedParts.files : orderedParts.failure;
  }

  async *#streamAnswer(
    { messages, sampling, logprobs }: GenerationRequest,
    signal: AbortSignal,
  ): AsyncGenerator<GenerationEvent> {
    const { engine, model, contextTokens } = this.#options;
    const startsInReasoning = engine.loadedModel?.facts.startsInReasoning ?? false;
    const splitter = new ThinkSplitter(startsInReasoning);
    const reader = new AbortController();
    const eitherSignal = AbortSignal.any([signal, reader.signal]);
    const queue = new ReplyQueue<ChatCompletionChunk>();
    const params: ChatCompletionParams = {
      messages: messages.map(({ role, content }) => ({ role, content })),
      temperature: sampling.temperature,
      top_p: sampling.topP,
      // Only top-p truncates the distribution, as the model cards recommend. By default, llama.cpp also
      // applies top-k and min-p.
      top_k: 0,
      min_p: 0,
      ...(sampling.maxTokens === null ? {} : { max_tokens: sampling.maxTokens }),
      ...(sampling.seed === null ? {} : { seed: sampling.seed }),
      ...(logprobs ? { logprobs: true, top_logprobs: 1 } : {}),
      timings_per_token: true,
      return_progress: true,
    };
    let completionEnd: WllamaEnd = 'stopped';
    void engine
      .complete(params, model.label, (chunk) => queue.push(chunk), eitherSignal)
      .then((result) => (completionEnd = result))
      .finally(() => queue.close());
    const windowCount = new WindowCount(contextTokens);
    let reason: string | null = null;
    try {
      for await (const { choices, timings, prompt_progress: progress } of queue) {
        const [choice] = choices;
        if (progress) yield windowCount.prompt(progress.total);
        if (choice?.delta.content) yield* splitter.push(choice.delta.content);
        const tokens = choice?.logprobs?.content;
        if (tokens?.length)
          yield { type: 'logprobs', tokens: tokens.map(({ token, logprob }) => ({ token, logprob })) };
        reason = choice?.finish_reason ?? reason;
        const report = timings && windowCount.takeTimings(timings);
        if (report) yield report;
      }
      const { events, reasoningOpen } = splitter.finish();
      yield* events;
      if (typeof completionEnd === 'object') {
        yield { type: 'failed', failure: completionEnd };
      } else {
        yield* windowCount.close();
        if (windowCount.earlyRate !== null) engine.checkRate(windowCount.earlyRate);
        const { aborted: wasStopped } = signal;
        this.#options.onEnd?.({
          isWhole: !wasStopped,
          wasStopped,
          tokensPerSecond: windowCount.tokensPerSecond,
        });
        const finishReason = wasStopped
          ? 'stopped'
          : engineReason(reason, windowCount.generatedTokens, sampling.maxTokens);
        yield { type: 'finished', reason: finishReason, reasoningOpen };
      }
    } finally {
      // The reader left the loop early, so the engine must stop.
      reader.abort();
    }
  }
}

type Timings = NonNullable<ChatCompletionChunk['timings']>;

/** Tracks how full the context window is, and the speeds, from the engine's counts. */
class WindowCount {
  readonly #contextTokens: number;
  #promptTokens: number | null = null;
  #reportedTokens = 0;
  #lastTimings: Timings | null = null;
  #earlyTimings: Timings | null = null;

  constructor(contextTokens: number) {
    this.#contextTokens = contextTokens;
  }

  get generatedTokens(): number {
    return this.#lastTimings?.predicted_n ?? 0;
  }

  /** The speed of the answer; null if too few tokens were generated to measure it. */
  get tokensPerSecond(): number | null {
    const last = this.#lastTimings;
    return last !== null && last.predicted_n > 1 ? last.predicted_per_second : null;
  }

  /** Tokens a second of the first tokens; null if there are too few. */
  get earlyRate(): number | null {
    const early = this.#earlyTimings;
    return early !== null && early.predicted_n >= LEAST_EARLY_TOKENS ? early.predicted_per_second : null;
  }

  prompt(tokens: number): GenerationEvent {
    this.#promptTokens = tokens;
    return this.#event();
  }

  /** Returns a report if one is due, otherwise null. */
  takeTimings(timings: Timings): GenerationEvent | null {
    this.#lastTimings = timings;
    if (timings.predicted_n <= MOST_EARLY_TOKENS) this.#earlyTimings = timings;
    if (timings.predicted_n < this.#reportedTokens + TOKENS_PER_REPORT) return null;
    this.#reportedTokens = timings.predicted_n;
    return this.#event();
  }

  *close(): Generator<GenerationEvent> {
    const last = this.#lastTimings;
    yield {
      type: 'usage',
      usage: {
        promptTokens: this.#promptTokens,
        completionTokens: this.generatedTokens,
        // If the engine has read the prompt before, it reads only the last token again, which is too little
        // to measure a speed.
        prefillTokensPerSecond: last !== null && last.prompt_n > 1 ? last.prompt_per_second : null,
        decodeTokensPerSecond: this.tokensPerSecond,
      },
    };
    yield this.#event();
  }

  #event(): GenerationEvent {
    const window = {
      promptTokens: this.#promptTokens,
      generatedTokens: this.generatedTokens,
      contextTokens: this.#contextTokens,
    };
    return { type: 'window', window };
  }
}

function isFiles(files: readonly File[] | ModelFailure): files is readonly File[] {
  return Array.isArray(files);
}

const fileKey = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`;
