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

/** An error of a server, in the same form for all servers. */
export interface ServerError {
  /** HTTP status; 0 for an error inside a stream without a code. */
  readonly status: number;
  /** The server's message on one line, with the key removed, at most 300 characters; '' if there is none. */
  readonly text: string;
  /** `code`, `type` and `param` of the error object, in lower case, joined by spaces. */
  readonly code: string;
}

const LONGEST_QUOTE = 300;

const code = fallback(pipe(union([string(), number()]), transform(String)), '');

const refusal = fields({
  message: text,
  error: text,
  // FastAPI's validation errors are an array.
  detail: fallback(union([string(), listOf(object({ loc: list, msg: text }))]), ''),
  code,
  type: code,
  param: code,
});

const wrappedErrorSchema = object({ error: record(string(), unknown()) });

/**
 * Reads the body of an error response: OpenAI's `{error: {message, code, type, param}}`, a bare `{error: "…"}` (TGI,
 * Ollama), `{message}` (older vLLM), `{detail}` (FastAPI), or plain text. From an HTML page, only the title is kept.
 * The key is removed from everything, because servers may repeat it.
 */
export function parseServerError(status: number, body: unknown, key: string): ServerError {
  const parsedBody = typeof body === 'string' ? parseJson(body) : body;
  const value = parsedBody === undefined ? body : parsedBody;
  const wrappedError = safeParse(wrappedErrorSchema, value);
  const error = parse(refusal, wrappedError.success ? wrappedError.output.error : value);
  const codes = [error.code, error.type, error.param].filter((part) => part !== '');
  return {
    status: status === 0 ? statusOf(error.code) || statusOf(error.type) : status,
    text: shortText(textWithoutKey(typeof value === 'string' ? plainText(value) : messageOf(error), key)),
    code: textWithoutKey(codes.join(' '), key).toLowerCase(),
  };
}

/**
 * Whether the prompt, or the prompt with the requested tokens, does not fit the model's context window.
 * Changing the form of the request cannot help.
 */
export function isContextOverflow(error: ServerError): boolean {
  if (![0, 400, 413, 422].includes(error.status) || !namesContext(error)) return false;
  // A limit that is too high by itself, in a message that mentions the context: "must be less than or equal
  // to 8192, which …".
  const isLimitAlone =
    refusalOf('max_tokens', error) === 'value' && !/prompt|input|message|request|length/i.test(error.text);
  return !isLimitAlone;
}

/**
 * Whether the server ran out of context. With status 500, other requests may be the cause: by default, the slots of
 * llama-server share one context.
 */
export function namesContext(error: ServerError): boolean {
  return /context.?(length|window|size)|maximum (context|length)|max_model_len|too many tokens|prompt is too long|\binputs?\W{1,3}tokens/i.test(
    wordsOf(error),
  );
}

/** Whether the prompt was rejected because of its content. A different prompt may be accepted. */
export function isModerated(error: ServerError): boolean {
  if (![0, 400, 403, 422, 451].includes(error.status)) return false;
  return /moderat|\bflagged\b|content.?(filter|polic|management|violat|exists risk)|data.?inspection|inappropriate|safety (system|filter|setting|reason|polic|check)|guardrail|usage (polic|guideline)|prohibited.?(content|use)|violat\w* .*(polic|guideline|terms)|responsible.?ai|high risk|harmful|sensitive.?(content|word|information)|blocked.{0,20}(prompt|content|safety)|(prompt|input|content) (was|is|has been) (blocked|rejected|filtered)|不安全|敏感|违规/i.test(
    wordsOf(error),
  );
}

/** Matches the names that servers use for the parameters that they may reject. */
const PARAMETER_NAMES = {
  max_tokens:
    /max[_ -]?((completion|output|new)[_ -]?)?tokens|maximum ((completion|output) )?tokens|num_predict/i,
  top_p: /\btop[_ -]?p\b/i,
  temperature: /temperature/i,
  seed: /\bseed\b/i,
  logprobs: /logprob/i,
} as const;

export type Parameter = keyof typeof PARAMETER_NAMES;

