import {
  fallback,
  number,
  object,
  parse,
  pipe,
  record,
  safeParse,
  string,
  transform,
  union,
  unknown,
} from 'valibot';
import type { InferOutput } from 'valibot';
import { parseJson } from '../../base/parse-json.ts';
import { fields, list, listOf, text } from '../json-shapes.ts';
import { textWithoutKey } from './echoed-key.ts';

/** A server's refusal in one shape. */
export interface ServerError {
  /** HTTP status; 0 where there was none (an error inside a stream without a code). */
  readonly status: number;
  /** The server's own words on one line, key removed, at most 300 characters; '' when it gave none. */
  readonly text: string;
  /** `code`, `type` and `param` of the error object, lower case, joined by blanks. */
  readonly code: string;
}

const LONGEST_QUOTE = 300;

const code = fallback(pipe(union([string(), number()]), transform(String)), '');

const refusal = fields({
  message: text,
  error: text,
  // FastAPI's validation errors are a list.
  detail: fallback(union([string(), listOf(object({ loc: list, msg: text }))]), ''),
  code,
  type: code,
  param: code,
});

const wrapped = object({ error: record(string(), unknown()) });

/**
 * Reads the body of an error response: OpenAI's `{error: {message, code, type, param}}`, a bare
 * `{error: "…"}` (TGI, Ollama), `{message}` (older vLLM), `{detail}` (FastAPI), or plain text. From an HTML page only
 * its title is kept. The key is removed from everything, since servers like to repeat it.
 */
export function parseServerError(status: number, body: unknown, key: string): ServerError {
  const parsed = typeof body === 'string' ? parseJson(body) : body;
  const value = parsed === undefined ? body : parsed;
  const inner = safeParse(wrapped, value);
  const error = parse(refusal, inner.success ? inner.output.error : value);
  const codes = [error.code, error.type, error.param].filter((part) => part !== '');
  return {
    status: status === 0 ? statusOf(error.code) : status,
    text: shorten(textWithoutKey(typeof value === 'string' ? plainText(value) : messageOf(error), key)),
    code: textWithoutKey(codes.join(' '), key).toLowerCase(),
  };
}

/** The prompt, or the prompt with the tokens asked for, does not fit the model's context, however it is asked. */
export function isContextOverflow(error: ServerError): boolean {
  return [0, 400, 413, 422].includes(error.status) && namesContext(error);
}

/**
 * The server ran out of context. With status 500 that may be others' doing: the slots of llama-server share one
 * context unless it is told otherwise.
 */
export function namesContext(error: ServerError): boolean {
  return /context.?(length|window|size)|maximum (context|length)|max_model_len|too many tokens|prompt is too long|max(_completion)?_tokens\W.*too large/i.test(
    `${error.text} ${error.code}`,
  );
}

/** The server knows no such model. */
export function isUnknownModel(error: ServerError): boolean {
  if (error.status !== 400 && error.status !== 404 && error.status !== 422) return false;
  if (/model_not_found/.test(error.code)) return true;
  return /\bmodel\b.*\b(not found|not exist|not available|not loaded)|\b(unknown|invalid|no such|not a valid) model/i.test(
    error.text,
  );
}

function messageOf({ message, error, detail }: InferOutput<typeof refusal>): string {
  if (message !== '' || error !== '') return message || error;
  if (typeof detail === 'string') return detail;
  return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ');
}

function plainText(value: string): string {
  if (!/^\s*</.test(value)) return value;
  return /<title[^>]*>([^<]*)/i.exec(value)?.[1] ?? '';
}

function statusOf(code: string): number {
  const status = Number(code);
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : 0;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1)}…` : line;
}
