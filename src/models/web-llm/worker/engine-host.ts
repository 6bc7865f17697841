/** The part of the worker that drives web-llm: one model, one generation at a time. */
import type { ChatCompletionChunk, ChatOptions, MLCEngine } from '@mlc-ai/web-llm';
import { Batcher } from '../../../base/batcher.ts';
import type { SamplingParameters, TokenUsage } from '../../../domain/completion.ts';
import type { TokenLogprob } from '../../chat-model.ts';
import {
  NOT_CONTINUED,
  type DeviceListener,
  type EngineEnd,
  type EnginePhase,
  type EnginePiece,
  type EngineTask,
} from '../engine-protocol.ts';
import { artifactBase } from '../artifact-base.ts';
import type { EngineModel } from '../gpu-model.ts';
import type { DeviceWatch } from './device-watch.ts';

type EngineTaskOf<Type extends EngineTask['type']> = Extract<EngineTask, { type: Type }>;
type Chunks = AsyncIterable<ChatCompletionChunk>;

/**
 * Turns off checkpoints. A checkpoint writes the whole cache, hundreds of megabytes, every few hundred tokens. The
 * journal of tokens is sufficient: reading it back costs as much as reading a prompt.
 */
const NO_CHECKPOINTS = { checkpointPrompt: false, checkpointIntervalTokens: 2 ** 30 };

const NOT_COUNTED: TokenUsage = {
  promptTokens: null,
  completionTokens: null,
  prefillTokensPerSecond: null,
  decodeTokensPerSecond: null,
};

/** Receives values in batches, in order. */
type Take<Value> = (values: readonly Value[]) => unknown;

/** The API of the GPU worker. A call that fails rejects with web-llm's error. */
export class EngineHost {
  readonly #engine: MLCEngine;
  readonly #devices: DeviceWatch;
  #modelId: string | null = null;

  constructor(engine: MLCEngine, devices: DeviceWatch) {
    this.#engine = engine;
    this.#devices = devices;
  }

  /** Registers a listener for events of the GPU. */
  listen(listener: DeviceListener): void {
    this.#devices.listen(listener);
  }

