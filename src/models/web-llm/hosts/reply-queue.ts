/** Values that arrive from outside, read one by one in order. */
export class ReplyQueue<Value> implements AsyncIterable<Value> {
  readonly #waiting: Value[] = [];
  #closed = false;
  #wake: (() => void) | null = null;

  push(value: Value): void {
    if (this.#closed) return;
    this.#waiting.push(value);
    this.#wake?.();
  }

  /** Nothing more comes; what waits is still read. */
  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value, void, undefined> {
    for (;;) {
      const value = this.#waiting.shift();
      if (value !== undefined) yield value;
      else if (this.#closed) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
