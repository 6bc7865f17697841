/**
 * Timers that ring on time wherever the tab is. Browsers fire the timers of hidden tabs once a second, after some
 * minutes once a minute, but never delay those of workers. In a hidden tab a worker timer is used too: a worker that
 * does nothing else.
 */

/** Takes a timer back; nothing happens if it has rung. */
export type TakeBack = () => void;

/** Is told the names of timers and after how many milliseconds each is to ring, and says the name then. */
export type Bell = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage'>;

/** The part of a document that is used. */
export type Seen = Pick<Document, 'hidden' | 'addEventListener'>;

interface Timer {
  readonly due: number;
  readonly handle: ReturnType<typeof setTimeout>;
  readonly ring: () => void;
}

export class Clock {
  readonly #seen: Seen;
  readonly #newBell: () => Bell;
  readonly #timers = new Map<number, Timer>();
  #names = 0;
  #bell: Bell | null = null;

  /** @param seen whose page is hidden, or is not */
  constructor(seen: Seen, newBell: () => Bell = newWorkerBell) {
    this.#seen = seen;
    this.#newBell = newBell;
    seen.addEventListener('visibilitychange', () => this.#onSeen());
    this.#onSeen();
  }

  /** @param milliseconds below 2³¹ */
  after(milliseconds: number, ring: () => void): TakeBack {
    const name = ++this.#names;
    const handle = setTimeout(() => this.#ring(name), milliseconds);
    this.#timers.set(name, { due: performance.now() + milliseconds, handle, ring });
    this.#bell?.postMessage([name, milliseconds]);
    return () => void this.#taken(name);
  }

  #onSeen(): void {
    this.#bell?.terminate();
    this.#bell = null;
    if (!this.#seen.hidden) return;
    this.#bell = this.#newBell();
    this.#bell.onmessage = ({ data }: MessageEvent<number>) => this.#ring(data);
    for (const [name, { due }] of this.#timers) this.#bell.postMessage([name, due - performance.now()]);
  }

  #ring(name: number): void {
    this.#taken(name)?.ring();
  }

  #taken(name: number): Timer | undefined {
    const timer = this.#timers.get(name);
    clearTimeout(timer?.handle);
    this.#timers.delete(name);
    return timer;
  }
}

const BELL = 'onmessage = ({ data: [name, milliseconds] }) => setTimeout(postMessage, milliseconds, name);';
let address: string | null = null;

function newWorkerBell(): Bell {
  address ??= URL.createObjectURL(new Blob([BELL], { type: 'text/javascript' }));
  return new Worker(address);
}
