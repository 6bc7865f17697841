/** Jobs for the page, known beforehand or coming up while it judges. */
import type { PageJob } from '../../judge/protocol/driver-page.ts';

export class JobFeed {
  /** Those before `#next` are handed out. */
  readonly #jobs: PageJob[] = [];
  readonly #waiting: ((job: PageJob | null) => void)[] = [];
  #next = 0;
  #size = 0;
  #closed = false;
  #onClose: () => void = () => undefined;
  /** Resolves when no more jobs come. */
  readonly closed = new Promise<void>((resolve) => (this.#onClose = resolve));

  /** A feed that holds these, and gets no more. */
  static of(jobs: readonly PageJob[]): JobFeed {
    const feed = new JobFeed();
    for (const job of jobs) feed.add(job);
    feed.close();
    return feed;
  }

  /** So far. */
  get size(): number {
    return this.#size;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Each has an index of its own. */
  add(job: PageJob): void {
    this.#jobs.push(job);
    this.#size += 1;
    this.#hand();
  }

  close(): void {
    this.#closed = true;
    this.#hand();
    this.#onClose();
  }

  /**
   * The next job, as soon as there is one; null when none comes any more, or within the time.
   * @param patience milliseconds
   */
  take(patience: number): Promise<PageJob | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        const place = this.#waiting.indexOf(taker);
        if (place !== -1) this.#waiting.splice(place, 1);
        resolve(null);
      }, patience);
      const taker = (job: PageJob | null): void => {
        clearTimeout(timer);
        resolve(job);
      };
      this.#waiting.push(taker);
      this.#hand();
    });
  }

  #hand(): void {
    while (this.#waiting.length > 0 && this.#next < this.#jobs.length)
      this.#waiting.shift()!(this.#jobs[this.#next++]!);
    // A job holds its problem: one that is handed out is the page's.
    if (this.#next > 1024 || this.#next === this.#jobs.length) {
      this.#jobs.splice(0, this.#next);
      this.#next = 0;
    }
    if (this.#closed) for (const taker of this.#waiting.splice(0)) taker(null);
  }
}
