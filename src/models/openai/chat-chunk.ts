import { array, fallback, is, nullable, number, object, parse, string, union, unknown } from 'valibot';
import type { InferOutput } from 'valibot';
import type { FinishReason, TokenUsage } from '../../domain/completion.ts';
import type { TokenLogprob } from '../chat-model.ts';
import { parseFinishReason } from '../finish-reason.ts';
import { count, fields, list, listOf, text, positiveOrNull } from '../json-shapes.ts';

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
export interface ChoiceDelta {
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
export function mergeUsage(earlierUsage: TokenUsage | null, nextUsage: TokenUsage): TokenUsage {
  if (earlierUsage === null) return nextUsage;
  return {
    ...earlierUsage,
    ...nextUsage,
    promptTokens: nextUsage.promptTokens ?? earlierUsage.promptTokens,
    completionTokens: nextUsage.completionTokens ?? earlierUsage.completionTokens,
  };
}
