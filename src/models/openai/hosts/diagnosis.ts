/**
 * Failures of an OpenAI-compatible server: rejected requests, failed connections and incomplete answers, each
 * with its remedy.
 */
import { duration, numberText } from '../../../base/number-words.ts';
import type { FailureLayer, ModelFailure } from '../../chat-model.ts';
import type { EndMeaning } from '../answer-end.ts';
import type { ListedModel } from '../model-list.ts';
import {
  isContextOverflow,
  isModerated,
  isUnknownModel,
  namesContext,
  refusalOf,
  refusesSystemRole,
  concernsParameter,
  type ServerError,
} from '../server-error.ts';
import { admittingOptions } from '../server-presets.ts';
import { needsPermission } from './address-space.ts';
import type { Endpoint } from './endpoint.ts';

/** The facts of a diagnosis about the request that failed. */
export interface RequestContext {
  readonly endpoint: Endpoint;
  /** The requested path, below the endpoint's base. */
  readonly path: '/chat/completions' | '/models';
  /** Name of the model; '' when the request names none. */
  readonly model: string;
  /** The origin of the page; null outside a browser, where there is no CORS. */
  readonly origin: string | null;
}

/**
 * Explains why the server rejected a request. `available` holds the models that the server lists; null if the
 * list cannot be read. After a bare 404, it distinguishes a wrong model from a wrong path.
 */
export function explainRefusal(
  error: ServerError,
  { endpoint: { base, host }, path, model }: RequestContext,
  available: readonly ListedModel[] | null,
  rejectedBody: RequestBody = {},
): ModelFailure {
  const { status, text } = error;
  const statusText = status === 0 ? `${host} reported an error` : `${host} answered with status ${status}`;
  // The server's text is not quoted, because it often contains a part of the key.
  if (status === 401)
    return {
      layer: 'unauthorized',
      message: `${host} wants a valid key (status 401).`,
      remedy: 'Enter the key of this server, or start the server with the key you use.',
    };
  if (path !== '/models' && isModerated(error))
    return {
      layer: 'moderation',
      message: `${host} refused this prompt for its content${quotedEnd(text)}`,
      remedy: 'Ask another server: the model has not seen the prompt.',
    };
  if (status === 403)
    return {
      layer: 'forbidden',
      message: `${statusText}, so this key or this page may not use the model, or not for this prompt${quotedEnd(text)}`,
      remedy: 'Check what the key is allowed to do, and which origins the server admits.',
    };
  if (isContextOverflow(error))
    return {
      layer: 'context-overflow',
      message: `The prompt and the tokens asked for do not fit the context of ${model} at ${host}${quotedEnd(text)}`,
      remedy: 'Lower the token limit, or start the server with a longer context.',
    };
  if (isUnknownModel(error) || (status === 404 && available?.every(({ name }) => name !== model)))
    return unknownModel(host, model, available);
  if (status === 404 || status === 405)
    return {
      layer: 'address',
      message: `There is no ${base + path} (status ${status}).`,
      remedy:
        'Check the path of the address: most servers end it in /v1. One that ends in /chat/completions is taken as it stands.',
    };
  if (status === 402 || error.code.includes('insufficient_quota'))
    return {
      layer: 'no-credit',
      message: `The account at ${host} has no credit left for this request (status ${status})${quotedEnd(text)}`,
      remedy: 'Add credit, use another key, or lower the token limit.',
    };
  if (status === 429)
    return {
      layer: 'rate-limited',
      message: `${host} takes no more requests for now (status 429)${quotedEnd(text)}`,
      remedy: 'Wait, or send fewer requests at a time.',
    };
  const parameterFailure = explainParameter(error, host, model, rejectedBody);
  if (parameterFailure !== null) return parameterFailure;
  if (status === 408 || status === 504)
    return {
      layer: 'timeout',
      message: `${statusText}: the model did not answer in the time the server gives it${quotedEnd(text)}`,
      remedy:
        'Try again, lower the token limit, or raise the time limit of the server or of the proxy before it.',
    };
  const message = statusText + quotedEnd(text);
  if (status === 502 || status === 503)
    return {
      layer: 'busy',
      message,
      remedy: 'Wait until the server has started, or send fewer requests at a time.',
    };
  // llama-server: when it chooses the number of slots itself, the slots share one context.
  if (namesContext(error))
    return {
      layer: 'server',
      message,
      remedy:
        'Requests that run at once share this context: start the server with a larger one, or for one request at a time ' +
        '(llama-server --parallel 1).',
    };
  return {
    layer: 'server',
    message,
    remedy:
      status >= 500 || status === 0
        ? 'Look into the log of the server, and try again when it is well.'
        : 'Change what the server names, or choose another model.',
  };
}

