/** Lets at most a fixed number of tasks through at once; the others wait in order. */
export class Turnstile {
  readonly #capacity: number;
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  /** @param capacity tasks inside at once, ≥ 1 */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Waits for a place and takes it. An aborted signal lets the caller through at once, so that it can
   * settle its own work as stopped.
   * @returns the function that gives the place back; calling it twice does nothing
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (this.#inside >= this.#capacity && !signal.aborted) await this.#wait(signal);
    this.#inside += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#inside -= 1;
      if (this.#inside < this.#capacity) this.#waiting.shift()?.();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        resolve();
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', abort, { once: true });
    });
  }
}
