/**
 * The small things that must be known before the first paint (theme, pane sizes) or must not reach
 * IndexedDB (keys). Both web storages may be missing or refuse; then values live as long as the page.
 */
export class WebStorage {
  readonly #area: Storage | null;
  readonly #memory = new Map<string, string>();

  /** @param open gives the area; reading the property itself throws where storage is blocked */
  constructor(open: () => Storage) {
    let area: Storage | null = null;
    try {
      area = open();
    } catch {
      // Blocked: memory it is.
    }
    this.#area = area;
  }

  read(key: string): string | null {
    const kept = this.#memory.get(key);
    if (kept !== undefined) return kept;
    try {
      return this.#area?.getItem(key) ?? null;
    } catch {
      return null;
    }
  }

  write(key: string, value: string): void {
    try {
      if (this.#area === null) throw new Error('no storage');
      this.#area.setItem(key, value);
      this.#memory.delete(key);
    } catch {
      this.#memory.set(key, value);
    }
  }

  delete(key: string): void {
    this.#memory.delete(key);
    try {
      this.#area?.removeItem(key);
    } catch {
      // Nothing was stored there either.
    }
  }
}
