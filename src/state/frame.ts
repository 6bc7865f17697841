/** Draws at most once a frame: however often `request` is called, `draw` runs once for all of them. */
export class FrameThrottle {
  readonly #draw: () => void;
  readonly #schedule: (callback: () => void) => void;
  #waiting = false;

  constructor(draw: () => void, schedule: (callback: () => void) => void = nextFrame) {
    this.#draw = draw;
    this.#schedule = schedule;
  }

  request(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    this.#schedule(() => {
      if (this.#waiting) this.flush();
    });
  }

  /** Draws now, and no more for what was requested before. */
  flush(): void {
    this.#waiting = false;
    this.#draw();
  }
}

/** A hidden page gets no frames, and its state must go on all the same. */
function nextFrame(callback: () => void): void {
  if (typeof document === 'undefined' || document.hidden) setTimeout(callback, 100);
  else requestAnimationFrame(callback);
}
