/** The result of waiting for the server. */
export type Arrival<T> =
  { readonly arrived: true; readonly value: T } | { readonly arrived: false; readonly why: Absence };

export type Absence =
  /** The caller aborted the request. */
  | 'aborted'
  /** No byte arrived within the limit. */
  | 'silent'
  /** The connection failed, or the browser withheld the response. */
  | 'broken';

/**
 * Aborts a request if its caller aborts, or if the server has been silent for too long. The limit applies
 * only while waiting for the server, not while the caller processes data.
 */
export class Watchdog {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #onAbort = (): void => {
    this.#controller.abort();
  };
  #isExpired = false;

  constructor(caller: AbortSignal) {
    this.#caller = caller;
    if (caller.aborted) this.#controller.abort();
    caller.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The signal to pass to `fetch`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Waits at most `ms` milliseconds for `promise`, which must belong to a request made with `signal`. A
   * timeout aborts that request. Never rejects.
   * @param extraTime called when the time is over; returns the milliseconds by which to extend it, or 0 or less to
   * end it
   */
  async within<T>(ms: number, promise: Promise<T>, extraTime: () => number = () => 0): Promise<Arrival<T>> {
    const expire = (): void => {
      const extensionMs = extraTime();
      if (extensionMs > 0) {
        timer = setTimeout(expire, extensionMs);
        return;
      }
      this.#isExpired = true;
      this.#controller.abort();
    };
    let timer = setTimeout(expire, ms);
    try {
      return { arrived: true, value: await promise };
    } catch {
      return {
        arrived: false,
        why: this.#caller.aborted ? 'aborted' : this.#isExpired ? 'silent' : 'broken',
      };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the request in any state. This closes the socket, and most servers then stop generating. */
  close(): void {
    this.#caller.removeEventListener('abort', this.#onAbort);
    this.#controller.abort();
  }
}