/** The body of the request that was rejected. */
type RequestBody = Readonly<Record<string, unknown>>;

const CONTEXT_OPTIONS = {
  max_tokens: 'another token limit (--max-tokens on the command line)',
  top_p: 'another top-p (--top-p on the command line)',
  temperature: 'another temperature (--temperature on the command line)',
  seed: 'another seed, or none (--seed on the command line)',
} as const;

/**
 * Explains why a value, a missing limit or a role was rejected, if all similar requests would be rejected,
 * too; null for other errors. A rejected value is not replaced without the user's knowledge.
 */
function explainParameter(
  error: ServerError,
  host: string,
  model: string,
  requestBody: RequestBody,
): ModelFailure | null {
  if (error.status !== 400 && error.status !== 422) return null;
  const { text } = error;
  for (const name of ['max_tokens', 'top_p', 'temperature', 'seed'] as const) {
    const value =
      requestBody[name] ?? (name === 'max_tokens' ? requestBody['max_completion_tokens'] : undefined);
    if (typeof value === 'number' && refusalOf(name, error) !== null)
      return {
        layer: 'parameter',
        message: `${host} does not take ${name} ${value}${quotedEnd(text)}`,
        remedy: `Set ${CONTEXT_OPTIONS[name]}.`,
      };
  }
  const hasLimit = 'max_tokens' in requestBody || 'max_completion_tokens' in requestBody;
  if (!hasLimit && concernsParameter('max_tokens', error))
    return {
      layer: 'parameter',
      message: `${host} takes no request without a token limit${quotedEnd(text)}`,
      remedy: 'Set a token limit (--max-tokens on the command line).',
    };
  const hasSystem =
    Array.isArray(requestBody['messages']) && /"role":"system"/.test(JSON.stringify(requestBody['messages']));
  if (!hasSystem || !refusesSystemRole(error)) return null;
  return {
    layer: 'parameter',
    message: `${model} at ${host} takes no system message${quotedEnd(text)}`,
    remedy:
      'Choose a prompt without one, such as deepcoder or livecodebench-one-message (--prompt on the command line).',
  };
}

/** Maximum number of model names that a message lists. */
const MAX_MODEL_NAMES = 5;

/**
 * The failure for a model that the server does not know, or for a missing model name.
 * @param model '' if the name is missing
 */
export function unknownModel(
  host: string,
  model: string,
  available: readonly ListedModel[] | null,
): ModelFailure {
  const problemText =
    model === '' ? `No model is named for ${host}` : `${host} has no model named "${model}"`;
  const names = (available ?? []).map(({ name }) => name);
  const moreCount = names.length - MAX_MODEL_NAMES;
  const list = names.slice(0, MAX_MODEL_NAMES).join(', ') + (moreCount > 0 ? ` and ${moreCount} more` : '');
  return {
    layer: 'model-not-found',
    message: list === '' ? `${problemText}.` : `${problemText}. It has: ${list}.`,
    remedy:
      list === ''
        ? 'Check the name, or load the model there.'
        : 'Choose one of these names, or load the model there.',
  };
}

