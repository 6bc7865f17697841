/** Jobs for the page, known beforehand or coming up while it judges. */
import type { DriverJob } from '../../../judge/protocol/driver-page.ts';

export class JobFeed {
  readonly #jobs: DriverJob[] = [];
  readonly #waiting: ((job: DriverJob | null) => void)[] = [];
  #next = 0;
  #closed = false;
  #onClose: () => void = () => undefined;
  /** Resolves when no more jobs come. */
  readonly closed = new Promise<void>((resolve) => (this.#onClose = resolve));

  /** A feed that holds these, and gets no more. */
  static of(jobs: readonly DriverJob[]): JobFeed {
    const feed = new JobFeed();
    for (const job of jobs) feed.add(job);
    feed.close();
    return feed;
  }

  /** So far. */
  get size(): number {
    return this.#jobs.length;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Each has an index of its own. */
  add(job: DriverJob): void {
    this.#jobs.push(job);
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
  take(patience: number): Promise<DriverJob | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        const place = this.#waiting.indexOf(taker);
        if (place !== -1) this.#waiting.splice(place, 1);
        resolve(null);
      }, patience);
      const taker = (job: DriverJob | null): void => {
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
    if (this.#closed) for (const taker of this.#waiting.splice(0)) taker(null);
  }
}
