/**
 * Lets at most a fixed number of tasks in at once. Urgent tasks go before the others, equals in order of
 * arrival; a task that must be alone waits until everyone has left. An urgent one keeps all others out meanwhile. Any
 * other waits until no one else waits, so that it delays nothing.
 */
export interface QueueSlot {
  readonly signal: AbortSignal;
  readonly urgent: boolean;
  readonly alone: boolean;
}

interface Waiting {
  readonly slot: QueueSlot;
  readonly enter: () => void;
}

/** Lower ones go first. */
function rank({ urgent, alone }: QueueSlot): number {
  if (urgent) return 0;
  return alone ? 2 : 1;
}

export class Turnstile {
  readonly #capacity: number;
  readonly #waiting: Waiting[] = [];
  #inside = 0;
  #closed = false;

  /** @param capacity tasks inside at once, ≥ 1 */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Waits for a slot and takes it. An aborted signal lets the caller through at once, without a slot,
   * so that it can settle its own work as stopped.
   * @returns the function that frees the slot; calling it twice does nothing
   */
  enter(slot: QueueSlot): Promise<() => void> {
    return new Promise((resolve) => {
      if (slot.signal.aborted) {
        resolve(() => undefined);
        return;
      }
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        resolve(() => undefined);
        // Another caller may have waited for this one alone.
        this.#admit();
      };
      const entry: Waiting = {
        slot,
        enter: () => {
          slot.signal.removeEventListener('abort', abort);
          resolve(this.#takeSlot(slot.alone));
        },
      };
      slot.signal.addEventListener('abort', abort, { once: true });
      const behind = this.#waiting.findIndex((other) => rank(other.slot) > rank(slot));
      this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, entry);
      this.#admit();
    });
  }

  #takeSlot(alone: boolean): () => void {
    this.#inside += 1;
    this.#closed = alone;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#inside -= 1;
      if (alone) this.#closed = false;
      this.#admit();
    };
  }

  #admit(): void {
    for (;;) {
      const next = this.#waiting[0];
      if (next === undefined || this.#closed) return;
      if (this.#inside >= (next.slot.alone ? 1 : this.#capacity)) return;
      this.#waiting.shift();
      next.enter();
    }
  }
}
