/** The command line's end of the wire, whatever is asked of the page, and who may speak. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DriverSession } from '../../judge/protocol/driver-page.ts';
import { PageFailure } from './page-failure.ts';

/** A page that has not knocked for so long has died: it says every few seconds that it lives. */
const SILENCE_MILLISECONDS = 120_000;

/** @returns whether it knows what was asked for */
type Answer = (what: string, request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers the one page that knows the key. */
export class PageWire {
  readonly key = randomUUID();
  /** Rejects with PageFailure when the page has failed or fallen silent; never resolves. */
  readonly failed: Promise<never>;
  readonly #session: DriverSession;
  readonly #answer: Answer;
  #silence: NodeJS.Timeout | undefined;
  #fail: (why: string) => void = () => undefined;

  constructor(session: DriverSession, answer: Answer) {
    this.#session = session;
    this.#answer = answer;
    this.failed = new Promise((_, reject) => {
      this.#fail = (why) => reject(new PageFailure(why));
    });
    this.failed.catch(() => undefined);
    this.#hear();
  }

  answer(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    if (!path.startsWith('driver/')) return false;
    if (!request.url?.endsWith(`?${this.key}`)) {
      response.writeHead(403).end();
      return true;
    }
    this.#hear();
    const what = path.slice('driver/'.length);
    switch (what) {
      case 'alive':
        if (!this.#answer(what, request, response)) response.end();
        return true;
      case 'failed':
        void text(request).then((message) => {
          response.end();
          this.#fail(`the page failed (${message})`);
        });
        return true;
      case 'session':
        response.end(JSON.stringify(this.#session));
        return true;
      default:
        return this.#answer(what, request, response);
    }
  }

  /** The page may fall silent from now on. */
  end(): void {
    clearTimeout(this.#silence);
  }

  #hear(): void {
    clearTimeout(this.#silence);
    // A late word after the last report must not keep the command alive.
    this.#silence = setTimeout(() => this.#fail('the page fell silent'), SILENCE_MILLISECONDS).unref();
  }
}
