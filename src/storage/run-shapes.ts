/** The shapes that a stored run must have to be shown. Fields that are not named here are permitted and kept. */
import {
  array,
  is,
  literal,
  nullable,
  number,
  object,
  optional,
  string,
  union,
  type GenericSchema,
} from 'valibot';
import type { Redraw } from '../domain/answer.ts';
import type { Run, RunRow } from '../domain/run.ts';

const prompt = object({ name: string(), label: string(), messages: array(object({ content: string() })) });
const sampling = object({
  temperature: number(),
  topP: number(),
  maxTokens: nullable(number()),
  seed: nullable(number()),
});

const left = optional(
  object({
    unknown: number(),
    unknownIds: array(string()),
    unread: number(),
    note: nullable(string()),
    repeated: optional(number()),
    sharing: optional(number()),
  }),
);

const run = object({
  id: string(),
  name: string(),
  made: string(),
  source: union([
    object({ type: literal('model'), choice: string(), label: string() }),
    object({ type: literal('recorded') }),
    object({ type: literal('answers'), run: string(), label: string(), left }),
    object({ type: literal('file'), name: string(), left }),
  ]),
  problems: array(
    object({
      set: string(),
      id: string(),
      title: string(),
      difficulty: nullable(string()),
      source: string(),
      mode: string(),
      date: nullable(string()),
      samples: optional(number()),
    }),
  ),
  samples: number(),
  asked: nullable(object({ prompt, sampling })),
  redraws: optional(
    array(
      object({
        set: string(),
        id: string(),
        sample: number(),
        oldLimit: nullable(number()),
        oldTokens: number(),
        limit: number(),
      }),
    ),
  ),
  profile: string(),
  concurrency: number(),
  budget: object({
    tokens: nullable(number()),
    minutes: nullable(number()),
    money: nullable(number()),
    price: nullable(object({ prompt: number(), completion: number() })),
  }),
  spentMs: number(),
  origin: optional(string()),
  summary: object({ answered: number(), judged: number(), failed: number(), passAt1: nullable(number()) }),
}) satisfies GenericSchema<unknown, unknown>;

export function isRun(value: unknown): value is Run {
  return is(run, value);
}

/** Checked by hand, not by the shapes, and only the fields that figures use, because a run may have 100,000 rows. */
export function isRunRow(value: unknown): value is RunRow {
  if (typeof value !== 'object' || value === null) return false;
  const { set, id, sample, tokens, failure, judged, redrawn } = value as Partial<
    Record<keyof RunRow, unknown>
  >;
  if (typeof set !== 'string' || typeof id !== 'string' || typeof sample !== 'number') return false;
  if (typeof tokens !== 'number' || (failure !== null && typeof failure !== 'string')) return false;
  if (redrawn !== undefined && !isRedraw(redrawn)) return false;
  if (judged === null) return true;
  const { verdict, reward, flags } = Object(judged) as Record<string, unknown>;
  return (
    typeof verdict === 'string' && (reward === null || typeof reward === 'number') && Array.isArray(flags)
  );
}

function isRedraw(value: unknown): value is Redraw {
  const { oldLimit, oldTokens, limit } = Object(value) as Record<string, unknown>;
  return (
    (oldLimit === null || typeof oldLimit === 'number') &&
    typeof oldTokens === 'number' &&
    typeof limit === 'number'
  );
}
