import type { WebStorage } from './web-storage.ts';

/**
 * Stores the API key of each endpoint under the endpoint's URL, so that a key is never sent to another server
 * after the URL was changed. The key is in the session storage, unless the user wants it to be remembered.
 */
export class KeyKeeper {
  readonly #session: WebStorage;
  readonly #device: WebStorage;

  constructor(session: WebStorage, device: WebStorage) {
    this.#session = session;
    this.#device = device;
  }

  read(baseUrl: string): { readonly key: string; readonly isRemembered: boolean } {
    const rememberedKey = this.#device.read(name(baseUrl));
    if (rememberedKey !== null) return { key: rememberedKey, isRemembered: true };
    return { key: this.#session.read(name(baseUrl)) ?? '', isRemembered: false };
  }

  /** @param key the key, or '' to remove the stored key */
  write(baseUrl: string, key: string, remember: boolean): void {
    this.#session.delete(name(baseUrl));
    this.#device.delete(name(baseUrl));
    if (key !== '') (remember ? this.#device : this.#session).write(name(baseUrl), key);
  }
}

function name(baseUrl: string): string {
  return `allpass-key ${baseUrl}`;
}
