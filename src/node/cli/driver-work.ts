/** Programs to judge, one by one: jobs out, replies in. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DriverSession, PageReply, Retry } from '../../judge/protocol/driver-page.ts';
import type { JobFeed } from './job-feed.ts';
import { PageWire } from './page-wire.ts';

/** What is heard of the page while it judges. */
export interface PageEars {
  /** It is built, and is being opened. */
  readonly onOpening: () => void;
  /** It takes its first job. */
  readonly onBegin: () => void;
  /** A test of job `index` is retried. */
  readonly onRetry: (index: number) => void;
  /** In the order in which they end. */
  readonly onReply: (reply: PageReply) => void;
  /** Whether job `index` is still to be done, asked when its turn comes; every one is unless said otherwise. */
  readonly isNeeded?: (index: number) => boolean;
  /** Job `index` was not needed any more. */
  readonly onPassedOver?: (index: number) => void;
  /** The page has job `index` now. */
  readonly onHanded?: (index: number) => void;
  /** Indices of jobs that the page may stop, asked every few seconds: each still has a reply. */
  readonly unwanted?: () => readonly number[];
}

/** A page that asks is told to ask again before its browser takes the silence for a fault. */
const PATIENCE_MILLISECONDS = 15_000;

/** Hands jobs out and takes replies in, from the one page that knows the key. */
export class DriverWork {
  readonly #wire: PageWire;
  /** Rejects with PageFailure when the page has failed or fallen silent. */
  readonly finished: Promise<void>;
  readonly #feed: JobFeed;
  /** Jobs that the page has, and has not replied to. */
  readonly #handed = new Set<number>();
  readonly #ears: PageEars;
  /** How many jobs are replied to, or were passed over. */
  #settled = 0;
  #finish: () => void = () => undefined;
  #begun = false;

  constructor(feed: JobFeed, session: DriverSession, ears: PageEars) {
    this.#wire = new PageWire(session, (...asked) => this.#answer(...asked));
    this.#feed = feed;
    this.#ears = ears;
    const done = new Promise<void>((resolve) => (this.#finish = resolve));
    this.finished = Promise.race([done, this.#wire.failed]).finally(() => this.#wire.end());
    void feed.closed.then(() => this.#check());
  }

  get key(): string {
    return this.#wire.key;
  }

  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    return this.#wire.answer(path, request, response);
  }

  #answer(what: string, request: IncomingMessage, response: ServerResponse): boolean {
    switch (what) {
      case 'alive':
        response.end(JSON.stringify(this.#ears.unwanted?.() ?? []));
        return true;
      case 'next':
        void this.#handOut(response, PATIENCE_MILLISECONDS);
        return true;
      case 'retry':
        void text(request).then((body) => {
          response.end();
          const { index } = JSON.parse(body) as Retry;
          // It may come in after the reply.
          if (this.#handed.has(index)) this.#ears.onRetry(index);
        });
        return true;
      case 'done':
        void text(request).then((body) => {
          const reply = JSON.parse(body) as PageReply;
          if (this.#handed.delete(reply.index)) {
            this.#ears.onReply(reply);
            this.#settle();
          }
          // The next job, if it is there: a request costs the page as much as many tests.
          void this.#handOut(response, 0);
        });
        return true;
      default:
        return false;
    }
  }

  /** A job as soon as there is one; 202 where the page is to ask again, 204 where nothing more comes. */
  async #handOut(response: ServerResponse, patienceMilliseconds: number): Promise<void> {
    if (!this.#begun) this.#ears.onBegin();
    this.#begun = true;
    for (;;) {
      const job = await this.#feed.take(patienceMilliseconds);
      if (job === null) {
        response.writeHead(this.#feed.isClosed ? 204 : 202).end();
        return;
      }
      if (this.#ears.isNeeded?.(job.index) !== false) {
        this.#handed.add(job.index);
        this.#ears.onHanded?.(job.index);
        response.end(JSON.stringify(job));
        return;
      }
      this.#ears.onPassedOver?.(job.index);
      this.#settle();
    }
  }

  #settle(): void {
    this.#settled += 1;
    this.#check();
  }

  #check(): void {
    if (this.#feed.isClosed && this.#settled === this.#feed.size) this.#finish();
  }
}