const UNREACHABLE_LAYERS: ReadonlySet<FailureLayer> = new Set<FailureLayer>([
  'mixed-content',
  'local-network',
  'network-or-cors',
  'cors',
  'redirect',
]);

/** Whether other requests would fail in the same way, because no readable response arrived. */
export function isUnreachable({ layer }: ModelFailure): boolean {
  return UNREACHABLE_LAYERS.has(layer);
}

/**
 * Explains a failed connection.
 * @param answersWithoutCors whether the server responded to a request that needs no CORS
 * @param proxy host and port of the proxy in between; null if no proxy is known
 */
export function explainNoConnection(
  { endpoint: { base, host, origin: serverOrigin, space }, origin }: RequestContext,
  answersWithoutCors: boolean,
  proxy: string | null = null,
): ModelFailure {
  if (origin !== null && origin !== serverOrigin && answersWithoutCors) {
    const lines = admittingOptions(origin, base).map(({ server, text }) => `${server}: ${text}`);
    return {
      layer: 'cors',
      message: `${host} is up, but it does not admit pages from ${origin}, so the browser withholds its answer.`,
      remedy:
        `Start the server so that it admits this origin. ${lines.join('; ')}. ` +
        'If it does already, it may refuse the key, redirect to another address or fail before it says so: look into its log.',
    };
  }
  const hints = ['Start the server and check the host and the port.'];
  if (proxy !== null)
    hints.push(
      `The request goes through the proxy ${proxy} of the environment; NO_PROXY names the hosts to go around it.`,
    );
  // The browser asks once whether a page may reach the local network. Until the user answers, a request looks
  // like a failed connection.
  if (needsPermission(origin, space)) hints.push('Allow this page the local network if the browser asks.');
  // The browser shows the reason for rejecting a certificate only to a user who opens the address.
  if (serverOrigin.startsWith('https:'))
    hints.push(`Open ${serverOrigin} in a tab to see whether the browser trusts its certificate.`);
  else if (origin?.startsWith('https:'))
    hints.push(
      'Safari lets no https page fetch plain http: use another browser, or open this app over http.',
    );
  return {
    layer: 'network-or-cors',
    message: `No connection to ${host}: the server is not running there, or something on the way blocks it.`,
    remedy: hints.join(' '),
  };
}

/** Facts for the advice on how to give a model a longer context in Ollama. */
export interface OllamaContext {
  readonly model: string;
  /** The context that the model's Modelfile sets; null when it sets none. */
  readonly numCtx: string | null;
  /** A sufficient context, in tokens. */
  readonly wantedTokens: number;
}

/**
 * Explains an answer whose prompt or text did not fit the context window although the server reported no
 * error. The text does not answer the question.
 * @param context size of the window in tokens; null if unknown
 * @param ollama null if the server is not Ollama
 */
export function explainLostContext(
  { endpoint: { host } }: RequestContext,
  meaning: Extract<EndMeaning, { type: 'prompt-cut' | 'slid' }>,
  context: number | null,
  ollama: OllamaContext | null,
): ModelFailure {
  const prompt = numberText(meaning.promptTokens);
  const contextPhrase = context === null ? 'its context' : `its context of ${numberText(context)} tokens`;
  const remedy = longerContextText(ollama);
  if (meaning.type === 'slid') {
    const answer = numberText(meaning.completionTokens);
    return {
      layer: 'context',
      message: `${host} moved ${contextPhrase} on while it answered, without a word: ${prompt} tokens of prompt and ${answer} of answer do not fit.`,
      remedy,
    };
  }
  if (meaning.leastPrompt !== undefined)
    return {
      layer: 'context',
      message: `${host} counted ${prompt} tokens for a prompt that has more than ${numberText(meaning.leastPrompt)}: it has cut the prompt, without a word, and the model has not seen all of it.`,
      remedy:
        ollama === null
          ? 'Give the model a longer context where it is loaded (LM Studio: Context Length; Ollama behind a proxy: OLLAMA_CONTEXT_LENGTH).'
          : remedy,
    };
  return {
    layer: 'context',
    message:
      context === null
        ? `${host} answered a prompt of ${prompt} tokens with nothing: it is longer than its context, as it seems.`
        : `${host} cut the prompt to ${contextPhrase}, without a word: the model has not seen all of it.`,
    remedy,
  };
}

