/** A bounded queue: `put` waits while it is full, `take` while it is empty. */
export class BoundedQueue<T> {
  readonly #maxItems: number;
  readonly #items: T[] = [];
  readonly #takers: ((item: T | null) => void)[] = [];
  readonly #makers: (() => void)[] = [];
  #isClosed = false;

  /** @param maxItems maximum number of items in the queue, ≥ 1 */
  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  /** Resolves when the queue has room for the next item. An item that is put after `close` is not taken. */
  async put(item: T): Promise<void> {
    if (this.#isClosed) return;
    const taker = this.#takers.shift();
    if (taker !== undefined) {
      taker(item);
      return;
    }
    this.#items.push(item);
    if (this.#items.length >= this.#maxItems)
      await new Promise<void>((resolve) => this.#makers.push(resolve));
  }

  /** Returns null when the queue is closed and empty. */
  take(): Promise<T | null> {
    const item = this.#items.shift();
    if (item !== undefined) {
      this.#makers.shift()?.();
      return Promise.resolve(item);
    }
    if (this.#isClosed) return Promise.resolve(null);
    return new Promise((resolve) => this.#takers.push(resolve));
  }

  /** Accepts no further item. Items in the queue can still be taken. */
  close(): void {
    this.#isClosed = true;
    for (const taker of this.#takers.splice(0)) taker(null);
    for (const maker of this.#makers.splice(0)) maker();
  }
}

/**
 * The number of concurrent requests that the server can take. It halves when one of several concurrent requests fails.
 * It doubles after a number of answers without a failure, because the failure may have had another cause. Each failure
 * doubles that number.
 */
export class ConcurrencyLimit {
  readonly #maxLimit: number;
  limit: number;
  /** Answers since the limit last changed. */
  #goodAnswers = 0;
  #neededAnswers = FIRST_WHILE;
  /**
   * The number of changes to the limit. A request that began before the last change is no evidence about the current
   * limit.
   */
  epoch = 0;

  /** @param maxLimit maximum number of concurrent requests, ≥ 1 */
  constructor(maxLimit: number) {
    this.#maxLimit = maxLimit;
    this.limit = maxLimit;
  }

  /** Records a complete answer. */
  succeeded(): void {
    this.#goodAnswers += 1;
    if (this.limit < this.#maxLimit && this.#goodAnswers >= this.#neededAnswers) this.#set(this.limit * 2);
  }

  /**
   * Records a failure of a request that began in `epoch`, with other requests in flight.
   * @returns whether the limit was halved
   */
  recordFailure(epoch: number): boolean {
    if (epoch !== this.epoch || this.limit === 1) return false;
    this.#neededAnswers *= 2;
    this.#set(Math.floor(this.limit / 2));
    return true;
  }

  #set(limit: number): void {
    this.limit = Math.min(this.#maxLimit, limit);
    this.#goodAnswers = 0;
    this.epoch += 1;
  }
}

/** Number of answers without a failure before the limit doubles; doubled with each failure. */
const FIRST_WHILE = 16;
