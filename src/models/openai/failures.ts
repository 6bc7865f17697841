/** Failures of the connection to an OpenAI-compatible server and of its answers, each with its remedy. */
import { duration, numberText } from '../../base/number-words.ts';
import type { ModelFailure } from '../chat-model.ts';

// The address, the key, the connection

const ADDRESS_EXAMPLE = 'Write it like http://localhost:8000/v1 or https://api.example.com/v1.';

export const emptyAddress: ModelFailure = {
  layer: 'address',
  message: 'The address of the server is empty.',
  remedy: ADDRESS_EXAMPLE,
};

export const unreadableAddress: ModelFailure = {
  layer: 'address',
  message: 'The address of the server cannot be read.',
  remedy: ADDRESS_EXAMPLE,
};

/** @param protocol with its colon */
export const foreignProtocol = (protocol: string): ModelFailure => ({
  layer: 'address',
  message: `The address begins with ${protocol}, and only http: and https: can be fetched.`,
  remedy: ADDRESS_EXAMPLE,
});

export const addressHasUser: ModelFailure = {
  layer: 'address',
  message: 'The address carries a user name or a password.',
  remedy: 'Put the key into the field for it.',
};

export const addressHasQuery: ModelFailure = {
  layer: 'address',
  message: 'The address carries a query after "?".',
  remedy: 'Remove it; a key goes into its own field.',
};

/** @param isLocal whether the server is in the local network, which Chrome lets a page reach */
export function mixedContent(host: string, isLocal: boolean): ModelFailure {
  const inChrome = isLocal ? 'use Chrome from version 142 on, which asks you instead, ' : '';
  return {
    layer: 'mixed-content',
    message: `This page was loaded over https, and the browser does not let it fetch http://${host}.`,
    remedy:
      `Serve the model over https, reach it as http://localhost (a tunnel such as ssh -L does that), ` +
      `${inChrome}or open this app over http.`,
  };
}

/** Browsers block requests to the ports of other services. */
export const forbiddenPort = (host: string): ModelFailure => ({
  layer: 'address',
  message: `Browsers forbid pages to fetch from the port of ${host}: it belongs to another service.`,
  remedy: 'Start the server on another port, such as 8000; the command line can use this one.',
});

export const unsendableKey: ModelFailure = {
  layer: 'unauthorized',
  message: 'The key has characters that no HTTP header can carry (a blank, a line break, or beyond ASCII).',
  remedy: 'Copy the key again, without anything around it.',
};

/** @param options lines that make servers admit the origin of the page */
export function pageNotAdmitted(
  host: string,
  origin: string,
  options: readonly { readonly server: string; readonly text: string }[],
): ModelFailure {
  const lines = options.map(({ server, text }) => `${server}: ${text}`).join('; ');
  return {
    layer: 'cors',
    message: `${host} is up, but it does not admit pages from ${origin}, so the browser withholds its answer.`,
    remedy:
      `Start the server so that it admits this origin. ${lines}. ` +
      'If it does already, it may refuse the key, redirect to another address or fail before it says so: look into its log.',
  };
}

/**
 * @param origin scheme, host and port of the server
 * @param isPageSecure whether the page was loaded over https
 * @param needsPermission whether the browser asks the user if the page may reach the server
 * @param proxy host and port of the proxy in between; null when no proxy is known
 */
