import type { FinishReason } from '../domain/completion.ts';

/** Words seen on the wire: OpenAI's, and those of TGI, Mistral, vLLM and OpenRouter where they differ. */
const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'context'],
  ['context', 'context'],
  ['content_filter', 'content-filter'],
  ['content-filter', 'content-filter'],
  ['abort', 'interrupted'],
  ['error', 'interrupted'],
  ['interrupted', 'interrupted'],
  ['stopped', 'stopped'],
]);

/**
 * A server's or a file's `finish_reason` in our words; null when there is none (not a string, or '').
 * An unknown word counts as 'stop': the server ended the answer and said so.
 */
export function parseFinishReason(value: unknown): FinishReason | null {
  if (typeof value !== 'string' || value === '') return null;
  return FINISH_REASONS.get(value.toLowerCase()) ?? 'stop';
}

/**
 * An engine's 'length': it says so both of the token limit and of a full window, and only the count tells
 * them apart.
 */
export function lengthReason(generatedTokens: number, maxTokens: number | null): FinishReason {
  return maxTokens !== null && generatedTokens >= maxTokens ? 'length' : 'context';
}
