/** The built page in a headless browser: what the command line drives. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buffer, text } from 'node:stream/consumers';
import { DIST, ensurePage } from '../bootstrap/page-build.mjs';
import { serveFolder } from '../bootstrap/static-server.mjs';
import type { DriverJob, PageReply, DriverSession } from '../../judge/protocol/driver-page.ts';
import type { BrowserName } from './browser-names.ts';
import { openPage } from './browsers.ts';
import { SnapshotFile } from './snapshot-file.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules', '.cache', 'allpass');

/**
 * Has the page judge all jobs; replies come in the order in which they end. The page fetches its work
 * from the server it came from: a browser driver would take a died sandbox frame for a died page.
 * @param leave ends it by rejecting; what it rejects with is thrown
 * @throws UsageError where there is no such browser; Error when the page or the browser fails
 */
export async function judgeInPage(
  jobs: readonly DriverJob[],
  session: DriverSession,
  onReply: (reply: PageReply) => void,
  browser: BrowserName = 'chromium',
  leave: Promise<never> = new Promise(() => undefined),
): Promise<void> {
  await Promise.race([ensurePage(), leave]);
  const work = new DriverWork(jobs, session, onReply, new SnapshotFile(CACHE, browser));
  const server = await serveFolder(DIST, {
    route: (path, request, response) => work.answer(path, request, response),
  });
  try {
    const page = await openPage(browser, `${server.address}#/driven?${work.key}`);
    await Promise.race([work.finished, page.failed, leave]).finally(() => page.close());
  } finally {
    await server.close();
  }
}

/** A page that has not knocked for so long has died: it says every few seconds that it lives. */
const SILENCE_MILLISECONDS = 120_000;

/** Hands jobs out and takes replies in, from the one page that knows the key. */
class DriverWork {
  readonly #snapshot: SnapshotFile;
  /** Rejects when the page has fallen silent. */
  readonly finished: Promise<void>;
  readonly key = randomUUID();
  readonly #jobs: readonly DriverJob[];
  readonly #session: DriverSession;
  readonly #onReply: (reply: PageReply) => void;
  readonly #replied = new Set<number>();
  #finish: () => void = () => undefined;
  #silent: () => void = () => undefined;
  #silence: NodeJS.Timeout | undefined;
  #next = 0;
  #missing: number;

  constructor(
    jobs: readonly DriverJob[],
    session: DriverSession,
    onReply: (reply: PageReply) => void,
    snapshot: SnapshotFile,
  ) {
    this.#snapshot = snapshot;
    this.#jobs = jobs;
    this.#session = session;
    this.#onReply = onReply;
    this.#missing = jobs.length;
    this.finished = new Promise((resolve, reject) => {
      this.#finish = () => {
        clearTimeout(this.#silence);
        resolve();
      };
      this.#silent = () => reject(new Error('the page died before all programs were judged'));
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
        const job = this.#jobs[this.#next];
        this.#next += 1;
        if (job === undefined) response.writeHead(204).end();
        else response.end(JSON.stringify(job));
        return true;
      }
      case 'driver/done':
        void text(request).then((body) => {
          response.end();
          const reply = JSON.parse(body) as PageReply;
          if (this.#replied.has(reply.index) || this.#jobs[reply.index] === undefined) return;
          this.#replied.add(reply.index);
          this.#onReply(reply);
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
