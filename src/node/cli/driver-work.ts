/** The command line's end of the wire: jobs out, replies in, and the snapshot that is kept between runs. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import type { DriverJob, DriverSession, PageReply, RunAgain } from '../../judge/protocol/driver-page.ts';
import { PageFailure } from './page-failure.ts';
import type { SnapshotFile } from './snapshot-file.ts';

/** What is heard of the page while it judges. */
export interface PageEars {
  /** It is built, and is being opened. */
  readonly onOpening: () => void;
  /** It takes its first job. */
  readonly onBegin: () => void;
  /** A test of job `index` is run again, alone, when nothing else is to be done. */
  readonly onAgain: (index: number) => void;
  /** In the order in which they end. */
  readonly onReply: (reply: PageReply) => void;
}

/** A page that has not knocked for so long has died: it says every few seconds that it lives. */
const SILENCE_MILLISECONDS = 120_000;

/** Hands jobs out and takes replies in, from the one page that knows the key. */
export class DriverWork {
  readonly #snapshot: SnapshotFile;
  /** Rejects with PageFailure when the page has fallen silent. */
  readonly finished: Promise<void>;
  readonly key = randomUUID();
  readonly #jobs: readonly DriverJob[];
  readonly #session: DriverSession;
  readonly #ears: PageEars;
  readonly #replied = new Set<number>();
  #finish: () => void = () => undefined;
  #silent: () => void = () => undefined;
  #silence: NodeJS.Timeout | undefined;
  #next = 0;
  #missing: number;

  constructor(jobs: readonly DriverJob[], session: DriverSession, ears: PageEars, snapshot: SnapshotFile) {
    this.#snapshot = snapshot;
    this.#jobs = jobs;
    this.#session = session;
    this.#ears = ears;
    this.#missing = jobs.length;
    this.finished = new Promise((resolve, reject) => {
      this.#finish = () => {
        clearTimeout(this.#silence);
        resolve();
      };
      this.#silent = () => reject(new PageFailure('the page fell silent'));
    });
    this.#hear();
    if (jobs.length === 0) this.#finish();
  }

  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (!path.startsWith('driver/')) return false;
    if (!request.url?.endsWith(`?${this.key}`)) {
      response.writeHead(403).end();
      return true;
    }
    this.#hear();
    const [, kept, engine] = /^driver\/(new-snapshot|snapshot)\/([0-9a-f]+)$/.exec(path) ?? [];
    if (engine !== undefined) {
      void (kept === 'snapshot' ? this.#give(engine, response) : this.#keep(engine, request, response));
      return true;
    }
    switch (path) {
      case 'driver/alive':
        response.end();
        return true;
      case 'driver/session':
        response.end(JSON.stringify(this.#session));
        return true;
      case 'driver/next': {
        if (this.#next === 0) this.#ears.onBegin();
        const job = this.#jobs[this.#next];
        this.#next += 1;
        if (job === undefined) response.writeHead(204).end();
        else response.end(JSON.stringify(job));
        return true;
      }
      case 'driver/again':
        void text(request).then((body) => {
          response.end();
          const { index } = JSON.parse(body) as RunAgain;
          // It may come in after the reply.
          if (this.#jobs[index] !== undefined && !this.#replied.has(index)) this.#ears.onAgain(index);
        });
        return true;
      case 'driver/done':
        void text(request).then((body) => {
          response.end();
          const reply = JSON.parse(body) as PageReply;
          if (this.#replied.has(reply.index) || this.#jobs[reply.index] === undefined) return;
          this.#replied.add(reply.index);
          this.#ears.onReply(reply);
          this.#missing -= 1;
          if (this.#missing === 0) this.#finish();
        });
        return true;
      default:
        return false;
    }
  }

  async #give(engine: string, response: ServerResponse): Promise<void> {
    const bytes = await this.#snapshot.load(engine);
    if (bytes === null) response.writeHead(204).end();
    else response.end(bytes);
  }

  async #keep(engine: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#snapshot.save(engine, await buffer(request));
    response.end();
  }

  #hear(): void {
    clearTimeout(this.#silence);
    // A late word after the last report must not keep the command alive.
    this.#silence = setTimeout(() => this.#silent(), SILENCE_MILLISECONDS).unref();
  }
}
