import { errorMessage } from '../../../base/error-message.ts';

/** Judges submissions one after the other, each under a key. A state of its own keeps the results. */
export class JudgingInTurn {
  readonly #failed: (error: string) => string;
  #controller = new AbortController();
  #current = $state<string | null>(null);
  #left = $state(0);
  #stopped = $state(false);
  #trouble = $state<string | null>(null);
  readonly busy = $derived(this.#current !== null);

  /** @param failed makes a sentence of an error of the judge */
  constructor(failed: (error: string) => string) {
    this.#failed = failed;
  }

  /** Key of the submission that is being judged; null while none is. */
  get current(): string | null {
    return this.#current;
  }

  /** How many are to be judged, the current one included. */
  get left(): number {
    return this.#left;
  }

  /** Whether what ran last was stopped before its end. */
  get stopped(): boolean {
    return this.#stopped;
  }

  /** The last error, in a sentence; null for none. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /** Stops judging; finished results are kept. */
  stop(): void {
    this.#stopped ||= this.busy;
    this.#controller.abort();
    this.#rest();
  }

  /** Judges these; judging in progress is stopped. A result that comes after the signal is not to be kept. */
  protected async judgeAll<T extends { readonly key: string }>(
    items: readonly T[],
    judge: (item: T, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    this.stop();
    this.#stopped = false;
    const { signal } = (this.#controller = new AbortController());
    this.#trouble = null;
    try {
      for (const [index, item] of items.entries()) {
        this.#current = item.key;
        this.#left = items.length - index;
        await judge(item, signal);
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!signal.aborted) this.#trouble = this.#failed(errorMessage(error));
    } finally {
      if (!signal.aborted) this.#rest();
    }
  }

  #rest(): void {
    this.#current = null;
    this.#left = 0;
  }
}
