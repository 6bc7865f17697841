/**
 * Collects the running times of the calibration kernel (calibrate.py) in all workers of a visit, and decides
 * whether the best time is final.
 */
import { timeFactor } from '../../judge/time-factor.ts';

/**
 * Number of runs in all workers after which the fastest run is close to the final value. Workers share compiled code.
 */
const WARM_RUNS = 12;
/** Estimated ratio of the time of the first run to that of the fastest run. Measured ratios are 2 to 4. */
const COLD_RATIO = 3;
/**
 * Number of runs of the kernel until the code is fully compiled. V8 needs about 120 for the interpreter's loop while
 * other work runs.
 */
const COMPILING_RUNS = 250;

export class KernelSpeed {
  readonly #earlierMilliseconds: number | null;
  #bestMilliseconds: number | null = null;
  #runCount = 0;
  /** Time at which the first run ended. */
  #firstRun = Number.POSITIVE_INFINITY;

  /** @param earlierMilliseconds milliseconds of the fastest run in an earlier visit, or null if it is unknown */
  constructor(earlierMilliseconds: number | null) {
    this.#earlierMilliseconds = earlierMilliseconds;
  }

  /** @param milliseconds time of one run; 0 if it was too short for the worker's clock */
  note(milliseconds: number): void {
    this.#runCount += 1;
    if (this.#runCount === 1) this.#firstRun = performance.now();
    if (milliseconds > 0)
      this.#bestMilliseconds = Math.min(this.#bestMilliseconds ?? milliseconds, milliseconds);
  }

  /**
   * Milliseconds of the fastest run, from which time limits are derived; null before the first run. Once the value of
   * this visit is final, it is used, because the machine may be slower now. Before that, the value is from an earlier
   * visit, or an estimate from the runs so far.
   */
  get measure(): number | null {
    if (this.isWarm) return this.#bestMilliseconds;
    return (
      this.#earlierMilliseconds ??
      (this.#bestMilliseconds === null ? null : this.#bestMilliseconds / COLD_RATIO)
    );
  }

  get isWarm(): boolean {
    return this.#runCount >= WARM_RUNS;
  }

  /** Whether the interpreter is fully compiled. A running WebAssembly function does not switch to faster code. */
  get isCompiled(): boolean {
    return (
      this.isWarm && performance.now() - this.#firstRun >= COMPILING_RUNS * (this.#bestMilliseconds ?? 0)
    );
  }

  /**
   * Whether the runs of this visit show that a time factor is large enough. It then stays large enough, because the
   * fastest run can only become faster.
   */
  isEnough(factor: number): boolean {
    return this.#bestMilliseconds !== null && factor >= timeFactor(this.#bestMilliseconds);
  }
}
