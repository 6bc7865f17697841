import type { GenerationRequest } from '../chat-model.ts';
import {
  isContextOverflow,
  isModerated,
  isUnknownModel,
  names,
  namesContext,
  refusalOf,
  refusesSystemRole,
  wants,
  type Parameter,
  type ServerError,
} from './server-error.ts';

/** The fields that a server accepts in a request. Servers differ, and only their refusals tell how. */
export interface Dialect {
  readonly tokenField: 'max_tokens' | 'max_completion_tokens';
  /**
   * Send a token limit of our own making where the caller sets none: the server's own has turned out to be less than
   * there is room.
   */
  readonly derivedLimit: boolean;
  /** The largest limit of our own making that it takes; null where it has refused none. */
  readonly mostTokens: number | null;
  readonly streams: boolean;
  /** Send `stream_options: {include_usage: true}`. */
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

/** Bytes of UTF-8 a token: fewer than any usual text has, so that the prompt is rather over- than underestimated. */
const PROMPT_BYTES_PER_TOKEN = 3;
/** The tokens that a chat template adds around a message, with a margin. */
const TOKENS_PER_MESSAGE = 16;

/**
 * The body of a chat completion. The token limit: the caller's where it is set; else none, and the
 * server gives what is left; else, from a server that stops early without a limit and whose context is known, what
 * the prompt leaves of it, the prompt taken as its UTF-8 bytes / 3, plus 16 tokens a message.
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

/** The parameters of a request in the order in which they are given up: a server may refuse top-p only because a temperature stands beside it. */
const GIVEN_UP: readonly (readonly [Parameter, keyof Dialect])[] = [
  ['top_p', 'topP'],
  ['temperature', 'temperature'],
  ['seed', 'seed'],
  ['logprobs', 'logprobs'],
];

/**
 * The dialect to try after a refusal, or null where another one would not help. Every step gives up one
 * thing that `body` held, so a request is repeated a few times at most. A value that the server refuses is not
 * replaced by its own, unless it takes no other: another temperature or limit gives other answers.
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
  // 402: a metered server that reserves the whole limit from the account's credit.
  if (limitIsOurs && error.status === 402 && text.includes('max_tokens'))
    return { ...dialect, derivedLimit: false };
  const asksLogprobs = 'logprobs' in body;
  // 403: OpenAI's word for models whose log-probabilities are not given away. 500, 501: older llama.cpp.
  if (asksLogprobs && [403, 500, 501].includes(error.status) && text.includes('logprob')) {
    return { ...dialect, logprobs: false };
  }
  if (body['stream'] === true && refusesStream(error)) return { ...dialect, streams: false };
  if ((error.status !== 400 && error.status !== 422) || isModerated(error)) return null;
  if (limitIsOurs && refusalOf('max_tokens', error) === 'value' && !isContextOverflow(error)) {
    const most = largestBelow(sentLimit, error.text);
    return { ...dialect, mostTokens: most, derivedLimit: most !== null };
  }
  if (limitIsOurs && namesContext(error)) return { ...dialect, derivedLimit: false };
  if (isContextOverflow(error)) return null;
  if (dialect.usage && /stream_options|include_usage/.test(text)) return { ...dialect, usage: false };
  if (sentLimit !== undefined && names('max_tokens', error)) return otherLimit(dialect, error, limitIsOurs);
  for (const [name, field] of GIVEN_UP) {
    if (!(name in body) || !names(name, error)) continue;
    // A top-p of 1 leaves every token in: without it, the answers are the same.
    const isNeutral = name === 'logprobs' || (name === 'top_p' && body[name] === 1);
    const isRefused = refusalOf(name, error) === 'value' && !isNeutral;
    return isRefused ? null : { ...dialect, [field]: false };
  }
  if (isUnknownModel(error) || wants('max_tokens', error) || refusesSystemRole(error)) return null;
  // The remaining fields are ones that some servers do not know, and refuse without naming them.
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
  const said = `${text} ${code}`.replace(/stream_options/gi, '');
  if (!/\bstream(ing|ed)?\b/i.test(said)) return false;
  if ([400, 403, 404, 405, 415, 422].includes(status)) return true;
  return (
    [500, 501].includes(status) && /not (yet )?(supported|implemented)|unsupported|n[o']t support/i.test(said)
  );
}

/** The largest number in a refusal that is smaller than what was sent; null for none. */
function largestBelow(sent: number, text: string): number | null {
  const found = [...text.matchAll(/\d[\d,_]*/g)].map(([digits]) => Number(digits.replace(/[,_]/g, '')));
  const smaller = found.filter((tokens) => tokens > 1 && tokens < sent);
  return smaller.length === 0 ? null : Math.max(...smaller);
}

/** Name of the limit on tokens among the parameters that a server does not take: it was sent, and had no effect. */
export const TOKEN_LIMIT = 'token limit';

/** Names the parts of a request that a dialect leaves out, for the reader of a run. */
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