export function noServer(
  host: string,
  origin: string,
  isPageSecure: boolean,
  needsPermission: boolean,
  proxy: string | null = null,
): ModelFailure {
  const hints = ['Start the server and check the host and the port.'];
  if (proxy !== null)
    hints.push(
      `The request goes through the proxy ${proxy} of the environment; NO_PROXY names the hosts to go around it.`,
    );
  // The browser asks once whether a page may reach the local network. Until the user answers, requests look like this.
  if (needsPermission) hints.push('Allow this page the local network if the browser asks.');
  // The browser shows why it refuses a certificate only to a user who opens the address.
  if (origin.startsWith('https:')) {
    hints.push(`Open ${origin} in a tab to see whether the browser trusts its certificate.`);
  } else if (isPageSecure) {
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

/** The server admits pages of `origin`, but its refusals lack the CORS headers, so pages cannot read them. */
export const hiddenRefusal = (host: string, origin: string, hasKey: boolean): ModelFailure => ({
  layer: 'unauthorized',
  message: `${host} admits pages from ${origin}, but withholds this answer from them: most likely it ${hasKey ? 'refuses the key' : 'wants a key'}.`,
  remedy: 'Enter the key of this server, or start the server with the key you use; its log has the status.',
});

/** @param isThisMachine whether the server is on this machine rather than in its network */
export function permissionRefused(
  host: string,
  isThisMachine: boolean,
  isPagePlainHttp: boolean,
): ModelFailure {
  const what = isThisMachine ? 'this machine' : 'the local network';
  return {
    layer: 'local-network',
    message: `The browser does not let this page reach ${what}, where ${host} is: the permission was refused.`,
    remedy: isPagePlainHttp
      ? 'Open this app over https: the browser gives this permission to no other page.'
      : 'Allow "Local network access" in the settings of this site (the icon before the address), then try again.',
  };
}

export const permissionAwaited: ModelFailure = {
  layer: 'local-network',
  message: 'The browser asks whether this page may reach the local network, and waits for the answer.',
  remedy: 'Allow it at the top of the window, and check again.',
};

export const redirectUnfollowed = (host: string): ModelFailure => ({
  layer: 'redirect',
  message: `${host} answers with a redirect, which this page does not follow with a prompt or a key.`,
  remedy:
    'Enter the address at its end; if there is none (a loop), mend the settings of the server or of the proxy before it.',
});

/** @param where the part of `target` that names the server */
export const redirectsTo = (host: string, where: string, target: string): ModelFailure => ({
  layer: 'redirect',
  message: `${host} redirects to ${where}, which was sent neither the prompt nor a key.`,
  remedy: `Enter ${target} as the address if that is the server you mean.`,
});

// Refusals. `text` is the server's own text; '' for none.

/** The server's text is not quoted, because it often contains a part of the key. */
export const wantsValidKey = (host: string): ModelFailure => ({
  layer: 'unauthorized',
  message: `${host} wants a valid key (status 401).`,
  remedy: 'Enter the key of this server, or start the server with the key you use.',
});

export const keyForbidden = (host: string, text: string): ModelFailure => ({
  layer: 'forbidden',
  message: `${host} answered with status 403, so this key or this page may not use the model, or not for this prompt${quoted(text)}`,
  remedy: 'Check what the key is allowed to do, and which origins the server admits.',
});

export const promptModerated = (host: string, text: string): ModelFailure => ({
  layer: 'moderation',
  message: `${host} refused this prompt for its content${quoted(text)}`,
  remedy: 'Ask another server: the model has not seen the prompt.',
});

const OPTIONS = {
  max_tokens: 'another token limit (--max-tokens on the command line)',
  temperature: 'another temperature (--temperature on the command line)',
  top_p: 'another top-p (--top-p on the command line)',
  seed: 'another seed, or none (--seed on the command line)',
} as const;

/** The server knows the parameter and refuses this value. The value is not replaced without the user's knowledge. */
export const valueRefused = (
  host: string,
  parameter: keyof typeof OPTIONS,
  value: unknown,
  text: string,
): ModelFailure => ({
  layer: 'parameter',
  message: `${host} does not take ${parameter} ${String(value)}${quoted(text)}`,
  remedy: `Set ${OPTIONS[parameter]}.`,
});

export const limitNeeded = (host: string, text: string): ModelFailure => ({
  layer: 'parameter',
  message: `${host} takes no request without a token limit${quoted(text)}`,
  remedy: 'Set a token limit (--max-tokens on the command line).',
});

export const systemRefused = (host: string, model: string, text: string): ModelFailure => ({
  layer: 'parameter',
  message: `${model} at ${host} takes no system message${quoted(text)}`,
  remedy:
    'Choose a prompt without one, such as deepcoder or livecodebench-one-message (--prompt on the command line).',
});

export const contextTooShort = (model: string, host: string, text: string): ModelFailure => ({
  layer: 'context-overflow',
  message: `The prompt and the tokens asked for do not fit the context of ${model} at ${host}${quoted(text)}`,
  remedy: 'Lower the token limit, or start the server with a longer context.',
});

/**
 * @param model name of the model; '' for none
 * @param names some of the models that the server has
 * @param more number of its other models
 */
export function modelIsUnknown(
  host: string,
  model: string,
  names: readonly string[],
  more: number,
): ModelFailure {
  const what = model === '' ? `No model is named for ${host}` : `${host} has no model named "${model}"`;
  if (names.length === 0)
    return {
      layer: 'model-not-found',
      message: `${what}.`,
      remedy: 'Check the name, or load the model there.',
    };
  return {
    layer: 'model-not-found',
    message: `${what}. It has: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    remedy: 'Choose one of these names, or load the model there.',
  };
}

export const noSuchPath = (url: string, status: number): ModelFailure => ({
  layer: 'address',
  message: `There is no ${url} (status ${status}).`,
  remedy:
    'Check the path of the address: most servers end it in /v1. One that ends in /chat/completions is taken as it stands.',
});

export const noCredit = (host: string, status: number, text: string): ModelFailure => ({
  layer: 'no-credit',
  message: `The account at ${host} has no credit left for this request (status ${status})${quoted(text)}`,
  remedy: 'Add credit, use another key, or lower the token limit.',
});

export const tooManyRequests = (host: string, text: string): ModelFailure => ({
  layer: 'rate-limited',
  message: `${host} takes no more requests for now (status 429)${quoted(text)}`,
  remedy: 'Wait, or send fewer requests at a time.',
});

export const serverTooSlow = (host: string, status: number, text: string): ModelFailure => ({
  layer: 'timeout',
  message: `${answered(host, status)}: the model did not answer in the time the server gives it${quoted(text)}`,
  remedy:
    'Try again, lower the token limit, or raise the time limit of the server or of the proxy before it.',
});

export const serverBusy = (host: string, status: number, text: string): ModelFailure => ({
  layer: 'busy',
  message: answered(host, status) + quoted(text),
  remedy: 'Wait until the server has started, or send fewer requests at a time.',
});

/** llama-server: when it chooses the number of slots itself, the slots share one context. */
export const sharedContextFull = (host: string, status: number, text: string): ModelFailure => ({
  layer: 'server',
  message: answered(host, status) + quoted(text),
  remedy:
    'Requests that run at once share this context: start the server with a larger one, or for one request at a time ' +
    '(llama-server --parallel 1).',
});

/** @param status 0 for an error inside a response */
export const requestRefused = (host: string, status: number, text: string): ModelFailure => ({
  layer: 'server',
  message: answered(host, status) + quoted(text),
  remedy:
    status >= 500 || status === 0
      ? 'Look into the log of the server, and try again when it is well.'
      : 'Change what the server names, or choose another model.',
});

const answered = (host: string, status: number): string =>
  status === 0 ? `${host} reported an error` : `${host} answered with status ${status}`;

// Answers that do not arrive, are cut off, or cannot be read

export const closedBeforeAnswer = (host: string): ModelFailure => ({
  layer: 'network-or-cors',
  message: `The connection to ${host} closed before any of the answer had come.`,
  remedy: 'Look into the log of the server, and try again.',
});

/**
 * @param reason the server's word for the reason; '' for none
 * @param text other words of the server; '' for none
 */
export function answerCutOff(host: string, reason: string, text: string): ModelFailure {
  const quote = text === '' ? '' : ` It said: ${endSentence(text)}`;
  return {
    layer: 'cut',
    message:
      reason === ''
        ? `${host} ended the stream without a finish reason: the answer may be cut off.${quote}`
        : `${host} ended the answer for the reason "${reason}", which is no end of the model's own.${quote}`,
    remedy:
      'Look into the log of the server, and ask again. llama-cpp-python ends an answer when another request comes, unless it is started with --interrupt_requests False.',
  };
}

/** Facts for the advice on how to give a model a longer context in Ollama. */
export interface OllamaContext {
  readonly model: string;
  /** The context that the model's Modelfile sets; null when it sets none. */
  readonly numCtx: string | null;
  /** A sufficient context, in tokens. */
  readonly wanted: number;
}

/**
 * @param context tokens; null when unknown
 * @param ollama null for another server
 */
export const contextMoved = (
  host: string,
  context: number | null,
  promptTokens: number,
  completionTokens: number,
  ollama: OllamaContext | null,
): ModelFailure => ({
  layer: 'context',
  message: `${host} moved ${contextOf(context)} on while it answered, without a word: ${numberText(promptTokens)} tokens of prompt and ${numberText(completionTokens)} of answer do not fit.`,
  remedy: longerContext(ollama),
});

/** Takes the parameters of `contextMoved`. */
export const promptCut = (
  host: string,
  context: number | null,
  promptTokens: number,
  ollama: OllamaContext | null,
): ModelFailure => ({
  layer: 'context',
  message:
    context === null
      ? `${host} answered a prompt of ${numberText(promptTokens)} tokens with nothing: it is longer than its context, as it seems.`
      : `${host} cut the prompt to ${contextOf(context)}, without a word: the model has not seen all of it.`,
  remedy: longerContext(ollama),
});

/**
 * @param least the smallest number of tokens that the prompt can have with any tokenizer
 * @param ollama as in `contextMoved`
 */
export const promptTooFewTokens = (
  host: string,
  promptTokens: number,
  least: number,
  ollama: OllamaContext | null,
): ModelFailure => ({
  layer: 'context',
  message: `${host} counted ${numberText(promptTokens)} tokens for a prompt that has more than ${numberText(least)}: it has cut the prompt, without a word, and the model has not seen all of it.`,
  remedy:
    ollama === null
      ? 'Give the model a longer context where it is loaded (LM Studio: Context Length; Ollama behind a proxy: OLLAMA_CONTEXT_LENGTH).'
      : longerContext(ollama),
});

const contextOf = (tokens: number | null): string =>
  tokens === null ? 'its context' : `its context of ${numberText(tokens)} tokens`;

function longerContext(ollama: OllamaContext | null): string {
  if (ollama === null) return 'Start the server with a longer context.';
  const { model, numCtx, wanted } = ollama;
  if (numCtx === null) return `Start it with a longer context: OLLAMA_CONTEXT_LENGTH=${wanted} ollama serve`;
  return (
    `The Modelfile of ${model} sets num_ctx ${numCtx}, and OLLAMA_CONTEXT_LENGTH does not change that: put the lines ` +
    `"FROM ${model}" and "PARAMETER num_ctx ${wanted}" into a file, and use the model that ollama create long -f FILE makes.`
  );
}

export const emptyReply = (host: string): ModelFailure => ({
  layer: 'server',
  message: `${host} answered with status 200 and an empty body.`,
  remedy: 'Look into the log of the server: some do so where the prompt does not fit the context.',
});

/** @param started whether the server had sent something before */
export function silentServer(host: string, ms: number, started: boolean): ModelFailure {
  const time = duration(ms);
  return {
    layer: 'timeout',
    message: started ? `${host} fell silent for ${time}.` : `${host} sent nothing for ${time}.`,
    remedy: 'See whether the server still runs and how long its queue is, and try again.',
  };
}

const REPLIES = {
  page: 'a web page (HTML) instead of JSON',
  'no-json': 'an event that is not JSON',
  'no-completion': 'something else than a chat completion',
  'no-list': 'something else than a list of models',
} as const;

export type OtherReply = keyof typeof REPLIES;

/** @param text the beginning of the reply; '' for none */
export const otherProtocol = (host: string, base: string, reply: OtherReply, text: string): ModelFailure => ({
  layer: 'protocol',
  message: `${host} answered with ${REPLIES[reply]}${quoted(text)}`,
  remedy: `Check that ${base} is the address of an OpenAI-compatible API, not of a web page.`,
});

/** The server became unreachable after an earlier failure, which may explain why. */
export function afterFailure(failure: ModelFailure, before: ModelFailure): ModelFailure {
  return { ...failure, message: `${failure.message} Before that: ${before.message}` };
}

/** @param waitMs milliseconds that the server asks the client to wait; this advice replaces the remedy */
export function askedToWait(failure: ModelFailure, waitMs: number): ModelFailure {
  const wait = duration(Math.ceil(waitMs / 1000) * 1000);
  return { ...failure, remedy: `Wait ${wait}, as the server asks, and try again.`, waitMs };
}

/** Returns a colon and `text`; only a full stop when there is no text. */
const quoted = (text: string): string => (text === '' ? '.' : `: ${endSentence(text)}`);

const endSentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
