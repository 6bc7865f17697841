/**
 * Milliseconds before items that are not urgent are written. If the page closes, at most the items of this period are
 * lost.
 */
const EVERY_MS = 100;
/** Number of items that are written without the delay, because timers of a hidden page are late. */
const MANY = 16;

interface PendingWrite<T> {
  readonly item: T;
  readonly onWritten: () => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Writes items that arrive at about the same time in one transaction, because a transaction costs more than its items.
 * A single item is written at once.
 */
export class BatchedWrites<T> {
  readonly #write: (items: readonly T[]) => Promise<void>;
  #pendingWrites: PendingWrite<T>[] = [];
  #isUrgent = false;
  #isWriting = false;
  #hasTimer = false;
  #begunAt = Number.NEGATIVE_INFINITY;

  /** @param write writes all items, in order, or none; never called while a call is in progress */
  constructor(write: (items: readonly T[]) => Promise<void>) {
    this.#write = write;
  }

  /**
   * Resolves when the item is written; rejects, with all items of its transaction, if it cannot be.
   * @param isUrgent whether to write it directly after the write in progress
   */
  put(item: T, isUrgent: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pendingWrites.push({ item, onWritten: resolve, onFailure: reject });
      this.#isUrgent ||= isUrgent;
      this.#next();
    });
  }

  #next(): void {
    if (this.#isWriting || this.#pendingWrites.length === 0) return;
    const remainingMs = this.#begunAt + EVERY_MS - performance.now();
    if (this.#isUrgent || this.#pendingWrites.length >= MANY || remainingMs <= 0) {
      void this.#writeAll();
      return;
    }
    if (this.#hasTimer) return;
    this.#hasTimer = true;
    setTimeout(() => {
      this.#hasTimer = false;
      this.#next();
    }, remainingMs);
  }

  async #writeAll(): Promise<void> {
    const batch = this.#pendingWrites;
    this.#pendingWrites = [];
    this.#isUrgent = false;
    this.#isWriting = true;
    this.#begunAt = performance.now();
    try {
      await this.#write(batch.map(({ item }) => item));
      for (const { onWritten } of batch) onWritten();
    } catch (error) {
      for (const { onFailure } of batch) onFailure(error);
    }
    this.#isWriting = false;
    this.#next();
  }
}
