/** The findings of the connection check: a detail, or a detail with its remedy. */
import { duration, numberText } from '../../base/number-words.ts';
import { failureWords, type CodedFailure } from './failures.ts';

export interface FindingWords {
  /** The finding, plain sentences; '' for none. */
  readonly detail: string;
  /** The remedy, one sentence; '' for none. */
  readonly remedy: string;
}

/** The step failed. */
export function failure(failure: CodedFailure): FindingWords {
  const { message, remedy } = failureWords(failure);
  return { detail: message, remedy };
}

export const address = (base: string): string => base;

export const serverSecure = (): string => 'The server, too, uses https.';
export const machineReachable = (): string => 'A page loaded over https may reach this machine over http.';
export const networkReachable = (): string =>
  'The browser lets this page use http in the local network, once you allow it.';

export const allowIfAsked = (): string => 'Allow it if the browser asks.';
export const networkReached = (): string => 'The browser lets this page reach it.';
/** If no server answers, the browser has had no reply to withhold. */
export const notReached = (): string => 'It did not come to that.';

export const serverAnswers = (host: string): string => `${host} answers.`;

export const pagesAdmitted = (origin: string): string => `It admits pages from ${origin}.`;
export function pagesNotAdmitted(failure: CodedFailure): FindingWords {
  const { message } = failureWords(failure);
  return { detail: message, remedy: 'Start the server again so that it admits this page.' };
}
export const promptsNotAdmitted = (host: string, origin: string): FindingWords => ({
  detail: `${host} lets pages from ${origin} read its list of models, but not send a prompt.`,
  remedy:
    'Start the server again so that it also admits the method POST and the headers content-type and authorization.',
});

export const listThere = (): string => 'There is a list of models.';
/** The model answers all the same. */
export function listUnread(failure: CodedFailure): string {
  const { message } = failureWords(failure);
  return `The list of models cannot be read, but the model answers. ${message}`;
}
export function notListed(failure: CodedFailure): string {
  const { message } = failureWords(failure);
  return `${message} It answers all the same.`;
}
export const listMissing = (): string => 'The server keeps no list of models.';
/** @param address another address of the server */
export function listAt(failure: CodedFailure, address: string): FindingWords {
  const { message } = failureWords(failure);
  return { detail: message, remedy: `Use ${address}, where there is a list of models.` };
}

export const keyTaken = (): string => 'The server took it.';
export const keyUnneeded = (): string => 'The server wants none.';

export const listEmpty = (): string => 'The server lists no models.';
export const modelThere = (name: string): string => `${name} is there.`;
export const otherModel = (name: string): string => `The server answers with ${name}.`;

export const modelMayLoad = (): string => 'The model may have to be loaded first.';
/**
 * @param firstTokenMs null where nothing came, or too much at once
 * @param model the name that the server gives, '' for none
 * @param base where it answers, if that is not the address that was checked; else ''
 */
export function answered(firstTokenMs: number | null, model: string, base: string): string {
  const what = firstTokenMs === null ? 'It answered' : `The first token came after ${duration(firstTokenMs)}`;
  return `${what}${model === '' ? '' : `, as ${model}`}${base === '' ? '' : `, at ${base}`}.`;
}

const SHORT = 'long reasoning is cut off there';
const LONGER_CONTEXT = 'Start the server with a longer context.';
const roomOf = (tokens: number): string => `${numberText(tokens)} tokens for prompt and answer together`;

/** @param usual tokens of the context that Ollama gives without a setting */
export const ollamaContextUnknown = (usual: number): FindingWords => ({
  detail: `Ollama does not say how much context it gives this model. Without a setting it may be ${numberText(usual)} tokens, and ${SHORT}.`,
  remedy: LONGER_CONTEXT,
});
export const contextUnknown = (): string => 'The server does not say how long its context is.';
export const contextLong = (tokens: number): string => `${roomOf(tokens)}.`;
export const contextShort = (tokens: number): FindingWords => ({
  detail: `${roomOf(tokens)}: ${SHORT}.`,
  remedy: LONGER_CONTEXT,
});
export const contextShared = (tokens: number, slots: number): string =>
  `${roomOf(tokens)}, which ${slots} answers at once may have to share.`;
/** @param share tokens that each answer has */
export const contextShortShared = (tokens: number, slots: number, share: number): FindingWords => ({
  detail: `${roomOf(tokens)}, which ${slots} answers at once may have to share: each of them has ${numberText(share)}, and ${SHORT}.`,
  remedy: 'Start the server with a longer context, or with --parallel 1 and ask for one answer at a time.',
});

/** How an answer of a few tokens ended. */
export interface ShortAnswer {
  readonly tokens: number;
  /** The server counted no tokens: `tokens` is the number of its events. */
  readonly areEvents: boolean;
  readonly reason: string | null;
}

const endOf = ({ tokens, areEvents, reason }: ShortAnswer): string =>
  `${tokens} ${areEvents ? 'events' : 'tokens'}, reason ${reason ?? 'none'}`;

export const threeAnswers = (): string => 'Three answers of a few tokens.';
export const aloneFailed = (failure: CodedFailure): string =>
  `The answer to one long question alone failed: ${failureWords(failure).message}`;
export const sameEnds = (alone: ShortAnswer): string =>
  `Two answers at once end as one alone (${endOf(alone)}).`;
export const endsTooEarly = (): string =>
  'The model ends its answers too early to tell whether others disturb them.';
export function otherEnds(alone: ShortAnswer, other: ShortAnswer | CodedFailure): FindingWords {
  const end = 'tokens' in other ? endOf(other) : failureWords(other).message;
  return {
    detail: `Two answers at once do not end as one alone: ${endOf(alone)} alone, beside another ${end.replace(/[^.]$/, '$&.')}`,
    remedy:
      'Ask for one answer at a time, or start the server, or the one behind a proxy, so that a request does not end another.',
  };
}
