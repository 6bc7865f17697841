import { numberText } from '../../../base/number-words.ts';
import type { ModelFailure } from '../../chat-model.ts';
import { admittingOptions } from '../server-presets.ts';
import type { EndMeaning } from '../answer-end.ts';
import { needsPermission } from './address-space.ts';
import type { Endpoint } from './endpoint.ts';
import { isContextOverflow, isUnknownModel, namesContext, type ServerError } from '../server-error.ts';

/** Names in a message about a model that is not there. */
const MOST_NAMES = 5;

/** The facts of a diagnosis about the request that failed. */
export interface RequestContext {
  readonly endpoint: Endpoint;
  /** The requested path, below the endpoint's base. */
  readonly path: '/chat/completions' | '/models';
  /** '' where no model is meant. */
  readonly model: string;
  /** The origin of the page; null outside a browser, where there is no CORS. */
  readonly origin: string | null;
}

/**
 * Explains a refusal. `available` holds the names the server lists, null where the list cannot be had:
 * on a bare 404 it tells a wrong model from a wrong path.
 */
export function explainRefusal(
  error: ServerError,
  { endpoint: { base, host }, path, model }: RequestContext,
  available: readonly string[] | null,
): ModelFailure {
  const { status } = error;
  const quote = error.text === '' ? '' : `: ${endSentence(error.text)}`;
  const saidStatus = status === 0 ? `${host} reported an error` : `${host} answered with status ${status}`;
  if (status === 401) {
    // The server's words are not quoted: they often hold a part of the key.
    return {
      layer: 'unauthorized',
      message: `${host} wants a valid key (status 401).`,
      remedy: 'Enter the key of this server, or start the server with the key you use.',
    };
  }
  if (status === 403) {
    return {
      layer: 'unauthorized',
      message: `${saidStatus}, so this key or this page may not use the model${quote || '.'}`,
      remedy: 'Check what the key is allowed to do, and which origins the server admits.',
    };
  }
  if (isContextOverflow(error)) {
    return {
      layer: 'context-overflow',
      message: `The prompt and the tokens asked for do not fit the context of ${model} at ${host}${quote || '.'}`,
      remedy: 'Lower the token limit, or start the server with a longer context.',
    };
  }
  if (isUnknownModel(error) || (status === 404 && available !== null && !available.includes(model))) {
    return unknownModel(host, model, available);
  }
  if (status === 404 || status === 405) {
    return {
      layer: 'address',
      message: `There is no ${base}${path} (status ${status}).`,
      remedy: 'Check the path of the address: most servers end it in /v1.',
    };
  }
  if (status === 402 || error.code.includes('insufficient_quota')) {
    return {
      layer: 'rate-limited',
      message: `The account at ${host} has no credit left for this request (status ${status})${quote || '.'}`,
      remedy: 'Add credit, use another key, or lower the token limit.',
    };
  }
  if (status === 429) {
    return {
      layer: 'rate-limited',
      message: `${host} takes no more requests for now (status 429)${quote || '.'}`,
      remedy: 'Wait, or send fewer requests at a time.',
    };
  }
  if (status === 408 || status === 504) {
    return {
      layer: 'timeout',
      message: `${saidStatus}: the model did not answer in the time the server gives it${quote || '.'}`,
      remedy:
        'Try again, lower the token limit, or raise the time limit of the server or of the proxy before it.',
    };
  }
  if (status === 502 || status === 503) {
    return {
      layer: 'busy',
      message: `${saidStatus}${quote || '.'}`,
      remedy: 'Wait until the server has started, or send fewer requests at a time.',
    };
  }
  if (namesContext(error)) {
    return {
      layer: 'server',
      message: `${saidStatus}${quote || '.'}`,
      remedy: SHARED_CONTEXT_REMEDY,
    };
  }
  return {
    layer: 'server',
    message: `${saidStatus}${quote || '.'}`,
    remedy:
      status >= 500 || status === 0
        ? 'Look into the log of the server, and try again when it is well.'
        : 'Change what the server names, or choose another model.',
  };
}

/** llama-server: slots that it chose the number of itself share one context. */
const SHARED_CONTEXT_REMEDY =
  'Requests that run at once share this context: start the server with a larger one, or for one request at a time ' +
  '(llama-server --parallel 1).';

/** The server does not know the model, or none is named. */
export function unknownModel(host: string, model: string, available: readonly string[] | null): ModelFailure {
  const what = model === '' ? `No model is named for ${host}` : `${host} has no model named "${model}"`;
  if (available === null || available.length === 0) {
    return {
      layer: 'model-not-found',
      message: `${what}.`,
      remedy: 'Check the name, or load the model there.',
    };
  }
  const rest = available.length - MOST_NAMES;
  const names = available.slice(0, MOST_NAMES).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return {
    layer: 'model-not-found',
    message: `${what}. It has: ${names}.`,
    remedy: 'Choose one of these names, or load the model there.',
  };
}

