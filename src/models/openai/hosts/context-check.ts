import { found, type Found } from '../connection-check.ts';
import { finding } from '../finding.ts';
import { admittingOptions, ROOMY_CONTEXT, type ServerOption } from '../server-presets.ts';
import type { ListedModel } from '../model-list.ts';
import { readLlamaServer } from './llama-server.ts';
import { OLLAMA_USUAL_CONTEXT, readOllama } from './ollama.ts';
import type { OpenAIServer } from './openai-server.ts';

/** Reasoning about a hard problem takes more than this leaves. */
const SHORT_CONTEXT = 16_384;
const OLLAMA_BASE = 'http://localhost:11434/v1';

/**
 * How much a model can read and write at once, and what to do where that is little.
 * @param listed the model's entry in the server's list; null where there is none
 */
export async function checkContext(
  server: OpenAIServer,
  model: string,
  listed: ListedModel | null,
  signal: AbortSignal,
): Promise<Found> {
  // Only llama.cpp answers to any name.
  const llama = listed?.answersAnyName ? await readLlamaServer(server, signal) : null;
  // The context that the server runs with counts before the model's training context.
  const told = llama?.contextTokens ?? listed?.contextTokens ?? null;
  const ollama = told === null && isNear(server) ? await readOllama(server, model, signal) : null;
  const tokens = told ?? ollama?.contextTokens ?? null;
  if (tokens === null && ollama !== null)
    return found('warning', finding('ollamaContextUnknown', OLLAMA_USUAL_CONTEXT), ollamaOptions(server));
  if (tokens === null) return found('skipped', finding('contextUnknown'));
  if (llama?.slots != null && llama.slots > 1) return slotted(tokens, llama.slots);
  if (tokens >= SHORT_CONTEXT) return found('passed', finding('contextLong', tokens));
  const options = ollama === null ? CONTEXT_OPTIONS : ollamaOptions(server);
  return found('warning', finding('contextShort', tokens), options);
}

/**
 * llama-server's slots share one context unless it is told otherwise, and does not say which: where the sum of their
 * answers fills it, all of them end.
 */
function slotted(tokens: number, slots: number): Found {
  const share = Math.floor(tokens / slots);
  if (share >= SHORT_CONTEXT) return found('passed', finding('contextShared', tokens, slots));
  const options = [{ server: 'llama.cpp', text: `--ctx-size ${ROOMY_CONTEXT * slots}` }];
  return found('warning', finding('contextShortShared', tokens, slots, share), options);
}

const CONTEXT_OPTIONS: readonly ServerOption[] = [
  { server: 'vLLM', text: `--max-model-len ${ROOMY_CONTEXT}` },
  { server: 'SGLang', text: `--context-length ${ROOMY_CONTEXT}` },
  { server: 'TGI', text: `--max-total-tokens ${ROOMY_CONTEXT}` },
  { server: 'llama.cpp', text: `--ctx-size ${ROOMY_CONTEXT}` },
];

/** The same line as the one that admits this page: started again without it, Ollama would forget the page. */
function ollamaOptions({ origin }: OpenAIServer): readonly ServerOption[] {
  if (origin !== null) return admittingOptions(origin, OLLAMA_BASE);
  return [{ server: 'Ollama', text: `OLLAMA_CONTEXT_LENGTH=${ROOMY_CONTEXT} ollama serve` }];
}

/** Companies in the web run no Ollama, and need not be asked. */
function isNear({ endpoint: result }: OpenAIServer): boolean {
  return result.ok && (result.endpoint.space !== 'public' || result.endpoint.host.endsWith(':11434'));
}
