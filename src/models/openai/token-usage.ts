import { parse } from 'valibot';
import type { TokenUsage } from '../../domain/completion.ts';
import { count, fields, positive } from '../json-shapes.ts';

const counted = fields({
  usage: fields({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: fields({ cached_tokens: count }),
    prompt_cache_hit_tokens: count,
    cache_read_input_tokens: count,
    cache_creation_input_tokens: count,
    completion_tokens_details: fields({ reasoning_tokens: count }),
  }),
  // Servers write 0 or null for what they did not measure.
  timings: fields({
    cache_n: count,
    predicted_n: count,
    prompt_per_second: positive,
    predicted_per_second: positive,
  }),
});

/**
 * Reads the `usage` of a chat completion, with the reasoning's share where it is counted, and the
 * `timings` that llama.cpp adds. Null when neither says anything.
 */
export function parseUsage(completion: unknown): TokenUsage | null {
  const { usage, timings } = parse(counted, completion);
  const promptTokens = usage.prompt_tokens;
  const completionTokens = usage.completion_tokens ?? timings.predicted_n;
  const { prompt_per_second: prefill, predicted_per_second: decode } = timings;
  if ([promptTokens, completionTokens, prefill, decode].every((value) => value === null)) return null;
  const { reasoning_tokens: reasoningTokens } = usage.completion_tokens_details;
  // Some count these among the tokens of the prompt, and some apart.
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

/** Merges two counts: a server may count in one chunk and time in another. */
export function mergeUsage(known: TokenUsage | null, next: TokenUsage): TokenUsage {
  if (known === null) return next;
  return {
    ...known,
    ...next,
    promptTokens: next.promptTokens ?? known.promptTokens,
    completionTokens: next.completionTokens ?? known.completionTokens,
  };
}
