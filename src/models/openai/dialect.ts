import type { GenerationRequest } from '../chat-model.ts';
import {
  isContextOverflow,
  isModerated,
  isUnknownModel,
  names,
  namesContext,
  refusalOf,
  refusesSystemRole,
  concernsParameter,
  type Parameter,
  type ServerError,
} from './server-error.ts';

/** The fields that a server accepts in a request. Servers differ, and only their error responses show how. */
export interface Dialect {
  readonly tokenField: 'max_tokens' | 'max_completion_tokens';
  /**
   * Whether to compute a token limit if the caller sets none. This is needed if the server's own limit is
   * lower than the context window allows.
   */
  readonly derivedLimit: boolean;
  /** The largest computed limit that the server accepts; null while it has rejected none. */
  readonly mostTokens: number | null;
  readonly streams: boolean;
  /** Whether to send `stream_options: {include_usage: true}`. */
  readonly usage: boolean;
  readonly temperature: boolean;
  readonly topP: boolean;
  readonly seed: boolean;
  readonly logprobs: boolean;
}

/** The fields that OpenAI documents and most servers accept. */
export const COMMON_DIALECT: Dialect = {
  tokenField: 'max_tokens',
  derivedLimit: false,
  mostTokens: null,
  streams: true,
  usage: true,
  temperature: true,
  topP: true,
  seed: true,
  logprobs: true,
};

/** Assumed UTF-8 bytes per token. Ordinary text has more, so the length of a prompt is not underestimated. */
const PROMPT_BYTES_PER_TOKEN = 3;
/** The tokens that a chat template adds around a message, with a margin. */
const TOKENS_PER_MESSAGE = 16;

/**
 * Returns the body of a chat completion request. The token limit is the caller's, if set. Otherwise none is sent, and
 * the server uses the rest of the context. If the server stops early without a limit and its context is known, the
 * limit is the context minus the estimated prompt: its UTF-8 bytes / 3, plus 16 tokens a message.
 */
export function requestBody(
  model: string,
  { messages, sampling, logprobs }: GenerationRequest,
  dialect: Dialect,
  contextTokens: number | null,
  streams = dialect.streams,
): Readonly<Record<string, unknown>> {
  const limit = sampling.maxTokens ?? derivedLimit(messages, dialect, contextTokens);
  return {
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    stream: streams,
    ...(dialect.usage && streams && { stream_options: { include_usage: true } }),
    ...(dialect.temperature && { temperature: sampling.temperature }),
    ...(dialect.topP && { top_p: sampling.topP }),
    ...(limit !== null && { [dialect.tokenField]: limit }),
    ...(dialect.seed && sampling.seed !== null && { seed: sampling.seed }),
    ...(dialect.logprobs && logprobs === true && { logprobs: true }),
  };
}

/**
 * The parameters of a request in the order in which they are left out. A server may reject top-p only in
 * combination with a temperature.
 */
const OPTIONAL_PARAMETERS: readonly (readonly [Parameter, keyof Dialect])[] = [
  ['top_p', 'topP'],
  ['temperature', 'temperature'],
  ['seed', 'seed'],
  ['logprobs', 'logprobs'],
];

/**
 * Returns the dialect to try after a rejected request; null if no other dialect would help. Each step leaves
 * out one field of `body`, so a request is repeated a few times at most. A rejected value is left out only if
 * the server accepts no other value, because a different temperature or limit changes the answers.
 */
