import type { ModelFailure } from '../chat-model.ts';
import { asCount, asList, asRecord, asText } from './json.ts';

export interface ListedModel {
  readonly name: string;
  /** Tokens of prompt and completion together; null where the server does not say. */
  readonly contextTokens: number | null;
  /** The server answers with this model whatever name is asked for (llama.cpp). */
  readonly answersAnyName: boolean;
}

export type ModelListing =
  | { readonly ok: true; readonly models: readonly ListedModel[] }
  | { readonly ok: false; readonly failure: ModelFailure };

/**
 * Reads the answer to `GET /models`: `{data: [{id, …}]}`, or a bare list (Together). The context length is
 * `max_model_len` (vLLM), `context_length` (OpenRouter), `context_window` (Groq), or llama.cpp's
 * `meta.n_ctx`, else its `meta.n_ctx_train`, which is what the model was trained for: the server may have
 * been started with less. Null when it is no list of models.
 */
export function parseModelList(value: unknown): ListedModel[] | null {
  const data = Array.isArray(value) ? (value as unknown[]) : asRecord(value)?.['data'];
  if (!Array.isArray(data)) return null;
  return asList(data).flatMap((entry) => {
    const record = asRecord(entry);
    const name = asText(record?.['id']) || asText(record?.['name']);
    if (record === null || name === '') return [];
    return [{ name, contextTokens: contextOf(record), answersAnyName: record['owned_by'] === 'llamacpp' }];
  });
}

/** The entry that a server would use for `name`. Ollama's `model` stands for `model:latest`. */
export function findModel(models: readonly ListedModel[], name: string): ListedModel | null {
  const exact = models.find((model) => model.name === name || model.name === `${name}:latest`);
  return exact ?? models.find((model) => model.answersAnyName) ?? null;
}

function contextOf(record: Readonly<Record<string, unknown>>): number | null {
  const meta = asRecord(record['meta']) ?? {};
  const candidates = [
    record['max_model_len'],
    record['context_length'],
    record['context_window'],
    meta['n_ctx'],
    meta['n_ctx_train'],
  ];
  return candidates.map(asCount).find((count) => count !== null && count > 0) ?? null;
}
