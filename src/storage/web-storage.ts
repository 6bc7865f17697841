/**
 * Stores small values that are needed before the first paint (theme, pane sizes), or that must not be stored in
 * IndexedDB (keys). If the web storage is missing or blocked, values stay in memory until the page is closed.
 */
export class WebStorage {
  readonly #storage: Storage | null;
  readonly #memory = new Map<string, string>();

  /** @param open returns the storage area; reading the property throws if storage is blocked */
  constructor(open: () => Storage) {
    let openedStorage: Storage | null = null;
    try {
      openedStorage = open();
    } catch {
      // Storage is blocked: values stay in memory.
    }
    this.#storage = openedStorage;
  }

  read(key: string): string | null {
    const inMemory = this.#memory.get(key);
    if (inMemory !== undefined) return inMemory;
    try {
      return this.#storage?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  write(key: string, value: string): void {
    try {
      if (this.#storage === null) throw new Error('no storage');
      this.#storage.setItem(key, value);
      this.#memory.delete(key);
    } catch {
      this.#memory.set(key, value);
    }
  }

  delete(key: string): void {
    this.#memory.delete(key);
    try {
      this.#storage?.removeItem(key);
    } catch {
      // The storage is blocked, so there is nothing to delete.
    }
  }
}