export function adaptDialect(
  dialect: Dialect,
  error: ServerError,
  body: Readonly<Record<string, unknown>>,
  request: GenerationRequest,
): Dialect | null {
  const text = `${error.text} ${error.code}`.toLowerCase();
  const sentLimit = body[dialect.tokenField];
  const limitIsOurs = typeof sentLimit === 'number' && request.sampling.maxTokens === null;
  // 402: a metered server reserves credit for the whole limit.
  if (limitIsOurs && error.status === 402 && text.includes('max_tokens'))
    return { ...dialect, derivedLimit: false };
  const asksLogprobs = 'logprobs' in body;
  // 403: OpenAI's status for models without log-probabilities. 500, 501: older llama.cpp.
  if (asksLogprobs && [403, 500, 501].includes(error.status) && text.includes('logprob')) {
    return { ...dialect, logprobs: false };
  }
  if (body['stream'] === true && refusesStream(error)) return { ...dialect, streams: false };
  if ((error.status !== 400 && error.status !== 422) || isModerated(error)) return null;
  if (limitIsOurs && refusalOf('max_tokens', error) === 'value' && !isContextOverflow(error)) {
    const largestAccepted = largestBelow(sentLimit, error.text);
    return { ...dialect, mostTokens: largestAccepted, derivedLimit: largestAccepted !== null };
  }
  if (limitIsOurs && namesContext(error)) return { ...dialect, derivedLimit: false };
  if (isContextOverflow(error)) return null;
  if (dialect.usage && /stream_options|include_usage/.test(text)) return { ...dialect, usage: false };
  if (sentLimit !== undefined && names('max_tokens', error)) return otherLimit(dialect, error, limitIsOurs);
  for (const [name, field] of OPTIONAL_PARAMETERS) {
    if (!(name in body) || !names(name, error)) continue;
    // A top-p of 1 keeps every token, so leaving it out does not change the answers.
    const isNeutral = name === 'logprobs' || (name === 'top_p' && body[name] === 1);
    const isRefused = refusalOf(name, error) === 'value' && !isNeutral;
    return isRefused ? null : { ...dialect, [field]: false };
  }
  if (isUnknownModel(error) || concernsParameter('max_tokens', error) || refusesSystemRole(error))
    return null;
  // Some servers do not know the remaining fields, and reject them without naming them.
  if (dialect.usage) return { ...dialect, usage: false };
  return asksLogprobs ? { ...dialect, logprobs: false } : null;
}

function otherLimit(dialect: Dialect, error: ServerError, isOurs: boolean): Dialect | null {
  const refusal = refusalOf('max_tokens', error);
  const isOtherNamed = refusal === null && error.text.includes('max_completion_tokens');
  if (dialect.tokenField === 'max_tokens' && (refusal === 'name' || isOtherNamed))
    return { ...dialect, tokenField: 'max_completion_tokens' };
  return isOurs ? { ...dialect, derivedLimit: false } : null;
}

function refusesStream({ status, text, code }: ServerError): boolean {
  const errorText = `${text} ${code}`.replace(/stream_options/gi, '');
  if (!/\bstream(ing|ed)?\b/i.test(errorText)) return false;
  if ([400, 403, 404, 405, 415, 422].includes(status)) return true;
  return (
    [500, 501].includes(status) &&
    /not (yet )?(supported|implemented)|unsupported|n[o']t support/i.test(errorText)
  );
}

/**
 * Returns the largest number in an error message that is smaller than the sent one; null if there is none.
 */
function largestBelow(sentValue: number, text: string): number | null {
  const numbers = [...text.matchAll(/\d[\d,_]*/g)].map(([digits]) => Number(digits.replace(/[,_]/g, '')));
  const smallerNumbers = numbers.filter((tokens) => tokens > 1 && tokens < sentValue);
  return smallerNumbers.length === 0 ? null : Math.max(...smallerNumbers);
}

/** Name of the token limit in the list of refused parameters. It was sent, but had no effect. */
export const TOKEN_LIMIT = 'token limit';

/** Names the parameters of a request that a dialect leaves out, as a run shows them. */
export function omittedParameters(dialect: Dialect, { sampling, logprobs }: GenerationRequest): string[] {
  const names: string[] = [];
  if (!dialect.temperature) names.push('temperature');
  if (!dialect.topP) names.push('top-p');
  if (!dialect.seed && sampling.seed !== null) names.push('seed');
  if (!dialect.logprobs && logprobs === true) names.push('log-probabilities');
  return names;
}

function derivedLimit(
  messages: GenerationRequest['messages'],
  { derivedLimit, mostTokens }: Dialect,
  contextTokens: number | null,
): number | null {
  if (contextTokens === null || !derivedLimit) return null;
  const bytes = messages.reduce((sum, { content }) => sum + new TextEncoder().encode(content).length, 0);
  const prompt = Math.ceil(bytes / PROMPT_BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages.length;
  return contextTokens > prompt ? Math.min(contextTokens - prompt, mostTokens ?? Infinity) : null;
}