  /** Loads a model in place of the previous one. */
  async load(model: EngineModel, contextTokens: number, onPhases: Take<EnginePhase>): Promise<void> {
    this.#modelId = null;
    const phases = new Batcher(onPhases);
    this.#engine.setInitProgressCallback(({ text, progress }) => phases.push({ text, progress }));
    this.#engine.setAppConfig({
      cacheBackend: 'cache',
      model_list: [
        {
          model: model.modelUrl,
          model_id: model.id,
          model_lib: model.libraryUrl,
          required_features: [...model.requiredFeatures],
          overrides: model.overrides,
          ...(model.integrity && { integrity: { ...model.integrity, onFailure: 'error' as const } }),
        },
      ],
    });
    const options: ChatOptions = {
      context_window_size: contextTokens,
      sliding_window_size: -1,
      ...(await withoutSystemMessage(model)),
    };
    await this.#devices.whileExpecting(() => this.#engine.unload());
    await this.#engine.reload(model.id, options);
    await phases.flush();
    this.#modelId = model.id;
  }

  /** Begins or continues a generation. When it resolves, all pieces have been delivered. */
  async generate(task: EngineTask, onPieces: Take<EnginePiece>): Promise<EngineEnd> {
    const pieces = new Batcher(onPieces);
    const chunks = await (task.type === 'generate' ? this.#begin(task) : this.#resume(task, pieces));
    const engineEnd = await this.#follow(chunks, pieces);
    await pieces.flush();
    return engineEnd;
  }

  /** Ends the running generation, whose call then resolves as usual. */
  async interrupt(): Promise<void> {
    await this.#engine.interruptGenerate();
  }

  /** Deletes the journal of a generation. */
  async forget(sessionId: string): Promise<void> {
    await this.#engine.deleteResumableSession(sessionId);
  }

  #begin({ messages, sampling, logprobs, sessionId }: EngineTaskOf<'generate'>): Promise<Chunks> {
    return this.#engine.chat.completions.create({
      messages: messages.map(({ role, content }) => ({ role, content })),
      stream: true,
      stream_options: { include_usage: true },
      ...samplingOf(sampling),
      // Without a number of alternatives, the array stays empty.
      ...(logprobs && { logprobs: true, top_logprobs: 1 }),
      ...(sessionId !== null && {
        extra_body: {
          resumable: { enabled: true, sessionId, durabilityMode: 'relaxed', ...NO_CHECKPOINTS },
        },
      }),
    });
  }

  async #resume({ sessionId }: EngineTaskOf<'resume'>, pieces: Batcher<EnginePiece>): Promise<Chunks> {
    const storedAnswer = await this.#engine.resumeChatCompletion(sessionId);
    if ('recoveredText' in storedAnswer)
      pieces.push({
        type: 'recovered',
        text: storedAnswer.recoveredText,
        tokens: storedAnswer.emittedTokens,
      });
    const continuation = await this.#engine.resumeChatCompletion(sessionId, {
      continueGeneration: true,
      stream: true,
    });
    if (!(Symbol.asyncIterator in continuation)) throw new Error(NOT_CONTINUED);
    return continuation;
  }

  async #follow(chunks: Chunks, pieces: Batcher<EnginePiece>): Promise<EngineEnd> {
    let reason: string | null = null;
    let usage: TokenUsage = NOT_COUNTED;
    for await (const { choices, usage: chunkUsage } of chunks) {
      const choice = choices[0];
      if (choice !== undefined) {
        reason = choice.finish_reason ?? reason;
        const text = choice.delta.content ?? '';
        if (choice.finish_reason === null || text !== '')
          pieces.push({ type: 'delta', text, logprobs: logprobsOf(choice), filled: this.#filledTokens() });
      }
      if (chunkUsage) {
        usage = {
          promptTokens: chunkUsage.prompt_tokens,
          completionTokens: chunkUsage.completion_tokens,
          prefillTokensPerSecond: chunkUsage.extra.prefill_tokens_per_s,
          decodeTokensPerSecond: chunkUsage.extra.decode_tokens_per_s,
        };
      }
    }
    return { reason, usage };
  }

  /**
   * Returns the number of tokens in the window, or null if it is not available. web-llm does not expose it. The
   * version is pinned.
   */
  #filledTokens(): number | null {
    const { loadedModelIdToPipeline } = this.#engine as unknown as {
      loadedModelIdToPipeline?: ReadonlyMap<string | null, { readonly filledKVCacheLength?: number }>;
    };
    return loadedModelIdToPipeline?.get(this.#modelId)?.filledKVCacheLength ?? null;
  }
}

/** Sends a token limit only if one is set. Without it, the window is the limit. */
function samplingOf({ temperature, topP, maxTokens, seed }: SamplingParameters) {
  return {
    temperature,
    top_p: topP,
    ...(maxTokens !== null && { max_tokens: maxTokens }),
    ...(seed !== null && { seed }),
  };
}

function logprobsOf({ logprobs }: ChatCompletionChunk.Choice): TokenLogprob[] | null {
  return logprobs?.content?.map(({ token, logprob }) => ({ token, logprob })) ?? null;
}

/**
 * Removes the system message that some templates contain, because DeepCoder's authors recommend not to send
 * one. The template is read from the stored configuration; a model that is not stored keeps its template.
 */
async function withoutSystemMessage(model: EngineModel): Promise<ChatOptions> {
  const cache = await caches.open('webllm/config');
  const response = await cache.match(new URL('mlc-chat-config.json', artifactBase(model.modelUrl)).href);
  if (response === undefined) return {};
  const config = (await response.json()) as { conv_template?: ChatOptions['conv_template'] };
  if (config.conv_template === undefined) return {};
  return {
    conv_template: { ...config.conv_template, system_message: '', render_empty_system_message: false },
  };
}
