import { proxy, wrap, type Endpoint, type Remote } from 'comlink';

/** As much of a `Worker` as is needed here. */
export interface LinkedWorker extends Endpoint {
  terminate(): void;
}

/** A call that will never be answered: its worker died, was ended, or did not even start. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
}

/**
 * Calls into a worker of ours that exposes an `Api` by Comlink. Comlink leaves what waits for a dead worker
 * waiting for ever; here every call ends, and one that comes after the death fails at once.
 */
export class WorkerLink<Api> {
  readonly #worker: LinkedWorker;
  /** Kept, because Comlink forgets the calls of a proxy that has been collected. */
  readonly #remote: Remote<Api>;
  readonly #waiting = new Set<(gone: WorkerGone) => void>();
  readonly #onDeath: (message: string) => void;
  #gone: WorkerGone | null = null;

  /** @param onDeath told once when the worker dies by itself, with all that waited rejected; not after `kill` */
  constructor(worker: LinkedWorker, onDeath: (message: string) => void = () => undefined) {
    this.#worker = worker;
    this.#remote = wrap<Api>(worker);
    this.#onDeath = onDeath;
    worker.addEventListener('error', (event: { readonly message?: string; preventDefault(): void }) => {
      // It is told below, and need not stand in the console as well.
      event.preventDefault();
      this.die(event.message || 'the worker could not be started');
    });
  }

  /**
   * The worker's answer. Rejects with what the worker threw, or with `WorkerGone`; an error that crosses keeps
   * its name and message and nothing else.
   */
  call<Result>(ask: (api: Remote<Api>) => Promise<Result>): Promise<Result> {
    if (this.#gone !== null) return Promise.reject(this.#gone);
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      ask(this.#remote)
        .then(resolve, reject)
        .finally(() => this.#waiting.delete(reject));
    });
  }

  /**
   * As `call`, for one that tells how far it is. A report that the worker sent before its end may arrive after its
   * answer, through a port of its own, and would make finished work look unfinished: it is dropped.
   */
  async callTelling<Told extends unknown[], Result>(
    ask: (api: Remote<Api>, tell: (...told: Told) => void) => Promise<Result>,
    progress: (...told: Told) => void,
  ): Promise<Result> {
    let ended = false;
    const tell = proxy((...told: Told) => {
      if (!ended) progress(...told);
    });
    return this.call((api) => ask(api, tell)).finally(() => (ended = true));
  }

  /** Ends the worker now; every call fails with `message`. */
  kill(message: string): void {
    if (this.#gone !== null) return;
    this.#gone = new WorkerGone(message);
    this.#worker.terminate();
    for (const reject of this.#waiting) reject(this.#gone);
    this.#waiting.clear();
  }

  /** For callers that learn that the worker is useless: it ends as if it had died by itself. */
  die(message: string): void {
    if (this.#gone !== null) return;
    this.kill(message);
    this.#onDeath(message);
  }
}
