/**
 * Delivers values in order without making who writes them wait: one delivery at a time, each with everything
 * that was written meanwhile. A slow reader gets fewer and larger deliveries, never a growing pile of them.
 */
export class Batcher<Value> {
  readonly #deliver: (values: readonly Value[]) => unknown;
  #waiting: Value[] = [];
  #delivering: Promise<void> | null = null;

  /** @param deliver may give a promise, which is waited for before the next delivery */
  constructor(deliver: (values: readonly Value[]) => unknown) {
    this.#deliver = deliver;
  }

  push(value: Value): void {
    this.#waiting.push(value);
    this.#delivering ??= this.#deliverAll();
  }

  /** Comes when everything has been delivered; rejects when a delivery failed. */
  async flush(): Promise<void> {
    await this.#delivering;
  }

  async #deliverAll(): Promise<void> {
    // Items that are written in the same task are delivered together.
    await Promise.resolve();
    try {
      while (this.#waiting.length > 0) {
        const values = this.#waiting;
        this.#waiting = [];
        await this.#deliver(values);
      }
    } finally {
      this.#delivering = null;
    }
  }
}
