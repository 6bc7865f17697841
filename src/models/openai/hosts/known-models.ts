import type { EndpointAddress } from '../endpoint-port.ts';
import { OpenAIModel } from './openai-model.ts';
import { OpenAIServer } from './openai-server.ts';

/** More servers and models than anybody asks in turn. */
const MOST = 16;

/**
 * The models that answers were asked of. The findings of one answer about a server hold for the next: the fields that
 * it accepts, its context length, whether it works on other answers. The place where that is kept, by address, key
 * and model.
 */
export class KnownModels {
  /** The one that was asked last comes last. */
  readonly #models = new Map<string, OpenAIModel>();
  readonly #serverOf: (address: EndpointAddress) => OpenAIServer;

  constructor(
    serverOf: (address: EndpointAddress) => OpenAIServer = ({ baseUrl, key }) =>
      new OpenAIServer({ address: baseUrl, key }),
  ) {
    this.#serverOf = serverOf;
  }

  /** The same one each time. */
  modelOf(address: EndpointAddress, model: string): OpenAIModel {
    const name = nameOf(address, model);
    const known = this.#models.get(name) ?? new OpenAIModel(this.#serverOf(address), { model });
    this.#models.delete(name);
    this.#models.set(name, known);
    const [oldest] = this.#models.keys();
    if (this.#models.size > MOST && oldest !== undefined) this.#models.delete(oldest);
    return known;
  }

  /** Nothing is known of it any more: it may have been started anew with other options. */
  forget(address: EndpointAddress, model: string): void {
    this.#models.delete(nameOf(address, model));
  }
}

function nameOf({ baseUrl, key }: EndpointAddress, model: string): string {
  return JSON.stringify([baseUrl, key, model]);
}
