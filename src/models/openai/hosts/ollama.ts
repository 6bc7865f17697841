import { array, object, pipe, safeParse, unknown } from 'valibot';
import { count, listOf, text } from '../../json-shapes.ts';
import type { OpenAIServer } from './openai-server.ts';

const running = object({
  models: pipe(array(unknown()), listOf(object({ name: text, context_length: count }))),
});

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
  const { success, output } = safeParse(running, await server.readAt(`${above}/api/ps`, signal));
  if (!success) return null;
  const found = output.models.find(({ name }) => [model, `${model}:latest`].includes(name));
  return { contextTokens: found?.context_length ?? null };
}
