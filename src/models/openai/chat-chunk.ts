import type { FinishReason, TokenUsage } from '../../domain/completion.ts';
import type { TokenLogprob } from '../chat-model.ts';
import { parseFinishReason } from '../finish-reason.ts';
import { asCount, asList, asRecord, asText, type JsonRecord } from './json.ts';
import { parseUsage } from './token-usage.ts';

/** One chunk of a streamed chat completion, or a whole one, in one shape. */
export interface ChatChunk {
  /** In the order given; a chunk without any may still hold the usage. */
  readonly choices: readonly ChoiceDelta[];
  readonly usage: TokenUsage | null;
  /** What the server says it answers with; null where it does not say. */
  readonly model: string | null;
  readonly fingerprint: string | null;
}

/** What a chunk adds to one of the answers asked for. */
export interface ChoiceDelta {
  readonly index: number;
  readonly reasoning: string;
  readonly text: string;
  readonly finishReason: FinishReason | null;
  readonly logprobs: readonly TokenLogprob[];
}

/**
 * Reads `{choices: [{index, delta | message, logprobs, finish_reason}], usage, model, system_fingerprint}`.
 * Reasoning comes as `reasoning_content` (DeepSeek, SGLang, llama.cpp, older vLLM), `reasoning` (newer vLLM,
 * Ollama, OpenRouter) or as `thinking` parts of a list (Mistral). Null when it is no chat completion at all.
 */
export function parseChatChunk(value: unknown): ChatChunk | null {
  const record = asRecord(value);
  if (record === null) return null;
  const usage = parseUsage(record['usage'], record['timings']);
  if (!Array.isArray(record['choices']) && usage === null) return null;
  return {
    choices: asList(record['choices']).flatMap((choice) => readChoice(asRecord(choice))),
    usage,
    model: asText(record['model']) || null,
    fingerprint: asText(record['system_fingerprint']) || null,
  };
}

function readChoice(choice: JsonRecord | null): ChoiceDelta[] {
  if (choice === null) return [];
  const delta = asRecord(choice['delta']) ?? asRecord(choice['message']) ?? {};
  const content = readContent(delta['content']);
  return [
    {
      index: asCount(choice['index']) ?? 0,
      reasoning: (asText(delta['reasoning_content']) || asText(delta['reasoning'])) + content.reasoning,
      text: content.text,
      finishReason: parseFinishReason(choice['finish_reason']),
      logprobs: readLogprobs(asRecord(choice['logprobs'])),
    },
  ];
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

/** OpenAI's `{content: [{token, logprob}]}`, or the two lists of older servers, `{tokens, token_logprobs}`. */
function readLogprobs(logprobs: JsonRecord | null): TokenLogprob[] {
  if (logprobs === null) return [];
  const tokens = asList(logprobs['tokens']);
  const entries = Array.isArray(logprobs['content'])
    ? asList(logprobs['content'])
    : asList(logprobs['token_logprobs']).map((logprob, at) => ({ token: tokens[at], logprob }));
  return entries.flatMap((entry) => {
    const { token, logprob } = asRecord(entry) ?? {};
    if (typeof token !== 'string' || typeof logprob !== 'number') return [];
    // Rounding puts a certain token a little above 0.
    return [{ token, logprob: Math.min(0, logprob) }];
  });
}
