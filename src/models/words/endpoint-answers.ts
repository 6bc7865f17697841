/** Sentences about answers of an endpoint that do not come, break off, or are no answers. */
import { duration, numberText } from '../../base/number-words.ts';
import type { FailureWords } from './failure-words.ts';
import { endSentence, quoted } from './quote.ts';

export const closedBeforeAnswer = (host: string): FailureWords => ({
  message: `The connection to ${host} closed before any of the answer had come.`,
  remedy: 'Look into the log of the server, and try again.',
});

/**
 * @param reason the server's word, '' where it gave none
 * @param text other words of the server, '' for none
 */
export function answerCutOff(host: string, reason: string, text: string): FailureWords {
  const quote = text === '' ? '' : ` It said: ${endSentence(text)}`;
  return {
    message:
      reason === ''
        ? `${host} ended the stream without a finish reason: the answer may be cut off.${quote}`
        : `${host} ended the answer for the reason "${reason}", which is no end of the model's own.${quote}`,
    remedy:
      'Look into the log of the server, and ask again. llama-cpp-python ends an answer when another request comes, unless it is started with --interrupt_requests False.',
  };
}

/** How Ollama gives a model a longer context. */
export interface OllamaContext {
  readonly model: string;
  /** The context that the model's Modelfile sets; null where it sets none. */
  readonly numCtx: string | null;
  /** Tokens that are enough. */
  readonly wanted: number;
}

/**
 * @param context tokens, null where it is not known
 * @param ollama null for another server
 */
export const contextMoved = (
  host: string,
  context: number | null,
  promptTokens: number,
  completionTokens: number,
  ollama: OllamaContext | null,
): FailureWords => ({
  message: `${host} moved ${contextOf(context)} on while it answered, without a word: ${numberText(promptTokens)} tokens of prompt and ${numberText(completionTokens)} of answer do not fit.`,
  remedy: longerContext(ollama),
});

/** Parameters as of `contextMoved`. */
export const promptCut = (
  host: string,
  context: number | null,
  promptTokens: number,
  ollama: OllamaContext | null,
): FailureWords => ({
  message:
    context === null
      ? `${host} answered a prompt of ${numberText(promptTokens)} tokens with nothing: it is longer than its context, as it seems.`
      : `${host} cut the prompt to ${contextOf(context)}, without a word: the model has not seen all of it.`,
  remedy: longerContext(ollama),
});

/** @param least tokens that the prompt has, whatever the tokenizer @param ollama as of `contextMoved` */
export const promptTooFewTokens = (
  host: string,
  promptTokens: number,
  least: number,
  ollama: OllamaContext | null,
): FailureWords => ({
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

export const emptyReply = (host: string): FailureWords => ({
  message: `${host} answered with status 200 and an empty body.`,
  remedy: 'Look into the log of the server: some do so where the prompt does not fit the context.',
});

/** @param started the server had sent something before */
export function silentServer(host: string, ms: number, started: boolean): FailureWords {
  const time = duration(ms);
  return {
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

/** @param text the beginning of the reply, '' for none */
export const otherProtocol = (host: string, base: string, reply: OtherReply, text: string): FailureWords => ({
  message: `${host} answered with ${REPLIES[reply]}${quoted(text)}`,
  remedy: `Check that ${base} is the address of an OpenAI-compatible API, not of a web page.`,
});
