/** A queue of values from a callback. They are read one by one, in order. */
export class ReplyQueue<Value> implements AsyncIterable<Value> {
  readonly #queuedValues: Value[] = [];
  #isClosed = false;
  #wake: (() => void) | null = null;

  push(value: Value): void {
    if (this.#isClosed) return;
    this.#queuedValues.push(value);
    this.#wake?.();
  }

  /** Ends the queue. The values in it can still be read. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value, void, undefined> {
    for (;;) {
      const value = this.#queuedValues.shift();
      if (value !== undefined) yield value;
      else if (this.#isClosed) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
