/** The port of OpenAI-compatible endpoints. */
import type { ChatModel } from '../chat-model.ts';
import type { ModelListing } from './model-list.ts';
import type { ServerOption } from './server-presets.ts';

export interface EndpointAddress {
  /** The address as the user enters it. */
  readonly baseUrl: string;
  /** The API key; '' if there is none. */
  readonly key: string;
}

export interface EndpointPort {
  /**
   * Opens a model without sending a request. The model uses the findings of earlier answers about the server.
   */
  open(address: EndpointAddress, model: string): Promise<ChatModel>;
  /**
   * Requests the list of models. If the signal is aborted, returns a failure and sends no further requests.
   */
  list(address: EndpointAddress, signal: AbortSignal): Promise<ModelListing>;
  /**
   * Tests the connection to a model step by step. A step may be yielded several times; the last result
   * applies. The findings of earlier answers about the server are discarded.
   */
  check(address: EndpointAddress, model: string, signal: AbortSignal): AsyncIterable<CheckStep>;
}

/** The steps in order. Steps about the browser are left out outside a browser. */
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
  /** The step passed, with a limitation. */
  | 'warning'
  | 'failed'
  /** Not tried, because an earlier step failed or the step could not show anything. */
  | 'skipped';

export interface CheckStep {
  readonly id: CheckId;
  readonly outcome: CheckOutcome;
  /** The result in plain sentences; '' if there is none. */
  readonly detail: string;
  /** One sentence; '' if there is none. */
  readonly remedy: string;
  /** Options for the server, if they are the remedy; the most likely first. */
  readonly options: readonly ServerOption[];
}

export type StepResult = Omit<CheckStep, 'id'>;

/** The result of a step, with or without a remedy. */
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
