/**
 * Delivers values in order without blocking the writer: one delivery at a time, each with all values that were
 * written since the last one. A slow reader gets fewer and larger deliveries, so they do not queue up.
 */
export class Batcher<Value> {
  readonly #deliver: (values: readonly Value[]) => unknown;
  #waiting: Value[] = [];
  #currentDelivery: Promise<void> | null = null;

  /** @param deliver may return a promise, which is awaited before the next delivery */
  constructor(deliver: (values: readonly Value[]) => unknown) {
    this.#deliver = deliver;
  }

  push(value: Value): void {
    this.#waiting.push(value);
    this.#currentDelivery ??= this.#deliverAll();
  }

  /** Resolves when everything has been delivered; rejects if a delivery failed. */
  async flush(): Promise<void> {
    await this.#currentDelivery;
  }

  async #deliverAll(): Promise<void> {
    // Values that are written in the same task are delivered together.
    await Promise.resolve();
    try {
      while (this.#waiting.length > 0) {
        const values = this.#waiting;
        this.#waiting = [];
        await this.#deliver(values);
      }
    } finally {
      this.#currentDelivery = null;
    }
  }
}