/** The connection failed. `answersWithoutCors`: a request that needs no admission did come through. */
export function explainNoConnection(
  { endpoint: { base, host, origin: serverOrigin, space }, origin }: RequestContext,
  answersWithoutCors: boolean,
): ModelFailure {
  if (origin !== null && origin !== serverOrigin && answersWithoutCors) {
    const options = admittingOptions(origin, base).map(({ server, text }) => `${server}: ${text}`);
    return {
      layer: 'cors',
      message: `${host} is up, but it does not admit pages from ${origin}, so the browser withholds its answer.`,
      remedy:
        `Start the server so that it admits this origin. ${options.join('; ')}. ` +
        'If it does already, it may refuse the key, redirect to another address or fail before it says so: look into its log.',
    };
  }
  const hints = ['Start the server and check the host and the port.'];
  // A page that fetches from near by is asked about once, and waiting for the answer looks like this.
  if (needsPermission(origin, space)) hints.push('Allow this page the local network if the browser asks.');
  // The browser does not say why it refuses a certificate, except to who visits the address.
  if (serverOrigin.startsWith('https:')) {
    hints.push(`Open ${serverOrigin} in a tab to see whether the browser trusts its certificate.`);
  } else if (origin?.startsWith('https:')) {
    hints.push(
      'Safari lets no https page fetch plain http: use another browser, or open this app over http.',
    );
  }
  return {
    layer: 'network-or-cors',
    message: `No connection to ${host}: the server is not running there, or something on the way blocks it.`,
    remedy: hints.join(' '),
  };
}

/**
 * The server admits this page, and the browser withholds its answer all the same: it refuses without saying so to
 * pages.
 */
export function explainHiddenRefusal(
  { endpoint: { host }, origin }: RequestContext,
  hasKey: boolean,
): ModelFailure {
  return {
    layer: 'unauthorized',
    message: `${host} admits pages from ${origin ?? ''}, but withholds this answer from them: most likely it ${hasKey ? 'refuses the key' : 'wants a key'}.`,
    remedy: 'Enter the key of this server, or start the server with the key you use; its log has the status.',
  };
}

/** The browser's user, or its administrator, has decided that this page may not reach the local network. */
export function explainPermission({ endpoint: { host, space }, origin }: RequestContext): ModelFailure {
  const what = space === 'loopback' ? 'this machine' : 'the local network';
  return {
    layer: 'local-network',
    message: `The browser does not let this page reach ${what}, where ${host} is: the permission was refused.`,
    remedy: origin?.startsWith('http:')
      ? 'Open this app over https: the browser gives this permission to no other page.'
      : 'Allow "Local network access" in the settings of this site (the icon before the address), then try again.',
  };
}

/** The connection broke before anything of the answer had come. */
export function explainBroken({ endpoint: { host } }: RequestContext): ModelFailure {
  return {
    layer: 'network-or-cors',
    message: `The connection to ${host} closed before any of the answer had come.`,
    remedy: 'Look into the log of the server, and try again.',
  };
}

/**
 * An answer began, and did not come to an end of the model's own.
 * @param reason the server's word, '' where it gave none
 * @param words what else the server said, '' for nothing
 */
export function explainCut(
  { endpoint: { host } }: RequestContext,
  reason: string,
  words: string,
): ModelFailure {
  const quote = words === '' ? '' : ` It said: ${endSentence(words)}`;
  const what =
    reason === ''
      ? `${host} ended the stream without a finish reason: the answer may be cut off.${quote}`
      : `${host} ended the answer for the reason "${reason}", which is no end of the model's own.${quote}`;
  const remedy =
    'Look into the log of the server, and ask again. llama-cpp-python ends an answer when another request comes, unless it is started with --interrupt_requests False.';
  return { layer: 'cut', message: what, remedy };
}

/**
 * The prompt or the answer did not fit the context, and the server said nothing of it: what came is no answer to the
 * question.
 * @param context tokens, null where it is not known
 */
export function explainLostContext(
  { endpoint: { host } }: RequestContext,
  meaning: Extract<EndMeaning, { type: 'prompt-cut' | 'slid' }>,
  context: number | null,
  remedy: string,
): ModelFailure {
  const size = context === null ? 'its context' : `its context of ${numberText(context)} tokens`;
  const message =
    meaning.type === 'slid'
      ? `${host} moved ${size} on while it answered, without a word: ${numberText(meaning.promptTokens)} tokens of prompt and ${numberText(meaning.completionTokens)} of answer do not fit.`
      : context === null
        ? `${host} answered a prompt of ${numberText(meaning.promptTokens)} tokens with nothing: it is longer than ${size}, as it seems.`
        : `${host} cut the prompt to ${size}, without a word: the model has not seen all of it.`;
  return { layer: 'context', message, remedy };
}

/** A good status, and nothing behind it, with and without streaming. */
export function explainEmpty({ endpoint: { host } }: RequestContext): ModelFailure {
  return {
    layer: 'server',
    message: `${host} answered with status 200 and an empty body.`,
    remedy: 'Look into the log of the server: some do so where the prompt does not fit the context.',
  };
}

/** The server was silent for `ms` milliseconds; `started` says whether it had sent anything before. */
export function explainSilence(
  { endpoint: { host } }: RequestContext,
  ms: number,
  started: boolean,
): ModelFailure {
  const seconds = `${Math.round(ms / 100) / 10} s`;
  return {
    layer: 'timeout',
    message: started ? `${host} fell silent for ${seconds}.` : `${host} sent nothing for ${seconds}.`,
    remedy: 'See whether the server still runs and how long its queue is, and try again.',
  };
}

/**
 * Explains a reply that breaks the protocol; `what` completes "host answered with …". `words` are the server's, ''
 * for none.
 */
export function explainProtocol(
  { endpoint: { host, base } }: RequestContext,
  what: string,
  words = '',
): ModelFailure {
  return {
    layer: 'protocol',
    message: `${host} answered with ${what}${words === '' ? '.' : `: ${endSentence(words)}`}`,
    remedy: `Check that ${base} is the address of an OpenAI-compatible API, not of a web page.`,
  };
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
