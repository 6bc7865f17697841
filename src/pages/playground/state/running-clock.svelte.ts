/** A test that takes its time. */
export interface SlowTest {
  /** Null while the program loads. */
  readonly index: number | null;
  readonly milliseconds: number;
  /** How many times as long as stated it may run. */
  readonly timeFactor: number;
}

const TICK_MILLISECONDS = 100;

/** How long the test has been running that takes its time. It ticks while there is one. */
export class RunningClock {
  #timer: ReturnType<typeof setInterval> | undefined;
  #timeFactor = 1;
  #slow = $state.raw<SlowTest | null>(null);

  get slow(): SlowTest | null {
    return this.#slow;
  }

  /** An interpreter has taken the program up. */
  begin(timeFactor: number): void {
    this.rest();
    this.#timeFactor = timeFactor;
  }

  /** @param milliseconds since the test began */
  tell(index: number | null, milliseconds: number): void {
    this.rest();
    const begun = performance.now() - milliseconds;
    const timeFactor = this.#timeFactor;
    const tick = (): void => {
      this.#slow = { index, milliseconds: performance.now() - begun, timeFactor };
    };
    tick();
    this.#timer = setInterval(tick, TICK_MILLISECONDS);
  }

  /** It has ended; of the next one nothing is known yet. */
  rest(): void {
    clearInterval(this.#timer);
    this.#slow = null;
  }
}
