/** What the worker does with web-llm: one model, one generation at a time, and everything said by messages. */
import type { ChatCompletionChunk, ChatOptions, MLCEngine } from '@mlc-ai/web-llm';
import { assertNever } from '../../../base/assert-never.ts';
import type { SamplingParameters } from '../../../domain/completion.ts';
import type { TokenLogprob } from '../../chat-model.ts';
import type { EngineCommand, EngineEnd, EngineModel, EngineReply } from '../engine-protocol.ts';
import { artifactBase } from '../artifact-base.ts';
import type { DeviceWatch } from './device-watch.ts';

type Command<Type extends EngineCommand['type']> = Extract<EngineCommand, { type: Type }>;

/**
 * Checkpoints of the cache would write it whole, hundreds of megabytes, every few hundred tokens. The journal
 * of tokens is enough: reading them back costs what reading a prompt costs.
 */
const NO_CHECKPOINTS = { checkpointPrompt: false, checkpointIntervalTokens: 2 ** 30 };

export class EngineHost {
  readonly #engine: MLCEngine;
  readonly #devices: DeviceWatch;
  readonly #post: (reply: EngineReply) => void;
  #modelId: string | null = null;

  constructor(engine: MLCEngine, devices: DeviceWatch, post: (reply: EngineReply) => void) {
    this.#engine = engine;
    this.#devices = devices;
    this.#post = post;
  }

  /** Does what one message asks, and answers it. */
  async handle(command: EngineCommand): Promise<void> {
    try {
      await this.#do(command);
    } catch (error) {
      this.#post({ type: 'failed', job: command.job, message: textOf(error) });
    }
  }

  async #do(command: EngineCommand): Promise<void> {
    const { job } = command;
    switch (command.type) {
      case 'load':
        await this.#load(command);
        return this.#post({ type: 'done', job });
      case 'generate':
        return this.#generate(command);
      case 'resume':
        return this.#resume(command);
      case 'interrupt':
        await this.#engine.interruptGenerate();
        return this.#post({ type: 'done', job });
      case 'sessions':
        return this.#list(command);
      case 'forget':
        await this.#engine.deleteResumableSession(command.sessionId);
        return this.#post({ type: 'done', job });
      default:
        assertNever(command, 'engine command');
    }
  }

  async #load({ job, model, contextTokens }: Command<'load'>): Promise<void> {
    this.#modelId = null;
    this.#engine.setInitProgressCallback(({ text, progress }) =>
      this.#post({ type: 'phase', job, text, progress }),
    );
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
    await this.#devices.expecting(() => this.#engine.unload());
    await this.#engine.reload(model.id, options);
    this.#modelId = model.id;
  }

  async #generate({ job, messages, sampling, logprobs, sessionId }: Command<'generate'>): Promise<void> {
    const chunks = await this.#engine.chat.completions.create({
      messages: messages.map(({ role, content }) => ({ role, content })),
      stream: true,
      stream_options: { include_usage: true },
      ...samplingOf(sampling),
      // Without a number of alternatives the list stays empty.
      ...(logprobs && { logprobs: true, top_logprobs: 1 }),
      ...(sessionId !== null && {
        extra_body: {
          resumable: { enabled: true, sessionId, durabilityMode: 'relaxed', ...NO_CHECKPOINTS },
        },
      }),
    });
    await this.#stream(job, chunks);
  }

  async #resume({ job, sessionId }: Command<'resume'>): Promise<void> {
    const before = await this.#engine.resumeChatCompletion(sessionId);
    if ('recoveredText' in before)
      this.#post({ type: 'recovered', job, text: before.recoveredText, tokens: before.emittedTokens });
    const rest = await this.#engine.resumeChatCompletion(sessionId, {
      continueGeneration: true,
      stream: true,
    });
    if (!(Symbol.asyncIterator in rest)) throw new Error('This answer can be read, and not continued.');
    await this.#stream(job, rest);
  }

  async #stream(job: number, chunks: AsyncIterable<ChatCompletionChunk>): Promise<void> {
    let end: EngineEnd = {
      reason: null,
      promptTokens: null,
      completionTokens: null,
      prefillTokensPerSecond: null,
      decodeTokensPerSecond: null,
    };
    for await (const { choices, usage } of chunks) {
      const choice = choices[0];
      if (choice !== undefined) {
        if (choice.finish_reason !== null) end = { ...end, reason: choice.finish_reason };
        const text = choice.delta.content ?? '';
        if (choice.finish_reason === null || text !== '')
          this.#post({ type: 'delta', job, text, logprobs: logprobsOf(choice), filled: this.#filled() });
      }
      if (usage) {
        end = {
          ...end,
          promptTokens: usage.prompt_tokens,
          completionTokens: usage.completion_tokens,
          prefillTokensPerSecond: usage.extra.prefill_tokens_per_s,
          decodeTokensPerSecond: usage.extra.decode_tokens_per_s,
        };
      }
    }
    this.#post({ type: 'ended', job, end });
  }

  async #list({ job }: Command<'sessions'>): Promise<void> {
    const sessions = await this.#engine.listResumableSessions();
    this.#post({
      type: 'listed',
      job,
      sessions: sessions.map(({ sessionId, modelId, emittedTokens, resumable }) => ({
        sessionId,
        modelId,
        tokens: emittedTokens,
        resumable,
      })),
    });
  }

  /** web-llm counts this for itself, and says it to nobody; the version is pinned. */
  #filled(): number | null {
    const { loadedModelIdToPipeline } = this.#engine as unknown as {
      loadedModelIdToPipeline?: ReadonlyMap<string | null, { readonly filledKVCacheLength?: number }>;
    };
    return loadedModelIdToPipeline?.get(this.#modelId)?.filledKVCacheLength ?? null;
  }
}

/** A token limit is sent only where one is set: without it the window is the limit. */
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
 * Some templates carry a system message of their own, and DeepCoder's recommendation is to send none. The
 * template is taken from the stored configuration; a model that is not stored keeps its own.
 */
async function withoutSystemMessage(model: EngineModel): Promise<ChatOptions> {
  const cache = await caches.open('webllm/config');
  const stored = await cache.match(new URL('mlc-chat-config.json', artifactBase(model.modelUrl)).href);
  if (stored === undefined) return {};
  const config = (await stored.json()) as { conv_template?: ChatOptions['conv_template'] };
  if (config.conv_template === undefined) return {};
  return {
    conv_template: { ...config.conv_template, system_message: '', render_empty_system_message: false },
  };
}

/** web-llm rejects with errors and with plain strings. */
function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
