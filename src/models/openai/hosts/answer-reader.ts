/** Reads the chunks of an answer by their shape, and turns them into events. */
import { array, fallback, is, nullable, number, object, parse, string, union, unknown } from 'valibot';
import type { InferOutput } from 'valibot';
import type { FinishReason, TokenUsage } from '../../../domain/completion.ts';
import type { GenerationEvent, ModelFailure, TokenLogprob } from '../../chat-model.ts';
import { parseFinishReason } from '../../finish-reason.ts';
import { count, fields, list, listOf, text, positiveOrNull } from '../../json-shapes.ts';
import { ThinkSplitter } from '../../think-splitter.ts';

/** Finish reasons of a normal end: the model ended the answer, or reached a limit. */
const FINISH_REASONS: ReadonlySet<FinishReason | null> = new Set([
  'stop',
  'length',
  'context',
  'content-filter',
]);

/**
 * Turns the chunks of an answer into events. Servers mark reasoning in one of two ways: by a separate field, or by tags
 * in the content. After reasoning in a field, the content is not split, because the server has split it.
 */
export class AnswerReader {
  readonly #splitter = new ThinkSplitter();
  #hasFieldReasoning = false;
  #isSplitterOpen: boolean | null = null;
  #hasReceived = false;
  #hasText = false;
  /** Null before a finish reason arrives; reset to null if more text follows. */
  #finishReason: FinishReason | null = null;
  /** The finish reason as the server reported it; '' before that. */
  #finishWord = '';
  /** Number of chunks with reasoning or text. */
  #deltaCount = 0;
  #usage: TokenUsage | null = null;
  #identity: Pick<ChatChunk, 'model' | 'fingerprint'> = { model: null, fingerprint: null };
  /** Whether the identity has changed since the last event about it. */
  #isIdentityNew = false;

  /** Whether reasoning or text has arrived. A retry would then produce a different answer. */
  get hasReceived(): boolean {
    return this.#hasReceived;
  }

  /** Whether the server has sent a finish reason. Only the usage may follow. */
  get hasFinishReason(): boolean {
    return this.#finishReason !== null;
  }

