/**
 * Timers that fire on time in every tab. In hidden tabs, browsers fire timers once a second, and after some minutes
 * once a minute, but they do not delay timers of workers. So in a hidden tab a separate worker runs a copy of each
 * timer.
 */

/** Cancels a timer; does nothing if it has fired. */
export type CancelTimer = () => void;

/** A worker that receives the name and the delay of each timer, and posts the name after the delay. */
export type WorkerTimer = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage'>;

/** The part of a `Document` that `Clock` uses. */
export type PageVisibility = Pick<Document, 'hidden' | 'addEventListener'>;

/** An object that starts timers. */
export interface Timers {
  /** @param milliseconds the delay, below 2³¹ */
  after(milliseconds: number, onDue: () => void): CancelTimer;
}

interface FrameTimer {
  readonly dueTime: number;
  readonly timeoutId: ReturnType<typeof setTimeout>;
  readonly onDue: () => void;
}

export class Clock implements Timers {
  readonly #visibility: PageVisibility;
  readonly #newTimer: () => WorkerTimer;
  readonly #timers = new Map<number, FrameTimer>();
  #names = 0;
  #workerTimer: WorkerTimer | null = null;

  /** @param visibility the document; while it is hidden, timers run in a worker */
  constructor(visibility: PageVisibility, newTimer: () => WorkerTimer = startWorkerTimer) {
    this.#visibility = visibility;
    this.#newTimer = newTimer;
    visibility.addEventListener('visibilitychange', () => this.#onSeen());
    this.#onSeen();
  }

  after(milliseconds: number, onDue: () => void): CancelTimer {
    const name = ++this.#names;
    const timeoutId = setTimeout(() => this.#fire(name), milliseconds);
    this.#timers.set(name, { dueTime: performance.now() + milliseconds, timeoutId, onDue });
    this.#workerTimer?.postMessage([name, milliseconds]);
    return () => void this.#takeTimer(name);
  }

  #onSeen(): void {
    this.#workerTimer?.terminate();
    this.#workerTimer = null;
    if (!this.#visibility.hidden) return;
    this.#workerTimer = this.#newTimer();
    this.#workerTimer.onmessage = ({ data }: MessageEvent<number>) => this.#fire(data);
    for (const [name, { dueTime }] of this.#timers)
      this.#workerTimer.postMessage([name, dueTime - performance.now()]);
  }

  #fire(name: number): void {
    this.#takeTimer(name)?.onDue();
  }

  #takeTimer(name: number): FrameTimer | undefined {
    const timer = this.#timers.get(name);
    clearTimeout(timer?.timeoutId);
    this.#timers.delete(name);
    return timer;
  }
}

const WORKER_TIMER_SOURCE =
  'onmessage = ({ data: [name, milliseconds] }) => setTimeout(postMessage, milliseconds, name);';
let address: string | null = null;

function startWorkerTimer(): WorkerTimer {
  address ??= URL.createObjectURL(new Blob([WORKER_TIMER_SOURCE], { type: 'text/javascript' }));
  return new Worker(address);
}
