import type { WebStorage } from './web-storage.ts';

/**
 * Stores the key of each endpoint separately, bound to the endpoint's address, so that a change of address never
 * sends a key to another server. A key stays in the session storage unless it is to be remembered.
 */
export class KeyKeeper {
  readonly #session: WebStorage;
  readonly #device: WebStorage;

  constructor(session: WebStorage, device: WebStorage) {
    this.#session = session;
    this.#device = device;
  }

  read(baseUrl: string): { readonly key: string; readonly remembered: boolean } {
    const remembered = this.#device.read(name(baseUrl));
    if (remembered !== null) return { key: remembered, remembered: true };
    return { key: this.#session.read(name(baseUrl)) ?? '', remembered: false };
  }

  /** An empty key removes the stored one. */
  write(baseUrl: string, key: string, remember: boolean): void {
    this.#session.delete(name(baseUrl));
    this.#device.delete(name(baseUrl));
    if (key !== '') (remember ? this.#device : this.#session).write(name(baseUrl), key);
  }
}

function name(baseUrl: string): string {
  return `allpass-key ${baseUrl}`;
}
