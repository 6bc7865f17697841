/** The timers of a throttle: for the next frame, and for the end of its layout. */
export interface RedrawClock {
  now(): number;
  /** Calls `callback` in the next frame that begins at least this many milliseconds from now. */
  frame(callback: () => void, afterMs: number): void;
  /** Calls `callback` when the frame has been laid out. */
  whenSettled(callback: () => void): void;
}

/** Largest share of the time that drawing may take. A text that takes longer to draw is drawn less often. */
const SHARE = 0.2;

/** Limits drawing to once a frame, or less. All calls of `request` before a frame share one call of `draw`. */
export class RedrawThrottle {
  readonly #draw: () => void;
  readonly #clock: RedrawClock;
  readonly #everyMs: number;
  #isWaiting = false;
  #restUntil = 0;

  /** @param everyMs minimum number of milliseconds between two drawings */
  constructor(draw: () => void, everyMs = 0, clock: RedrawClock = PAGE_CLOCK) {
    this.#draw = draw;
    this.#everyMs = everyMs;
    this.#clock = clock;
  }

  request(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#clock.frame(
      () => {
        this.#isWaiting = false;
        const startedAt = this.#clock.now();
        this.#draw();
        this.#clock.whenSettled(() => {
          const endedAt = this.#clock.now();
          const restMs = (endedAt - startedAt) * (1 / SHARE - 1);
          this.#restUntil = Math.max(endedAt + restMs, startedAt + this.#everyMs);
        });
      },
      Math.max(0, this.#restUntil - this.#clock.now()),
    );
  }
}

const PAGE_CLOCK: RedrawClock = {
  now: () => performance.now(),
  frame(callback, afterMs) {
    // A hidden page gets no frames, but its state must still update.
    const isHidden = typeof document === 'undefined' || document.hidden;
    if (isHidden) setTimeout(callback, Math.max(100, afterMs));
    else if (afterMs > 0) setTimeout(() => requestAnimationFrame(callback), afterMs);
    else requestAnimationFrame(callback);
  },
  whenSettled: (callback) => void setTimeout(callback, 0),
};

/**
 * Calls `work` after the next layout; a hidden page has no frames, so a timer is used. Returns a function that cancels
 * the call.
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