function longerContextText(ollama: OllamaContext | null): string {
  if (ollama === null) return 'Start the server with a longer context.';
  const { model, numCtx, wantedTokens } = ollama;
  if (numCtx === null)
    return `Start it with a longer context: OLLAMA_CONTEXT_LENGTH=${wantedTokens} ollama serve`;
  return (
    `The Modelfile of ${model} sets num_ctx ${numCtx}, and OLLAMA_CONTEXT_LENGTH does not change that: put the lines ` +
    `"FROM ${model}" and "PARAMETER num_ctx ${wantedTokens}" into a file, and use the model that ollama create long -f FILE makes.`
  );
}

/**
 * Redirects of model servers. A request with a prompt or a key never follows one, because 307 and 308 would send the
 * prompt to the new address. `redirect: 'manual'` is used, not 'error': an error looks like a server that is down.
 */

/** Maximum number of characters of an address that are shown. */
const MAX_QUOTE_CHARACTERS = 200;

/**
 * Whether a response is a redirect. A browser hides the status and the target of a redirect that was not followed; Node
 * shows them.
 */
export function isRedirect({ type, status }: Pick<Response, 'type' | 'status'>): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

/**
 * Explains a redirect that was not followed.
 * @param end the final address of `/models`, determined by a request without a prompt or a key; null if
 * unknown
 */
export function explainRedirect(
  { endpoint: { base, host, origin } }: RequestContext,
  end: string | null,
): ModelFailure {
  const finalBase = end === null ? null : end.replace(/\/models\/?$/, '');
  if (finalBase === null || finalBase === base)
    return {
      layer: 'redirect',
      message: `${host} answers with a redirect, which this page does not follow with a prompt or a key.`,
      remedy:
        'Enter the address at its end; if there is none (a loop), mend the settings of the server or of the proxy before it.',
    };
  const targetText = new URL(finalBase).origin === origin ? finalBase : new URL(finalBase).origin;
  return {
    layer: 'redirect',
    message: `${host} redirects to ${targetText.slice(0, MAX_QUOTE_CHARACTERS)}, which was sent neither the prompt nor a key.`,
    remedy: `Enter ${finalBase.slice(0, MAX_QUOTE_CHARACTERS)} as the address if that is the server you mean.`,
  };
}

/** @param hasStarted whether the server had sent something before */
export function silentServer(host: string, ms: number, hasStarted: boolean): ModelFailure {
  const time = duration(ms);
  return {
    layer: 'timeout',
    message: hasStarted ? `${host} fell silent for ${time}.` : `${host} sent nothing for ${time}.`,
    remedy: 'See whether the server still runs and how long its queue is, and try again.',
  };
}

const REPLY_TEXTS = {
  page: 'a web page (HTML) instead of JSON',
  'no-json': 'an event that is not JSON',
  'no-completion': 'something else than a chat completion',
  'no-list': 'something else than a list of models',
} as const;

export type OtherReply = keyof typeof REPLY_TEXTS;

/** @param text the beginning of the response; '' if it is empty */
export const otherProtocol = (host: string, base: string, reply: OtherReply, text: string): ModelFailure => ({
  layer: 'protocol',
  message: `${host} answered with ${REPLY_TEXTS[reply]}${quotedEnd(text)}`,
  remedy: `Check that ${base} is the address of an OpenAI-compatible API, not of a web page.`,
});

/** Returns a colon and `text`, or only a full stop if there is no text. */
const quotedEnd = (text: string): string => (text === '' ? '.' : `: ${endSentence(text)}`);

export const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
