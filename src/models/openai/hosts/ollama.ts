import { asCount, asList, asRecord, asText } from '../json.ts';
import type { OpenAIServer } from './openai-server.ts';

/** What Ollama gives a model where nobody says otherwise and memory is short. */
export const OLLAMA_USUAL_CONTEXT = 4096;

/**
 * Asks Ollama what its OpenAI-compatible half does not say: the context that `model` runs with, null where it
 * is not loaded or the version does not tell. Null instead of an answer where the server is no Ollama.
 */
export async function readOllama(
  server: OpenAIServer,
  model: string,
  signal: AbortSignal,
): Promise<{ readonly contextTokens: number | null } | null> {
  if (!server.endpoint.ok) return null;
  const { base, origin } = server.endpoint.endpoint;
  // A proxy may have put it under a path of its own.
  const above = base.slice(origin.length).replace(/\/v1$/, '');
  const running = asRecord(await server.readAt(`${above}/api/ps`, signal));
  if (!Array.isArray(running?.['models'])) return null;
  const found = asList(running['models'])
    .map(asRecord)
    .find((entry) => [model, `${model}:latest`].includes(asText(entry?.['name'])));
  return { contextTokens: asCount(found?.['context_length']) };
}
