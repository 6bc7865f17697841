import { array, object, parse, safeParse, union, unknown, type InferOutput } from 'valibot';
import type { OrFailure } from '../failure.ts';
import { count, fields, listOf, text } from '../json-shapes.ts';

export interface ListedModel {
  readonly name: string;
  /**
   * Size of the context window in tokens, for prompt and completion together; null if the server does not
   * report it.
   */
  readonly contextTokens: number | null;
  /**
   * Whether `contextTokens` is the window that the server runs with, rather than the one that the model was
   * trained for.
   */
  readonly contextIsSure: boolean;
  /** Whether the server answers with this model for any requested name (llama.cpp). */
  readonly answersAnyName: boolean;
}

export type ModelListing = OrFailure<{ readonly models: readonly ListedModel[] }>;

const entry = object({
  id: text,
  name: text,
  owned_by: text,
  max_model_len: count,
  context_length: count,
  context_window: count,
  meta: fields({ n_ctx: count, n_ctx_train: count }),
});

const bareList = array(unknown());

/** Maximum number of entries that are read. The largest services list a few hundred. */
const MOST_MODELS = 5000;
const LONGEST_NAME = 500;

/**
 * Reads the response to `GET /models`: `{data: [{id, …}]}`, or a bare array (Together). The context length is
 * `max_model_len` (vLLM), `context_length` (OpenRouter), `context_window` (Groq), or llama.cpp's
 * `meta.n_ctx`, otherwise its `meta.n_ctx_train`. The last one is the training context; the server may run
 * with less. If two entries have the same name, the first is used. Null for anything but a list of models.
 */
export function parseModelList(value: unknown): ListedModel[] | null {
  const { success, output } = safeParse(union([bareList, object({ data: bareList })]), value);
  if (!success) return null;
  const byName = new Map<string, ListedModel>();
  for (const model of parse(listOf(entry), Array.isArray(output) ? output : output.data)) {
    const name = model.id || model.name;
    if (name === '' || name.length > LONGEST_NAME || byName.has(name) || byName.size === MOST_MODELS)
      continue;
    const answersAnyName = model.owned_by === 'llamacpp';
    const contextIsSure = isSure(model);
    byName.set(name, { name, contextTokens: contextOf(model), contextIsSure, answersAnyName });
  }
  return [...byName.values()];
}

/**
 * Returns the entry that a server would use for `name`; null if there is none. Ollama uses `model:latest` for
 * `model`.
 */
export function findModel(models: readonly ListedModel[], name: string): ListedModel | null {
  const exactMatch = models.find((model) => model.name === name || model.name === `${name}:latest`);
  return exactMatch ?? models.find((model) => model.answersAnyName) ?? null;
}

/** Whether `name` is empty or missing in a list of models. No name is missing in an empty list. */
export function lacksModel(models: readonly ListedModel[], name: string): boolean {
  return name === '' || (models.length > 0 && findModel(models, name) === null);
}

function isSure({ meta, max_model_len }: InferOutput<typeof entry>): boolean {
  return (max_model_len ?? meta.n_ctx ?? 0) > 0;
}

function contextOf({ meta, ...model }: InferOutput<typeof entry>): number | null {
  const candidates = [
    model.max_model_len,
    model.context_length,
    model.context_window,
    meta.n_ctx,
    meta.n_ctx_train,
  ];
  return candidates.find((tokens) => tokens !== null && tokens > 0) ?? null;
}
