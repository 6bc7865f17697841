import type { GenerationRequest } from '../chat-model.ts';
import { isContextOverflow, isUnknownModel, namesContext, type ServerError } from './server-error.ts';

/** The fields that a server accepts in a request. Servers differ, and only their refusals tell how. */
export interface Dialect {
  readonly tokenField: 'max_tokens' | 'max_completion_tokens';
  /**
   * Send a token limit of our own making where the caller sets none: the server's own has turned out to be less than
   * there is room.
   */
  readonly derivedLimit: boolean;
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
  streams = true,
): Readonly<Record<string, unknown>> {
  const derived = dialect.derivedLimit ? tokensLeft(messages, contextTokens) : null;
  const limit = sampling.maxTokens ?? derived;
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
 * The dialect to try after a refusal, or null where another one would not help. Every step gives up one
 * thing that `body` held, so a request is repeated a few times at most.
 */
export function adaptDialect(
  dialect: Dialect,
  error: ServerError,
  body: Readonly<Record<string, unknown>>,
  request: GenerationRequest,
): Dialect | null {
  const text = `${error.text} ${error.code}`.toLowerCase();
  const sentLimit = dialect.tokenField in body;
  const limitIsOurs = sentLimit && request.sampling.maxTokens === null;
  // 402: a metered server that reserves the whole limit from the account's credit.
  if (limitIsOurs && (namesContext(error) || (error.status === 402 && text.includes('max_tokens')))) {
    return { ...dialect, derivedLimit: false };
  }
  const asksLogprobs = 'logprobs' in body;
  // 403: OpenAI's word for models whose log-probabilities are not given away. 500, 501: older llama.cpp.
  if (asksLogprobs && [403, 500, 501].includes(error.status) && text.includes('logprob')) {
    return { ...dialect, logprobs: false };
  }
  if ((error.status !== 400 && error.status !== 422) || isContextOverflow(error)) return null;
  if (dialect.usage && /stream_options|include_usage/.test(text)) return { ...dialect, usage: false };
  if (sentLimit && text.includes('max_tokens') && dialect.tokenField === 'max_tokens') {
    return { ...dialect, tokenField: 'max_completion_tokens' };
  }
  // One thing a time: a server may refuse top-p only because a temperature stands beside it.
  if (dialect.topP && text.includes('top_p')) return { ...dialect, topP: false };
  if (dialect.temperature && text.includes('temperature')) return { ...dialect, temperature: false };
  if ('seed' in body && /\bseed\b/.test(text)) return { ...dialect, seed: false };
  if (asksLogprobs && text.includes('logprob')) return { ...dialect, logprobs: false };
  if (isUnknownModel(error)) return null;
  // The remaining fields are ones that some servers do not know, and refuse without naming them.
  if (dialect.usage) return { ...dialect, usage: false };
  return asksLogprobs ? { ...dialect, logprobs: false } : null;
}

/** Names the parts of a request that a dialect leaves out, for the reader of a run. */
export function omittedParameters(dialect: Dialect): string[] {
  const names: string[] = [];
  if (!dialect.temperature) names.push('temperature');
  if (!dialect.topP) names.push('top-p');
  if (!dialect.seed) names.push('seed');
  if (!dialect.logprobs) names.push('log-probabilities');
  return names;
}

function tokensLeft(messages: GenerationRequest['messages'], contextTokens: number | null): number | null {
  if (contextTokens === null) return null;
  const bytes = messages.reduce((sum, { content }) => sum + new TextEncoder().encode(content).length, 0);
  const prompt = Math.ceil(bytes / PROMPT_BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages.length;
  return contextTokens > prompt ? contextTokens - prompt : null;
}
