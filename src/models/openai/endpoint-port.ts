/** The port of endpoints that speak the OpenAI protocol. */
import type { ChatModel } from '../chat-model.ts';
import type { CheckStep } from './connection-check.ts';
import type { ModelListing } from './model-list.ts';

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
