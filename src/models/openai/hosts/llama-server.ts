/** The facts that llama.cpp's server gives at `/props`, and not in its list of models. */
import { safeParse, object } from 'valibot';
import { count, fields } from '../../json-shapes.ts';
import type { OpenAIServer } from './openai-server.ts';

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
