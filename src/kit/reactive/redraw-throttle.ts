/** How a throttle waits: for the next frame, and for what the frame has caused to be over. */
export interface RedrawClock {
  now(): number;
  /** Calls back in the next frame that begins at least this many milliseconds from now. */
  frame(callback: () => void, afterMs: number): void;
  /** Calls back when the frame has been laid out. */
  settled(callback: () => void): void;
}

/** Drawing may take this share of the time; a text that has grown long is drawn less often. */
const SHARE = 0.2;

/** Draws at most once a frame, or less often: however often `request` is called, `draw` runs once for all of them. */
export class RedrawThrottle {
  readonly #draw: () => void;
  readonly #clock: RedrawClock;
  readonly #everyMs: number;
  #waiting = false;
  #restUntil = 0;

  /** @param everyMs milliseconds from one drawing to the next, at least */
  constructor(draw: () => void, everyMs = 0, clock: RedrawClock = PAGE_CLOCK) {
    this.#draw = draw;
    this.#everyMs = everyMs;
    this.#clock = clock;
  }

  request(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#clock.frame(
      () => {
        this.#waiting = false;
        const startedAt = this.#clock.now();
        this.#draw();
        this.#clock.settled(() => {
          const endedAt = this.#clock.now();
          const rest = (endedAt - startedAt) * (1 / SHARE - 1);
          this.#restUntil = Math.max(endedAt + rest, startedAt + this.#everyMs);
        });
      },
      Math.max(0, this.#restUntil - this.#clock.now()),
    );
  }
}

const PAGE_CLOCK: RedrawClock = {
  now: () => performance.now(),
  frame(callback, afterMs) {
    // A hidden page gets no frames, and its state must still update.
    const hidden = typeof document === 'undefined' || document.hidden;
    if (hidden) setTimeout(callback, Math.max(100, afterMs));
    else if (afterMs > 0) setTimeout(() => requestAnimationFrame(callback), afterMs);
    else requestAnimationFrame(callback);
  },
  settled: (callback) => void setTimeout(callback, 0),
};

/**
 * Calls `work` after the next layout. A hidden page has no frames, so a timer is used.
 * @returns a function that cancels the call
 */
export function inNextFrame(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (document.hidden) {
    timer = setTimeout(work, 50);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(() => (timer = setTimeout(work, 0)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
