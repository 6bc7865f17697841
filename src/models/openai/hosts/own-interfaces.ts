/**
 * Facts from the native interfaces of Ollama and llama.cpp's server, which their OpenAI-compatible interfaces
 * do not report.
 */
import { array, object, pipe, safeParse, unknown } from 'valibot';
import { count, listOf, text, fields } from '../../json-shapes.ts';
import type { OllamaContext } from './diagnosis.ts';
import { ROOMY_CONTEXT } from '../server-presets.ts';
import type { OpenAIServer } from './openai-server.ts';

const runningModels = object({
  models: pipe(array(unknown()), listOf(object({ name: text, context_length: count }))),
});

/** Ollama's default context window for a model when memory is short, in tokens. */
export const OLLAMA_USUAL_CONTEXT = 4096;

const showResponse = object({ parameters: text });

/** Ollama's fingerprint in its answers. */
export const OLLAMA_FINGERPRINT = 'fp_ollama';

/**
 * Reads the facts for the advice on a longer context window in Ollama. The environment variable has no effect
 * on a model whose Modelfile sets the window.
 */
export async function ollamaContext(
  server: OpenAIServer,
  model: string,
  signal: AbortSignal,
): Promise<OllamaContext> {
  const { success, output } = safeParse(
    showResponse,
    await server.readBeside('/api/show', signal, { model }),
  );
  const numCtx = success ? (/^\s*num_ctx\s+(\d+)/m.exec(output.parameters)?.[1] ?? null) : null;
  return { model, numCtx, wantedTokens: ROOMY_CONTEXT };
}

/**
 * Requests from Ollama the context window that `model` runs with; null if the model is not loaded or the
 * version does not report it. Returns null if the server is not Ollama.
 */
export async function readOllama(
  server: OpenAIServer,
  model: string,
  signal: AbortSignal,
): Promise<{ readonly contextTokens: number | null } | null> {
  const { success, output } = safeParse(runningModels, await server.readBeside('/api/ps', signal));
  if (!success) return null;
  const loadedModel = output.models.find(({ name }) => [model, `${model}:latest`].includes(name));
  return { contextTokens: loadedModel?.context_length ?? null };
}

const props = object({
  total_slots: count,
  default_generation_settings: fields({ n_ctx: count }),
});

export interface LlamaServerProps {
  /** Context window of one slot in tokens, for prompt and answer together; null if not reported. */
  readonly contextTokens: number | null;
  /** Number of parallel answers; null if not reported. */
  readonly slots: number | null;
}

/** Reads the properties of llama-server; null if the server is not llama-server, or does not report them. */
export async function readLlamaServer(
  server: OpenAIServer,
  signal: AbortSignal,
): Promise<LlamaServerProps | null> {
  const { success, output } = safeParse(props, await server.readBeside('/props', signal));
  if (!success) return null;
  // A context of 0 means that no model is loaded yet.
  return {
    contextTokens: output.default_generation_settings.n_ctx || null,
    slots: output.total_slots || null,
  };
}
