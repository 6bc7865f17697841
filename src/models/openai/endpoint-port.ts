/** The port of endpoints that speak the OpenAI protocol. */
import type { ChatModel } from '../chat-model.ts';
import type { ModelListing } from './model-list.ts';
import type { ServerOption } from './server-presets.ts';

export interface EndpointAddress {
  /** As people paste it. */
  readonly baseUrl: string;
  /** '' for none. */
  readonly key: string;
}

export interface EndpointPort {
  /**
   * A model; nothing is asked of the server yet. The model knows the findings of earlier answers about the server.
   */
  open(address: EndpointAddress, model: string): Promise<ChatModel>;
  /** The models the server offers. One request; an aborted one is a failure that is not awaited. */
  list(address: EndpointAddress, signal: AbortSignal): Promise<ModelListing>;
  /**
   * Goes the way to a model step by step. A step may come several times; the last one counts. The findings of earlier
   * answers about the server are forgotten.
   */
  check(address: EndpointAddress, model: string, signal: AbortSignal): AsyncIterable<CheckStep>;
}

/** The steps in their order. The browser's steps are left out outside a browser. */
export const CHECKS = [
  'address',
  'page',
  'local-network',
  'server',
  'cors',
  'path',
  'key',
  'model',
  'answer',
  'context',
  'concurrency',
] as const;

export type CheckId = (typeof CHECKS)[number];

export type CheckOutcome =
  | 'running'
  | 'passed'
  /** It works, with a limitation. */
  | 'warning'
  | 'failed'
  /** Not tried, because an earlier step failed or nothing could be learned. */
  | 'skipped';

export interface CheckStep {
  readonly id: CheckId;
  readonly outcome: CheckOutcome;
  /** The result, plain sentences; '' for none. */
  readonly detail: string;
  /** One sentence; '' for none. */
  readonly remedy: string;
  /** Options to type on the server, if that is the remedy; the likeliest first. */
  readonly options: readonly ServerOption[];
}

export type StepResult = Omit<CheckStep, 'id'>;

/** The result of a step, with its remedy or without. */
export type Finding = string | { readonly detail: string; readonly remedy: string };

export function stepResult(
  outcome: CheckOutcome,
  finding: Finding = '',
  options: readonly ServerOption[] = [],
): StepResult {
  const { detail, remedy } = typeof finding === 'string' ? { detail: finding, remedy: '' } : finding;
  return { outcome, detail, remedy, options };
}

/** The titles of the steps. */
export const CHECK_TITLES: Readonly<Record<CheckId, string>> = {
  address: 'Address',
  page: 'Secure page',
  'local-network': 'Local network',
  server: 'Server',
  cors: 'Origin (CORS)',
  path: 'Path',
  key: 'Key',
  model: 'Model',
  answer: 'Answer',
  context: 'Context',
  concurrency: 'Several at once',
};
