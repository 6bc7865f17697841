import type { TokenUsage } from '../../domain/completion.ts';
import { asCount, asRecord } from './json.ts';

/**
 * Reads the `usage` of a chat completion, with the reasoning's share where it is counted, and the
 * `timings` that llama.cpp adds. Null when neither says anything.
 */
export function parseUsage(usage: unknown, timings: unknown): TokenUsage | null {
  const counts = asRecord(usage) ?? {};
  const times = asRecord(timings) ?? {};
  const promptTokens = asCount(counts['prompt_tokens']);
  const completionTokens = asCount(counts['completion_tokens']) ?? asCount(times['predicted_n']);
  const prefill = asRate(times['prompt_per_second']);
  const decode = asRate(times['predicted_per_second']);
  if ([promptTokens, completionTokens, prefill, decode].every((value) => value === null)) return null;
  const reasoningTokens = asCount(asRecord(counts['completion_tokens_details'])?.['reasoning_tokens']);
  return {
    promptTokens,
    completionTokens,
    ...(reasoningTokens !== null && { reasoningTokens }),
    ...(prefill !== null && { prefillTokensPerSecond: prefill }),
    ...(decode !== null && { decodeTokensPerSecond: decode }),
  };
}

/** What is known after `next`: a server may count in one chunk and time in another. */
export function mergeUsage(known: TokenUsage | null, next: TokenUsage): TokenUsage {
  if (known === null) return next;
  return {
    ...known,
    ...next,
    promptTokens: next.promptTokens ?? known.promptTokens,
    completionTokens: next.completionTokens ?? known.completionTokens,
  };
}

/** Servers write 0 or null for what they did not measure. */
function asRate(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null;
}
