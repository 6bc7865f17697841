/**
 * Milliseconds before items that are not urgent are written. If the page closes, at most the items of this period are
 * lost.
 */
const EVERY_MS = 100;
/** Number of items that are written without the delay, because timers of a hidden page are late. */
const MANY = 16;

interface PendingWrite<T> {
  readonly item: T;
  readonly written: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Writes items that arrive at about the same time in one transaction, because a transaction costs more than its items.
 * A single item is written at once.
 */
export class BatchedWrites<T> {
  readonly #write: (items: readonly T[]) => Promise<void>;
  #pendingWrites: PendingWrite<T>[] = [];
  #urgent = false;
  #writing = false;
  #timed = false;
  #begunAt = Number.NEGATIVE_INFINITY;

  /** @param write writes all items, in order, or none; never called while a call is in progress */
  constructor(write: (items: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /**
   * Resolves when the item is written; rejects, with all items of its transaction, if it cannot be.
   * @param urgent whether to write it directly after the write in progress
   */
  put(item: T, urgent: boolean): Promise<void> {
    return new Promise((resolve, failed) => {
      this.#pendingWrites.push({ item, written: resolve, failed });
      this.#urgent ||= urgent;
      this.#next();
    });
  }

  #next(): void {
    if (this.#writing || this.#pendingWrites.length === 0) return;
    const remainingMs = this.#begunAt + EVERY_MS - performance.now();
    if (this.#urgent || this.#pendingWrites.length >= MANY || remainingMs <= 0) {
      void this.#writeAll();
      return;
    }
    if (this.#timed) return;
    this.#timed = true;
    setTimeout(() => {
      this.#timed = false;
      this.#next();
    }, remainingMs);
  }

  async #writeAll(): Promise<void> {
    const batch = this.#pendingWrites;
    this.#pendingWrites = [];
    this.#urgent = false;
    this.#writing = true;
    this.#begunAt = performance.now();
    try {
      await this.#write(batch.map(({ item }) => item));
      for (const { written } of batch) written();
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
    this.#writing = false;
    this.#next();
  }
}
