import { parse } from 'valibot';
import type { TokenUsage } from '../../domain/completion.ts';
import { count, fields, positive } from '../json-shapes.ts';

const counted = fields({
  usage: fields({
    prompt_tokens: count,
    completion_tokens: count,
    completion_tokens_details: fields({ reasoning_tokens: count }),
  }),
  // Servers write 0 or null for what they did not measure.
  timings: fields({ predicted_n: count, prompt_per_second: positive, predicted_per_second: positive }),
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
  return {
    promptTokens,
    completionTokens,
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
