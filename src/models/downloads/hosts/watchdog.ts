/** The result of waiting for the server. */
export type Arrival<T> =
  { readonly arrived: true; readonly value: T } | { readonly arrived: false; readonly why: Absence };

export type Absence =
  /** The caller stopped it. */
  | 'aborted'
  /** Nothing came within the limit. */
  | 'silent'
  /** The connection failed, or the browser withheld the answer. */
  | 'broken';

/**
 * Aborts a request when its caller does, or when the server has been silent for too long. The limit runs
 * only while we wait for the server, never while the caller works on what came.
 */
export class Watchdog {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #onAbort = (): void => {
    this.#controller.abort();
  };
  #expired = false;

  constructor(caller: AbortSignal) {
    this.#caller = caller;
    if (caller.aborted) this.#controller.abort();
    caller.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** For `fetch`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Waits at most `ms` milliseconds for `promise`, which must belong to a request made with `signal`:
   * its end is the abort of that request. Never rejects.
   * @param more asked when the time is over: milliseconds that there are still, 0 or less for none
   */
  async within<T>(ms: number, promise: Promise<T>, more: () => number = () => 0): Promise<Arrival<T>> {
    const expire = (): void => {
      const left = more();
      if (left > 0) {
        timer = setTimeout(expire, left);
        return;
      }
      this.#expired = true;
      this.#controller.abort();
    };
    let timer = setTimeout(expire, ms);
    try {
      return { arrived: true, value: await promise };
    } catch {
      return { arrived: false, why: this.#caller.aborted ? 'aborted' : this.#expired ? 'silent' : 'broken' };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the request whatever its state: the socket closes, and most servers stop generating. */
  close(): void {
    this.#caller.removeEventListener('abort', this.#onAbort);
    this.#controller.abort();
  }
}
