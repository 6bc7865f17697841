import type { CheckStep } from '../connection-check.ts';
import { admittingOptions, ROOMY_CONTEXT, type ServerOption } from '../server-presets.ts';
import { OLLAMA_USUAL_CONTEXT, readOllama } from './ollama.ts';
import type { OpenAIServer } from './openai-server.ts';

/** Reasoning about a hard problem takes more than this leaves. */
const SHORT_CONTEXT = 16_384;
const OLLAMA_BASE = 'http://localhost:11434/v1';

/**
 * How much a model can read and write at once, and what to do where that is little.
 * @param listed what the server's list of models says; null where it does not
 */
export async function checkContext(
  server: OpenAIServer,
  model: string,
  listed: number | null,
  signal: AbortSignal,
): Promise<Omit<CheckStep, 'id'>> {
  const ollama = listed === null && isNear(server) ? await readOllama(server, model, signal) : null;
  const tokens = listed ?? ollama?.contextTokens ?? null;
  if (tokens === null && ollama !== null) {
    return warning(
      `Ollama does not say how much context it gives this model. Without a setting it may be ${written(OLLAMA_USUAL_CONTEXT)} tokens, and long reasoning is cut off there.`,
      ollamaOptions(server),
    );
  }
  if (tokens === null) {
    const detail = 'The server does not say how long its context is.';
    return { outcome: 'skipped', detail, remedy: '', options: [] };
  }
  const detail = `${written(tokens)} tokens for prompt and answer together`;
  if (tokens >= SHORT_CONTEXT) return { outcome: 'passed', detail: `${detail}.`, remedy: '', options: [] };
  const options = ollama === null ? CONTEXT_OPTIONS : ollamaOptions(server);
  return warning(`${detail}: long reasoning is cut off there.`, options);
}

function warning(detail: string, options: readonly ServerOption[]): Omit<CheckStep, 'id'> {
  return { outcome: 'warning', detail, remedy: 'Start the server with a longer context.', options };
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

function written(tokens: number): string {
  return tokens.toLocaleString('en');
}
