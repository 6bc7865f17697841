/** Sentences about requests that an endpoint refuses. `text` holds the server's own words, '' for none. */
import type { FailureWords } from './failure-words.ts';
import { quoted } from './quote.ts';

/** The server's words are not quoted: they often hold a part of the key. */
export const wantsValidKey = (host: string): FailureWords => ({
  message: `${host} wants a valid key (status 401).`,
  remedy: 'Enter the key of this server, or start the server with the key you use.',
});

export const keyForbidden = (host: string, text: string): FailureWords => ({
  message: `${host} answered with status 403, so this key or this page may not use the model, or not for this prompt${quoted(text)}`,
  remedy: 'Check what the key is allowed to do, and which origins the server admits.',
});

export const promptModerated = (host: string, text: string): FailureWords => ({
  message: `${host} refused this prompt for its content${quoted(text)}`,
  remedy: 'Ask another server: the model has not seen the prompt.',
});

const OPTIONS = {
  max_tokens: 'another token limit (--max-tokens on the command line)',
  temperature: 'another temperature (--temperature on the command line)',
  top_p: 'another top-p (--top-p on the command line)',
  seed: 'another seed, or none (--seed on the command line)',
} as const;

/** The server knows the parameter and does not take this value, which is not changed behind the user's back. */
export const valueRefused = (
  host: string,
  parameter: keyof typeof OPTIONS,
  value: unknown,
  text: string,
): FailureWords => ({
  message: `${host} does not take ${parameter} ${String(value)}${quoted(text)}`,
  remedy: `Set ${OPTIONS[parameter]}.`,
});

export const limitNeeded = (host: string, text: string): FailureWords => ({
  message: `${host} takes no request without a token limit${quoted(text)}`,
  remedy: 'Set a token limit (--max-tokens on the command line).',
});

export const systemRefused = (host: string, model: string, text: string): FailureWords => ({
  message: `${model} at ${host} takes no system message${quoted(text)}`,
  remedy:
    'Choose a prompt without one, such as deepcoder or livecodebench-one-message (--prompt on the command line).',
});

export const contextTooShort = (model: string, host: string, text: string): FailureWords => ({
  message: `The prompt and the tokens asked for do not fit the context of ${model} at ${host}${quoted(text)}`,
  remedy: 'Lower the token limit, or start the server with a longer context.',
});

/**
 * @param model '' where none is named
 * @param names some of the models that there are
 * @param more how many others there are
 */
export function unknownModel(
  host: string,
  model: string,
  names: readonly string[],
  more: number,
): FailureWords {
  const what = model === '' ? `No model is named for ${host}` : `${host} has no model named "${model}"`;
  if (names.length === 0) return { message: `${what}.`, remedy: 'Check the name, or load the model there.' };
  return {
    message: `${what}. It has: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    remedy: 'Choose one of these names, or load the model there.',
  };
}

export const noSuchPath = (url: string, status: number): FailureWords => ({
  message: `There is no ${url} (status ${status}).`,
  remedy:
    'Check the path of the address: most servers end it in /v1. One that ends in /chat/completions is taken as it stands.',
});

export const noCredit = (host: string, status: number, text: string): FailureWords => ({
  message: `The account at ${host} has no credit left for this request (status ${status})${quoted(text)}`,
  remedy: 'Add credit, use another key, or lower the token limit.',
});

export const tooManyRequests = (host: string, text: string): FailureWords => ({
  message: `${host} takes no more requests for now (status 429)${quoted(text)}`,
  remedy: 'Wait, or send fewer requests at a time.',
});

export const serverTooSlow = (host: string, status: number, text: string): FailureWords => ({
  message: `${answered(host, status)}: the model did not answer in the time the server gives it${quoted(text)}`,
  remedy:
    'Try again, lower the token limit, or raise the time limit of the server or of the proxy before it.',
});

export const serverBusy = (host: string, status: number, text: string): FailureWords => ({
  message: answered(host, status) + quoted(text),
  remedy: 'Wait until the server has started, or send fewer requests at a time.',
});

/** llama-server: slots that it chose the number of itself share one context. */
export const sharedContextFull = (host: string, status: number, text: string): FailureWords => ({
  message: answered(host, status) + quoted(text),
  remedy:
    'Requests that run at once share this context: start the server with a larger one, or for one request at a time ' +
    '(llama-server --parallel 1).',
});

/** @param status 0 for an error inside a response */
export const requestRefused = (host: string, status: number, text: string): FailureWords => ({
  message: answered(host, status) + quoted(text),
  remedy:
    status >= 500 || status === 0
      ? 'Look into the log of the server, and try again when it is well.'
      : 'Change what the server names, or choose another model.',
});

const answered = (host: string, status: number): string =>
  status === 0 ? `${host} reported an error` : `${host} answered with status ${status}`;
