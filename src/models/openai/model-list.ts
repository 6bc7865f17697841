import { array, object, parse, safeParse, union, unknown, type InferOutput } from 'valibot';
import type { ModelFailure } from '../chat-model.ts';
import { count, fields, listOf, text } from '../json-shapes.ts';

export interface ListedModel {
  readonly name: string;
  /** Tokens of prompt and completion together; null if the server does not report it. */
  readonly contextTokens: number | null;
  /** `contextTokens` is what the server runs with, and not only what the model was trained for. */
  readonly contextIsSure: boolean;
  /** The server answers with this model whatever name is asked for (llama.cpp). */
  readonly answersAnyName: boolean;
}

export type ModelListing =
  | { readonly ok: true; readonly models: readonly ListedModel[] }
  | { readonly ok: false; readonly failure: ModelFailure };

const entry = object({
  id: text,
  name: text,
  owned_by: text,
  max_model_len: count,
  context_length: count,
  context_window: count,
  meta: fields({ n_ctx: count, n_ctx_train: count }),
});

const bare = array(unknown());

/** The largest services list a few hundred. */
const MOST_MODELS = 5000;
const LONGEST_NAME = 500;

/**
 * Reads the answer to `GET /models`: `{data: [{id, …}]}`, or a bare list (Together). The context length is
 * `max_model_len` (vLLM), `context_length` (OpenRouter), `context_window` (Groq), or llama.cpp's
 * `meta.n_ctx`, else its `meta.n_ctx_train`, which is what the model was trained for: the server may have
 * been started with less. If two have one name, the first counts. Null when it is no list of models.
 */
export function parseModelList(value: unknown): ListedModel[] | null {
  const { success, output } = safeParse(union([bare, object({ data: bare })]), value);
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

/** The entry that a server would use for `name`. Ollama's `model` stands for `model:latest`. */
export function findModel(models: readonly ListedModel[], name: string): ListedModel | null {
  const exact = models.find((model) => model.name === name || model.name === `${name}:latest`);
  return exact ?? models.find((model) => model.answersAnyName) ?? null;
}

/** Whether no model is named, or a list names others alone; an empty list says nothing. */
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
