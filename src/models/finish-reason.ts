import type { FinishReason } from '../domain/completion.ts';

/**
 * Finish reasons of servers: OpenAI's, and those of TGI, Mistral, vLLM, Anthropic, Cohere and OpenRouter that differ.
 */
const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['eos_token', 'stop'],
  ['stop_sequence', 'stop'],
  ['end_turn', 'stop'],
  ['complete', 'stop'],
  ['refusal', 'stop'],
  ['tool_calls', 'stop'],
  ['tool_use', 'stop'],
  ['function_call', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'context'],
  ['context', 'context'],
  ['content_filter', 'content-filter'],
  ['content-filter', 'content-filter'],
  ['too-long', 'too-long'],
  ['stopped', 'stopped'],
]);

/**
 * Converts the `finish_reason` of a server or a file; null if there is none (not a string, or ''). A reason
 * that is not a normal end, such as `abort` or `insufficient_system_resource`, is converted to 'interrupted'.
 */
export function parseFinishReason(value: unknown): FinishReason | null {
  if (typeof value !== 'string' || value === '') return null;
  return FINISH_REASONS.get(value.toLowerCase()) ?? 'interrupted';
}

/**
 * Converts the finish reason of an engine on this machine. An engine reports 'length' both for the token
 * limit and for a full window; only the count distinguishes them.
 * @param reason the finish reason that the engine reported, or null if it reported none
 */
export function engineReason(
  reason: string | null,
  generatedTokens: number,
  maxTokens: number | null,
): FinishReason {
  if (reason === null) return 'interrupted';
  if (reason === 'abort') return 'stopped';
  if (reason !== 'length') return 'stop';
  return maxTokens !== null && generatedTokens >= maxTokens ? 'length' : 'context';
}
