import { proxy, wrap, type Endpoint, type Remote } from 'comlink';

/** The part of a `Worker` that `WorkerLink` uses. */
export interface LinkedWorker extends Endpoint {
  terminate(): void;
}

/** Error of a call that will never be answered: the worker crashed, was terminated, or did not start. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
}

/**
 * Calls functions of a worker that exposes an `Api` with Comlink. In Comlink, a call to a dead worker never
 * settles. Here every such call rejects, and a call after the worker's death rejects immediately.
 */
export class WorkerLink<Api> {
  readonly #worker: LinkedWorker;
  /** Stored, because Comlink forgets the calls of a proxy that was garbage-collected. */
  readonly #remote: Remote<Api>;
  readonly #rejecters = new Set<(workerGone: WorkerGone) => void>();
  readonly #onDeath: (message: string) => void;
  #deathError: WorkerGone | null = null;

  /**
   * @param onDeath called once if the worker dies by itself, after all waiting calls have been rejected; not called
   *   after `kill`
   */
  constructor(worker: LinkedWorker, onDeath: (message: string) => void = () => undefined) {
    this.#worker = worker;
    this.#remote = wrap<Api>(worker);
    this.#onDeath = onDeath;
    worker.addEventListener('error', (event: { readonly message?: string; preventDefault(): void }) => {
      // The error is reported below, so it need not appear in the console as well.
      event.preventDefault();
      this.die(event.message || 'the worker could not be started');
    });
  }

  /**
   * Returns the worker's answer. Rejects with the error that the worker threw, or with `WorkerGone`. Only the name
   * and the message of an error are transferred.
   */
  call<Result>(invoke: (api: Remote<Api>) => Promise<Result>): Promise<Result> {
    if (this.#deathError !== null) return Promise.reject(this.#deathError);
    return new Promise((resolve, reject) => {
      this.#rejecters.add(reject);
      invoke(this.#remote)
        .then(resolve, reject)
        .finally(() => this.#rejecters.delete(reject));
    });
  }

  /**
   * Like `call`, for a function that reports its progress. A report may arrive after the answer, because it uses a
   * separate port, and would make finished work look unfinished. So late reports are ignored.
   */
  async callTelling<Told extends unknown[], Result>(
    invoke: (api: Remote<Api>, report: (...progressValues: Told) => void) => Promise<Result>,
    progress: (...progressValues: Told) => void,
  ): Promise<Result> {
    let hasEnded = false;
    const report = proxy((...progressValues: Told) => {
      if (!hasEnded) progress(...progressValues);
    });
    return this.call((api) => invoke(api, report)).finally(() => (hasEnded = true));
  }

  /** Terminates the worker now. Every call rejects with `message`. */
  kill(message: string): void {
    if (this.#deathError !== null) return;
    this.#deathError = new WorkerGone(message);
    this.#worker.terminate();
    for (const reject of this.#rejecters) reject(this.#deathError);
    this.#rejecters.clear();
  }

  /** Terminates a worker that a caller has found unusable, as if it had died by itself. */
  die(message: string): void {
    if (this.#deathError !== null) return;
    this.kill(message);
    this.#onDeath(message);
  }
}