  *push(chunk: ChatChunk): Generator<GenerationEvent> {
    this.#identify(chunk);
    for (const delta of chunk.choices) if (delta.index === 0) yield* this.#add(delta);
    if (chunk.usage === null) return;
    // The usage may be spread over several chunks.
    this.#usage = mergeUsage(this.#usage, chunk.usage);
    yield { type: 'usage', usage: this.#usage };
  }

  /**
   * Ends the answer with the server's finish reason. It ends as a failure if there is none, or if the reason
   * is not a normal end.
   * @param failureOf receives the finish reason that the server reported; '' if it reported none
   */
  *finish(failureOf: (word: string) => ModelFailure): Generator<GenerationEvent> {
    yield* this.#flush();
    if (FINISH_REASONS.has(this.#finishReason)) yield this.#finishedEvent(this.#finishReason!);
    else yield { type: 'failed', failure: failureOf(this.#finishReason === null ? '' : this.#finishWord) };
  }

  /** Ends the answer because the caller has stopped it. */
  *stop(): Generator<GenerationEvent> {
    yield* this.#flush();
    yield this.#finishedEvent('stopped');
  }

  /** Records the identity until text arrives, because a retry may reach a different model. */
  #identify(chunk: ChatChunk): void {
    const model = this.#identity.model ?? chunk.model;
    const fingerprint = this.#identity.fingerprint ?? chunk.fingerprint;
    if (model === this.#identity.model && fingerprint === this.#identity.fingerprint) return;
    this.#identity = { model, fingerprint };
    this.#isIdentityNew = true;
  }

  *#add(delta: ChoiceDelta): Generator<GenerationEvent> {
    if (delta.reasoning !== '' || delta.text !== '') {
      // Some proxies send a finish reason with every chunk. A reason that is followed by more text is not the
      // final one.
      this.#finishReason = null;
      this.#deltaCount += 1;
    }
    if (delta.finishReason !== null) {
      this.#finishReason = delta.finishReason;
      this.#finishWord = delta.finishWord;
    }
    if (delta.reasoning !== '') {
      yield* this.#markReceived();
      if (!this.#hasFieldReasoning) yield* this.#endSplitting();
      this.#hasFieldReasoning = true;
      yield { type: 'reasoning', text: delta.reasoning };
    }
    if (delta.text !== '') {
      yield* this.#markReceived();
      if (this.#hasFieldReasoning) {
        this.#hasText = true;
        yield { type: 'text', text: delta.text };
      } else {
        yield* this.#splitter.push(delta.text);
      }
    }
    if (delta.logprobs.length > 0) yield { type: 'logprobs', tokens: delta.logprobs };
  }

  /** Yields the text that the splitter held back, and a count of tokens if the server sent none. */
  *#flush(): Generator<GenerationEvent> {
    yield* this.#identityEvents();
    // A single chunk is a whole answer, so the number of chunks is not the number of its tokens.
    if (typeof this.#usage?.completionTokens !== 'number' && this.#deltaCount > 1) {
      const usage = {
        promptTokens: null,
        ...this.#usage,
        completionTokens: this.#deltaCount,
        countsEvents: true,
      };
      yield { type: 'usage', usage };
    }
    if (!this.#hasFieldReasoning) yield* this.#endSplitting();
  }

  #finishedEvent(reason: FinishReason): GenerationEvent {
    // If the server splits the text and the model stops by itself, the reasoning is closed, even without an answer.
    const isFieldOpen = this.#hasFieldReasoning && !this.#hasText && reason !== 'stop';
    const reasoningOpen = this.#hasFieldReasoning ? isFieldOpen : (this.#isSplitterOpen ?? false);
    return {
      type: 'finished',
      reason,
      reasoningOpen,
      ...(this.#hasFieldReasoning && { splitByServer: true }),
    };
  }

  *#markReceived(): Generator<GenerationEvent> {
    this.#hasReceived = true;
    yield* this.#identityEvents();
  }

  *#identityEvents(): Generator<GenerationEvent> {
    if (!this.#isIdentityNew) return;
    this.#isIdentityNew = false;
    yield { type: 'identified', ...this.#identity };
  }

  *#endSplitting(): Generator<GenerationEvent> {
    const { events, reasoningOpen } = this.#splitter.finish();
    this.#isSplitterOpen = reasoningOpen;
    yield* events;
  }
}

/** A chunk of a streamed chat completion, or a whole completion in the same form. */
export interface ChatChunk {
  /** The choices in the order of the chunk. A chunk without choices may still hold the usage. */
  readonly choices: readonly ChoiceDelta[];
  readonly usage: TokenUsage | null;
  /** The model that the server names in its answer; null if it names none. */
  readonly model: string | null;
  readonly fingerprint: string | null;
}

/** The part of an answer that a chunk adds. */
interface ChoiceDelta {
  readonly index: number;
  readonly reasoning: string;
  readonly text: string;
  readonly finishReason: FinishReason | null;
  /** The finish reason as the server reported it; '' if it reported none. */
  readonly finishWord: string;
  readonly logprobs: readonly TokenLogprob[];
}

const part = object({ text, refusal: text, thinking: listOf(object({ text })) });

const messageShape = object({
  content: fallback(union([string(), listOf(part)]), ''),
  reasoning_content: text,
  reasoning: text,
  refusal: text,
});

const tokens = listOf(object({ token: string(), logprob: number() }));

const choice = object({
  index: count,
  delta: fallback(nullable(messageShape), null),
  message: fallback(nullable(messageShape), null),
  finish_reason: text,
  logprobs: fields({ content: tokens, tokens: list, token_logprobs: list }),
});

const LONGEST_WORD = 60;

type ChunkChoice = InferOutput<typeof choice>;

const chunk = fields({ choices: listOf(choice), model: text, system_fingerprint: text });

/**
 * Reads `{choices: [{index, delta | message, logprobs, finish_reason}], usage, model, system_fingerprint}`. Reasoning
 * is in `reasoning_content` (DeepSeek, SGLang, llama.cpp, older vLLM), `reasoning` (newer vLLM, Ollama, OpenRouter) or
 * in `thinking` parts of a list (Mistral). A model's `refusal` is read as its answer. Null for anything but a chat
 * completion.
 */
export function parseChatChunk(value: unknown): ChatChunk | null {
  const usage = parseUsage(value);
  if (usage === null && !is(object({ choices: array(unknown()) }), value)) return null;
  const { choices, model, system_fingerprint: fingerprint } = parse(chunk, value);
  return { choices: choices.map(readChoice), usage, model: model || null, fingerprint: fingerprint || null };
}

function readChoice({ index, delta, message, ...choice }: ChunkChoice): ChoiceDelta {
  const deltaOrMessage = delta ?? message;
  const {
    content = '',
    reasoning_content: reasoningContent = '',
    reasoning: reasoningText = '',
    refusal = '',
  } = deltaOrMessage ?? {};
  const parts = typeof content === 'string' ? [{ text: content, refusal: '', thinking: [] }] : content;
  const thinkingParts = parts.flatMap(({ thinking }) => thinking);
  return {
    index: index ?? 0,
    reasoning: (reasoningContent || reasoningText) + thinkingParts.map(({ text }) => text).join(''),
    text: parts.map((part) => part.text || part.refusal).join('') + refusal,
    finishReason: parseFinishReason(choice.finish_reason),
    finishWord: choice.finish_reason.slice(0, LONGEST_WORD),
    logprobs: readLogprobs(choice.logprobs),
  };
}

/**
 * Reads OpenAI's `{content: [{token, logprob}]}`, or the two arrays of older servers, `{tokens,
 * token_logprobs}`.
 */
function readLogprobs({
  content,
  tokens: names,
  token_logprobs: values,
}: ChunkChoice['logprobs']): TokenLogprob[] {
  const olderFormat = values.map((logprob, at) => ({ token: names[at], logprob }));
  const entries = content.length > 0 ? content : parse(tokens, olderFormat);
  // Rounding can raise the logarithm of a certain token slightly above 0.
  return entries.map(({ token, logprob }) => ({ token, logprob: Math.min(0, logprob) }));
}

const usageShape = fields({
  usage: fields({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: fields({ cached_tokens: count }),
    prompt_cache_hit_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    completion_tokens_details: fields({ reasoning_tokens: count }),
  }),
  // Servers write 0 or null for values that they did not measure.
  timings: fields({
    cache_n: count,
    predicted_n: count,
    prompt_per_second: positiveOrNull,
    predicted_per_second: positiveOrNull,
  }),
});

/**
 * Reads the `usage` of a chat completion, with the reasoning tokens if they are counted, and the `timings` that
 * llama.cpp adds. Null if both are missing.
 */
function parseUsage(completion: unknown): TokenUsage | null {
  const { usage, timings } = parse(usageShape, completion);
  const promptTokens = usage.prompt_tokens;
  const completionTokens = usage.completion_tokens ?? timings.predicted_n;
  const { prompt_per_second: prefill, predicted_per_second: decode } = timings;
  if ([promptTokens, completionTokens, prefill, decode].every((value) => value === null)) return null;
  const { reasoning_tokens: reasoningTokens } = usage.completion_tokens_details;
  // Some servers include these in the prompt tokens, and some count them separately.
  const cachedTokens = Math.max(
    usage.prompt_tokens_details.cached_tokens ?? 0,
    usage.prompt_cache_hit_tokens ?? 0,
    (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
    timings.cache_n ?? 0,
  );
  return {
    promptTokens,
    completionTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(reasoningTokens !== null && { reasoningTokens }),
    ...(prefill !== null && { prefillTokensPerSecond: prefill }),
    ...(decode !== null && { decodeTokensPerSecond: decode }),
  };
}

/** Merges two reports of usage: a server may send the counts in one chunk and the times in another. */
function mergeUsage(earlierUsage: TokenUsage | null, nextUsage: TokenUsage): TokenUsage {
  if (earlierUsage === null) return nextUsage;
  return {
    ...earlierUsage,
    ...nextUsage,
    promptTokens: nextUsage.promptTokens ?? earlierUsage.promptTokens,
    completionTokens: nextUsage.completionTokens ?? earlierUsage.completionTokens,
  };
}
