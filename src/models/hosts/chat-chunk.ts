import type { FinishReason, TokenUsage } from '../../domain/completion.ts';
import { parseFinishReason } from '../finish-reason.ts';
import { asCount, asList, asRecord, asText } from './json.ts';

/** One chunk of a streamed chat completion, or a whole one, in one shape. */
export interface ChatChunk {
  readonly reasoning: string;
  readonly text: string;
  readonly finishReason: FinishReason | null;
  readonly usage: TokenUsage | null;
}

/**
 * Reads `{choices: [{delta | message, finish_reason}], usage}`. Reasoning comes as `reasoning_content`
 * (DeepSeek, SGLang, llama.cpp, older vLLM), `reasoning` (newer vLLM, Ollama, OpenRouter) or as `thinking`
 * parts of a list (Mistral). Only choice 0 counts; a chunk with no choices may hold the usage. Null when
 * it is no chat completion at all.
 */
export function parseChatChunk(value: unknown): ChatChunk | null {
  const record = asRecord(value);
  if (record === null) return null;
  const usage = parseUsage(record['usage']);
  if (!Array.isArray(record['choices']) && usage === null) return null;
  const choices = asList(record['choices']).map(asRecord);
  const choice = choices.find((candidate) => (candidate?.['index'] ?? 0) === 0) ?? {};
  const delta = asRecord(choice['delta']) ?? asRecord(choice['message']) ?? {};
  const content = readContent(delta['content']);
  return {
    reasoning: (asText(delta['reasoning_content']) || asText(delta['reasoning'])) + content.reasoning,
    text: content.text,
    finishReason: parseFinishReason(choice['finish_reason']),
    usage,
  };
}

function readContent(content: unknown): { reasoning: string; text: string } {
  if (!Array.isArray(content)) return { reasoning: '', text: asText(content) };
  let reasoning = '';
  let text = '';
  for (const part of content.map(asRecord)) {
    text += asText(part?.['text']);
    for (const thought of asList(part?.['thinking'])) reasoning += asText(asRecord(thought)?.['text']);
  }
  return { reasoning, text };
}

function parseUsage(value: unknown): TokenUsage | null {
  const record = asRecord(value);
  if (record === null) return null;
  const promptTokens = asCount(record['prompt_tokens']);
  const completionTokens = asCount(record['completion_tokens']);
  return promptTokens === null && completionTokens === null ? null : { promptTokens, completionTokens };
}
