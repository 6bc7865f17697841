/**
 * Delivers values in order without blocking the writer: one delivery at a time, each with all values that were
 * written since the last one. A slow reader gets fewer and larger deliveries, so they do not queue up.
 */
export class Batcher<Value> {
  readonly #deliver: (values: readonly Value[]) => unknown;
  #waitingValues: Value[] = [];
  #currentDelivery: Promise<void> | null = null;

  /** @param deliver may return a promise, which is awaited before the next delivery */
  constructor(deliver: (values: readonly Value[]) => unknown) {
    this.#deliver = deliver;
  }

  push(value: Value): void {
    this.#waitingValues.push(value);
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
      while (this.#waitingValues.length > 0) {
        const values = this.#waitingValues;
        this.#waitingValues = [];
        await this.#deliver(values);
      }
    } finally {
      this.#currentDelivery = null;
    }
  }
}
