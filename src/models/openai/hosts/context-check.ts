import { numberText } from '../../../base/number-words.ts';
import { stepResult, type StepResult } from '../endpoint-port.ts';
import { admittingOptions, ROOMY_CONTEXT, type ServerOption } from '../server-presets.ts';
import type { ListedModel } from '../model-list.ts';
import { readLlamaServer, OLLAMA_USUAL_CONTEXT, readOllama } from './own-interfaces.ts';
import type { OpenAIServer } from './openai-server.ts';

/** Shortest sufficient context, in tokens. Reasoning about a hard problem needs more. */
const SHORT_CONTEXT = 16_384;
const OLLAMA_BASE = 'http://localhost:11434/v1';
const SHORT = 'long reasoning is cut off there';
const LONGER_CONTEXT = 'Start the server with a longer context.';
const OLLAMA_UNKNOWN = `Ollama does not say how much context it gives this model. Without a setting it may be ${numberText(OLLAMA_USUAL_CONTEXT)} tokens, and ${SHORT}.`;
const roomOf = (tokens: number): string => `${numberText(tokens)} tokens for prompt and answer together`;

/**
 * Reports the size of the context, and a remedy if it is small.
 * @param listed the model's entry in the server's list; null for none
 */
export async function checkContext(
  server: OpenAIServer,
  model: string,
  listed: ListedModel | null,
  signal: AbortSignal,
): Promise<StepResult> {
  // Only llama.cpp accepts any model name.
  const llama = listed?.answersAnyName ? await readLlamaServer(server, signal) : null;
  // The running context takes precedence over the training context.
  const reported = llama?.contextTokens ?? listed?.contextTokens ?? null;
  const ollama = reported === null && isNear(server) ? await readOllama(server, model, signal) : null;
  const tokens = reported ?? ollama?.contextTokens ?? null;
  if (tokens === null && ollama !== null)
    return stepResult('warning', { detail: OLLAMA_UNKNOWN, remedy: LONGER_CONTEXT }, ollamaOptions(server));
  if (tokens === null) return stepResult('skipped', 'The server does not say how long its context is.');
  if (llama?.slots != null && llama.slots > 1) return slotted(tokens, llama.slots);
  if (tokens >= SHORT_CONTEXT) return stepResult('passed', `${roomOf(tokens)}.`);
  const options = ollama === null ? CONTEXT_OPTIONS : ollamaOptions(server);
  const detail = `${roomOf(tokens)}: ${SHORT}.`;
  return stepResult('warning', { detail, remedy: LONGER_CONTEXT }, options);
}

/**
 * Reports the context of a llama-server with several slots. They share one context unless an option separates them,
 * which the server does not report. If their answers together fill a shared context, all of them end.
 */
function slotted(tokens: number, slots: number): StepResult {
  const share = Math.floor(tokens / slots);
  const room = `${roomOf(tokens)}, which ${slots} answers at once may have to share`;
  if (share >= SHORT_CONTEXT) return stepResult('passed', `${room}.`);
  const options = [{ server: 'llama.cpp', text: `--ctx-size ${ROOMY_CONTEXT * slots}` }];
  const detail = `${room}: each of them has ${numberText(share)}, and ${SHORT}.`;
  const remedy =
    'Start the server with a longer context, or with --parallel 1 and ask for one answer at a time.';
  return stepResult('warning', { detail, remedy }, options);
}

const CONTEXT_OPTIONS: readonly ServerOption[] = [
  { server: 'vLLM', text: `--max-model-len ${ROOMY_CONTEXT}` },
  { server: 'SGLang', text: `--context-length ${ROOMY_CONTEXT}` },
  { server: 'TGI', text: `--max-total-tokens ${ROOMY_CONTEXT}` },
  { server: 'llama.cpp', text: `--ctx-size ${ROOMY_CONTEXT}` },
];

/** Includes the option that admits this page: if Ollama were restarted without it, it would refuse the page. */
function ollamaOptions({ origin }: OpenAIServer): readonly ServerOption[] {
  if (origin !== null) return admittingOptions(origin, OLLAMA_BASE);
  return [{ server: 'Ollama', text: `OLLAMA_CONTEXT_LENGTH=${ROOMY_CONTEXT} ollama serve` }];
}

/**
 * Whether the server is on this machine or in its network. Public services do not run Ollama, so they are not asked.
 */
function isNear({ endpoint: result }: OpenAIServer): boolean {
  return result.ok && (result.endpoint.space !== 'public' || result.endpoint.host.endsWith(':11434'));
}
