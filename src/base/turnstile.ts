/**
 * A semaphore with priorities: at most a fixed number of tasks run at a time. Urgent tasks go before the others,
 * and tasks of the same rank go in order of arrival. A task that must be alone waits until all others have left. If
 * it is urgent, it keeps all others out while it waits. Otherwise it waits until no other task waits, so that it
 * delays nothing.
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

/** Returns the rank of a task in the queue. Lower ranks go first. */
function rank({ urgent, alone }: QueueSlot): number {
  if (urgent) return 0;
  return alone ? 2 : 1;
}

export class Turnstile {
  readonly #capacity: number;
  readonly #waitingTasks: Waiting[] = [];
  #insideCount = 0;
  #isClosed = false;

  /** @param capacity maximum number of tasks that run at the same time, ≥ 1 */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /**
   * Waits for a slot and takes it. An aborted signal lets the caller through immediately, without a slot, so that
   * it can end its own work with the result "stopped".
   * @returns the function that frees the slot; calling it twice does nothing
   */
  enter(slot: QueueSlot): Promise<() => void> {
    return new Promise((resolve) => {
      if (slot.signal.aborted) {
        resolve(() => undefined);
        return;
      }
      const abort = () => {
        this.#waitingTasks.splice(this.#waitingTasks.indexOf(entry), 1);
        resolve(() => undefined);
        // Another caller may wait for this slot alone.
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
      const index = this.#waitingTasks.findIndex((other) => rank(other.slot) > rank(slot));
      this.#waitingTasks.splice(index < 0 ? this.#waitingTasks.length : index, 0, entry);
      this.#admit();
    });
  }

  #takeSlot(alone: boolean): () => void {
    this.#insideCount += 1;
    this.#isClosed = alone;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#insideCount -= 1;
      if (alone) this.#isClosed = false;
      this.#admit();
    };
  }

  #admit(): void {
    for (;;) {
      const next = this.#waitingTasks[0];
      if (next === undefined || this.#isClosed) return;
      if (this.#insideCount >= (next.slot.alone ? 1 : this.#capacity)) return;
      this.#waitingTasks.shift();
      next.enter();
    }
  }
}
