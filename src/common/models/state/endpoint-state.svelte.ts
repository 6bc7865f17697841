import { lazily } from '../../../base/lazily.ts';
import type { ChatModel, ModelFailure } from '../../../models/chat-model.ts';
import type { EndpointPort } from '../../../models/openai/endpoint-port.ts';
import type { KeyKeeper } from '../../../storage/key-keeper.ts';
import type { EndpointSettings } from '../../../domain/settings.ts';
import type { Tables } from '../../../storage/tables.ts';
import { ConnectionState } from './connection-state.svelte.ts';

const UNSET: EndpointSettings = { baseUrl: '', model: '', models: [] };
/** The key of the endpoint's record in the settings. */
export const ENDPOINT_RECORD = 'endpoint';

export class EndpointState {
  /** The results of a connection check, until a setting that they depend on changes. */
  readonly connection: ConnectionState;
  /**
   * Reads the stored record, once. A form is shown only afterwards, so that nothing the user types is lost.
   */
  readonly load = lazily(() => this.#load());
  readonly #port: EndpointPort;
  readonly #keys: KeyKeeper;
  readonly #settings: Tables['settings'];
  record = $state.raw<EndpointSettings>(UNSET);
  key = $state('');
  remember = $state(false);
  listing = $state(false);
  listFailure = $state.raw<ModelFailure | null>(null);
  #callNumber = 0;

  constructor(port: EndpointPort, keys: KeyKeeper, settings: Tables['settings']) {
    this.#port = port;
    this.#keys = keys;
    this.#settings = settings;
    this.connection = new ConnectionState(port);
  }

  get isKnown(): boolean {
    return this.record.baseUrl !== '';
  }

  /** The models that can be requested: the chosen model and those of the last list. */
  get names(): readonly string[] {
    return [this.record.model, ...this.record.models];
  }

  async #load(): Promise<void> {
    const storedRecord = await this.#settings.read(ENDPOINT_RECORD);
    // Earlier versions stored the duplicates in a server's list of names.
    if (storedRecord !== undefined) {
      this.record = { ...UNSET, ...storedRecord, models: [...new Set(storedRecord.models)] };
    }
    this.#readKey();
  }

  /** Sets the address. A different address has different models and a different key. */
  setBaseUrl(baseUrl: string): void {
    if (baseUrl === this.record.baseUrl) return;
    this.#callNumber++;
    this.listing = false;
    this.listFailure = null;
    // A key that was typed before any address belongs to the first address.
    const hasEarlyKey = this.record.baseUrl === '' && this.key !== '';
    if (hasEarlyKey) this.#keys.write('', '', false);
    // A name from the other server's list is removed; a typed name may be valid here.
    const { model, models } = this.record;
    this.change({ baseUrl, models: [], model: models.includes(model) ? '' : model });
    if (hasEarlyKey) this.setKey(this.key, this.remember);
    else this.#readKey();
  }

  change(change: Partial<EndpointSettings>): void {
    if ('baseUrl' in change || (change.model ?? this.record.model) !== this.record.model) {
      this.connection.clear();
    }
    this.record = { ...this.record, ...change };
    void this.#settings.write(ENDPOINT_RECORD, this.record);
  }

  setKey(key: string, remember: boolean): void {
    if (key.trim() !== this.key) this.connection.clear();
    this.key = key.trim();
    this.remember = remember;
    this.#keys.write(this.record.baseUrl, this.key, remember);
  }

  /**
   * Fills the list of models, and chooses the first if none is chosen. A server may accept names that it does
   * not list.
   */
  async listModels(): Promise<void> {
    const callNumber = ++this.#callNumber;
    this.listing = true;
    this.listFailure = null;
    const address = { baseUrl: this.record.baseUrl, key: this.key };
    const answer = await this.#port.list(address, AbortSignal.timeout(15_000));
    if (callNumber !== this.#callNumber) return;
    this.listing = false;
    if (!answer.ok) {
      this.listFailure = answer.failure;
      return;
    }
    const models = answer.models.map(({ name }) => name);
    this.change({ models, model: this.record.model || (models[0] ?? '') });
  }

  checkConnection(): Promise<void> {
    return this.connection.check({ baseUrl: this.record.baseUrl, key: this.key }, this.record.model);
  }

  open(model: string): Promise<ChatModel> {
    return this.#port.open({ baseUrl: this.record.baseUrl, key: this.key }, model);
  }

  #readKey(): void {
    const { key, isRemembered } = this.#keys.read(this.record.baseUrl);
    this.key = key;
    this.remember = isRemembered;
  }
}
