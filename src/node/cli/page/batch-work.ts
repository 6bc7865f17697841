/** Work that comes up on the way: batches of programs out, their results in. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { BatchResult, DriverBatch, DriverSession } from '../../../judge/protocol/driver-page.ts';
import { PageWire } from './page-wire.ts';

/** Hands a batch out when the page asks for one, and takes its results in when it asks for the next. */
export class BatchWork {
  readonly #wire: PageWire;
  /** Waits for a page that asks; null where none does. */
  #asking: ServerResponse | null = null;
  #batch: DriverBatch | null = null;
  #onResults: (results: readonly BatchResult[]) => void = () => undefined;
  #ended = false;

  constructor(session: Omit<DriverSession, 'inBatches'>) {
    this.#wire = new PageWire({ ...session, inBatches: true }, (...asked) => this.#answer(...asked));
  }

  get key(): string {
    return this.#wire.key;
  }

  /** Rejects with PageFailure when the page has failed or fallen silent; never resolves. */
  get failed(): Promise<never> {
    return this.#wire.failed;
  }

  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    return this.#wire.answer(path, request, response);
  }

  /** One batch at a time. */
  judge(batch: DriverBatch): Promise<readonly BatchResult[]> {
    this.#batch = batch;
    const results = new Promise<readonly BatchResult[]>((resolve) => (this.#onResults = resolve));
    this.#handOut();
    return results;
  }

  /** There is nothing more to judge. */
  end(): void {
    this.#ended = true;
    this.#wire.end();
    this.#handOut();
  }

  #answer(what: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (what !== 'batch') return false;
    void text(request).then((body) => {
      const results = JSON.parse(body) as readonly BatchResult[] | null;
      this.#asking = response;
      // It asks for the first with nothing in its hands.
      if (results !== null) this.#onResults(results);
      this.#handOut();
    });
    return true;
  }

  #handOut(): void {
    const response = this.#asking;
    if (response === null) return;
    if (this.#ended) response.writeHead(204).end();
    else if (this.#batch !== null) response.end(JSON.stringify(this.#batch));
    else return;
    this.#asking = null;
    this.#batch = null;
  }
}
