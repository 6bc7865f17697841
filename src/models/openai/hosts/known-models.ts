import type { EndpointAddress } from '../endpoint-port.ts';
import { OpenAIModel } from './openai-model.ts';
import { OpenAIServer } from './openai-server.ts';

/** Maximum number of models that are kept. */
const MAX_MODELS = 16;

/**
 * The models that received a request in this visit, by address, key and model. The findings of one answer
 * about a server apply to the next: the fields that it accepts, its context length, and the time of its last
 * byte.
 */
export class KnownModels {
  /** Ordered by last use, the most recent last. */
  readonly #models = new Map<string, OpenAIModel>();
  readonly #serverOf: (address: EndpointAddress) => OpenAIServer;

  constructor(
    serverOf: (address: EndpointAddress) => OpenAIServer = ({ baseUrl, key }) =>
      new OpenAIServer({ address: baseUrl, key }),
  ) {
    this.#serverOf = serverOf;
  }

  /** Returns the same model for the same arguments. */
  modelOf(address: EndpointAddress, model: string): OpenAIModel {
    const name = nameOf(address, model);
    const instance = this.#models.get(name) ?? new OpenAIModel(this.#serverOf(address), { model });
    this.#models.delete(name);
    this.#models.set(name, instance);
    const [oldestName] = this.#models.keys();
    if (this.#models.size > MAX_MODELS && oldestName !== undefined) this.#models.delete(oldestName);
    return instance;
  }

  /** Discards all findings about a model, because its server may have been restarted with other options. */
  forget(address: EndpointAddress, model: string): void {
    this.#models.delete(nameOf(address, model));
  }
}

function nameOf({ baseUrl, key }: EndpointAddress, model: string): string {
  return JSON.stringify([baseUrl, key, model]);
}
