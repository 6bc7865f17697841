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