export function names(parameter: Parameter, error: ServerError): boolean {
  return PARAMETER_NAMES[parameter].test(wordsOf(error));
}

/** Matches messages that reject a parameter regardless of its value. */
const OF_NAME =
  /unsupported[ _](parameter|field|argument)|unrecogni[sz]ed|(unknown|unexpected|invalid)[ _](keyword|parameter|field|argument|name|key|propert|option)|extra (inputs|fields)|extra_forbidden|additional propert|deprecated|cannot find field|cannot both|only one of|mutually exclusive|not supported|unsupported|not permitted|not allowed|n[o']t (take|accept|support) (the |this |a )?(parameter|field|argument|['"`]?[a-z_]+['"`]? (parameter|field))|must be (unset|omitted|removed|null|absent)/i;
/** Matches messages that reject all values except the server's default. */
const ALL_VALUES_REFUSED = /only the default|unsupported[ _]value|does ?n[o']t support -?\d/i;
/** Matches messages that reject one value, but resemble those that reject a name. */
const ONE_VALUE_REFUSED =
  /\d['"`]?\)? (is|are|was) (not|un)|(value|values|range)\W+(of|for)\b|\bvalue \W?-?\d|valid (value|range)/i;
const VALUE_REFUSED =
  /\brange\b|\bmust (not )?be\b|should be|\bless\b|\bgreater\b|(larger|smaller|higher|lower|more|fewer) than|at (most|least)|too (large|small|high|low|big|few|many|long)|exceed|between|positive|negative|minimum|maximum|out of bounds|invalid|expected|\[-?\d|[<>≤≥]=?\s*`?-?\d|may only|only be|limited to|up to \d|[_ ](above|below)[_ ]/i;
/** Matches codes that servers send whether they reject a name or a value. */
const ANY_CODE = /invalid[_ ]?(request|parameter|argument)([_ ]?(error|exception))?\b/gi;

/**
 * Determines whether a server rejects the name of a parameter or its value. 'default': it accepts only its
 * default value, so the parameter must be left out. Null if the message shows neither.
 */
export function refusalOf(parameter: Parameter, error: ServerError): 'name' | 'value' | 'default' | null {
  if (!names(parameter, error)) return null;
  const errorText = `${error.text} ${error.code.replace(ANY_CODE, '')}`;
  if (ALL_VALUES_REFUSED.test(errorText)) return 'default';
  if (ONE_VALUE_REFUSED.test(errorText)) return 'value';
  if (OF_NAME.test(errorText)) return 'name';
  return VALUE_REFUSED.test(errorText) ? 'value' : null;
}

/** Whether the server requires a parameter that was not sent. */
export function concernsParameter(parameter: Parameter, error: ServerError): boolean {
  return (
    names(parameter, error) &&
    /required|missing|must (be )?(provided|set|specified|given|included|provide|set|specify|include)|please (provide|set|specify)/i.test(
      wordsOf(error),
    )
  );
}

/** Whether the model, or its template, accepts no message with the role "system". */
export function refusesSystemRole(error: ServerError): boolean {
  const errorWords = wordsOf(error);
  return (
    (/(system|developer)\W*(role|message|prompt|instruction)|role\W*(of |is |: ?)?\W*(system|developer)|['"`](system|developer)['"`]/i.test(
      errorWords,
    ) &&
      /not|unsupported|invalid|only|unknown|unexpected|must/i.test(errorWords)) ||
    /roles must alternate/i.test(errorWords)
  );
}

function wordsOf({ text, code }: ServerError): string {
  return `${text} ${code}`;
}

/** Whether the server does not know the model. */
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

/** HTTP statuses for the error codes inside a response with a successful status. */
const STATUS_BY_TYPE: Readonly<Record<string, number>> = {
  rate_limit_exceeded: 429,
  rate_limit_error: 429,
  too_many_requests: 429,
  overloaded_error: 503,
};

function statusOf(code: string): number {
  const status = STATUS_BY_TYPE[code.toLowerCase()] ?? Number(code);
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : 0;
}

function shortText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1)}…` : line;
}
