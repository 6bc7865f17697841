/** Facts that Ollama and llama.cpp's server give in interfaces of their own, and not in their OpenAI-compatible one. */
import { array, object, pipe, safeParse, unknown } from 'valibot';
import { count, listOf, text, fields } from '../../json-shapes.ts';
import type { OllamaContext } from '../failures.ts';
import { ROOMY_CONTEXT } from '../server-presets.ts';
import type { OpenAIServer } from './openai-server.ts';

const running = object({
  models: pipe(array(unknown()), listOf(object({ name: text, context_length: count }))),
});

/** Ollama's context for a model by default if memory is short. */
export const OLLAMA_USUAL_CONTEXT = 4096;

const shown = object({ parameters: text });

/** Ollama's fingerprint in its answers. */
export const OLLAMA_FINGERPRINT = 'fp_ollama';

/** How to give a model of Ollama a longer context. A model whose Modelfile sets one does not heed the variable. */
export async function ollamaContext(
  server: OpenAIServer,
  model: string,
  signal: AbortSignal,
): Promise<OllamaContext> {
  const { success, output } = safeParse(shown, await server.readBeside('/api/show', signal, { model }));
  const numCtx = success ? (/^\s*num_ctx\s+(\d+)/m.exec(output.parameters)?.[1] ?? null) : null;
  return { model, numCtx, wanted: ROOMY_CONTEXT };
}

/**
 * Asks Ollama what its OpenAI-compatible half does not say: the context that `model` runs with, null where it
 * is not loaded or the version does not tell. Null instead of an answer where the server is no Ollama.
 */
export async function readOllama(
  server: OpenAIServer,
  model: string,
  signal: AbortSignal,
): Promise<{ readonly contextTokens: number | null } | null> {
  const { success, output } = safeParse(running, await server.readBeside('/api/ps', signal));
  if (!success) return null;
  const found = output.models.find(({ name }) => [model, `${model}:latest`].includes(name));
  return { contextTokens: found?.context_length ?? null };
}

const props = object({
  total_slots: count,
  default_generation_settings: fields({ n_ctx: count }),
});

export interface LlamaServerProps {
  /** Tokens of prompt and answer together that one slot can have; null where it does not say. */
  readonly contextTokens: number | null;
  /** Answers that are given at once; null where it does not say. */
  readonly slots: number | null;
}

/** Null where the server is no llama-server, or keeps its properties to itself. */
export async function readLlamaServer(
  server: OpenAIServer,
  signal: AbortSignal,
): Promise<LlamaServerProps | null> {
  const { success, output } = safeParse(props, await server.readBeside('/props', signal));
  if (!success) return null;
  // A context of 0 stands for "not loaded yet".
  return {
    contextTokens: output.default_generation_settings.n_ctx || null,
    slots: output.total_slots || null,
  };
}
