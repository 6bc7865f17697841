/** A bounded line between who makes and who takes: makers wait while it is full, takers while it is empty. */
export class BoundedQueue<T> {
  readonly #most: number;
  readonly #items: T[] = [];
  readonly #takers: ((item: T | null) => void)[] = [];
  readonly #makers: (() => void)[] = [];
  #closed = false;

  /** @param most items that wait before `put` waits, ≥ 1 */
  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when there is room for another one. An item that is put after `close` is not taken. */
  async put(item: T): Promise<void> {
    if (this.#closed) return;
    const taker = this.#takers.shift();
    if (taker !== undefined) {
      taker(item);
      return;
    }
    this.#items.push(item);
    if (this.#items.length >= this.#most) await new Promise<void>((resolve) => this.#makers.push(resolve));
  }

  /** Null when it is closed and empty. */
  take(): Promise<T | null> {
    const item = this.#items.shift();
    if (item !== undefined) {
      this.#makers.shift()?.();
      return Promise.resolve(item);
    }
    if (this.#closed) return Promise.resolve(null);
    return new Promise((resolve) => this.#takers.push(resolve));
  }

  /** Nothing more comes; what waits is still taken. */
  close(): void {
    this.#closed = true;
    for (const taker of this.#takers.splice(0)) taker(null);
    for (const maker of this.#makers.splice(0)) maker();
  }
}

/**
 * The number of concurrent requests: as many as the server bears. It halves when an answer fails beside others,
 * and doubles again after a while in which none did, for the failure may have had another cause; each failure makes
 * that while longer.
 */
export class ConcurrencyLimit {
  readonly #most: number;
  #limit: number;
  /** Answers since the limit last changed. */
  #good = 0;
  #wanted = FIRST_WHILE;
  #epoch = 0;

  /** @param most answers at once, ≥ 1 */
  constructor(most: number) {
    this.#most = most;
    this.#limit = most;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Changes with the limit: an answer that was begun before says nothing of the limit that holds now. */
  get epoch(): number {
    return this.#epoch;
  }

  /** An answer has come whole. */
  succeeded(): void {
    this.#good += 1;
    if (this.#limit < this.#most && this.#good >= this.#wanted) this.#set(this.#limit * 2);
  }

  /** One that was begun in `epoch` has failed beside others. @returns whether the limit is smaller now */
  failed(epoch: number): boolean {
    if (epoch !== this.#epoch || this.#limit === 1) return false;
    this.#wanted *= 2;
    this.#set(Math.floor(this.#limit / 2));
    return true;
  }

  #set(limit: number): void {
    this.#limit = Math.min(this.#most, limit);
    this.#good = 0;
    this.#epoch += 1;
  }
}

/** Answers, doubled with each failure. */
const FIRST_WHILE = 16;
