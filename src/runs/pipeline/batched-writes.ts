/** How soon after a write the next one begins of what can wait: a tenth of a second may be lost with the page. */
const EVERY_MS = 100;
/** Number of items written at once: a hidden page's timers come late, and must not delay those that wait. */
const MANY = 16;

interface Waiting<T> {
  readonly item: T;
  readonly written: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Writes together what comes at about the same time: a transaction of its own costs the browser more than what is put
 * into it. An item that comes alone is written at once.
 */
export class BatchedWrites<T> {
  readonly #write: (items: readonly T[]) => Promise<void>;
  #waiting: Waiting<T>[] = [];
  #urgent = false;
  #writing = false;
  #timed = false;
  #begunAt = Number.NEGATIVE_INFINITY;

  /** @param write all of them or none, in their order; called again only when it has ended */
  constructor(write: (items: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /**
   * Resolves when it is written; rejects where it is not, as all do that were written with it.
   * @param urgent a caller waits for it: it waits for the write before it, and no longer
   */
  put(item: T, urgent: boolean): Promise<void> {
    return new Promise((written, failed) => {
      this.#waiting.push({ item, written, failed });
      this.#urgent ||= urgent;
      this.#next();
    });
  }

  #next(): void {
    if (this.#writing || this.#waiting.length === 0) return;
    const rest = this.#begunAt + EVERY_MS - performance.now();
    if (this.#urgent || this.#waiting.length >= MANY || rest <= 0) {
      void this.#writeAll();
      return;
    }
    if (this.#timed) return;
    this.#timed = true;
    setTimeout(() => {
      this.#timed = false;
      this.#next();
    }, rest);
  }

  async #writeAll(): Promise<void> {
    const all = this.#waiting;
    this.#waiting = [];
    this.#urgent = false;
    this.#writing = true;
    this.#begunAt = performance.now();
    try {
      await this.#write(all.map(({ item }) => item));
      for (const { written } of all) written();
    } catch (error) {
      for (const { failed } of all) failed(error);
    }
    this.#writing = false;
    this.#next();
  }
}
