/**
 * The results of the runs of the kernel (calibrate.py) in all workers of a visit: their speed, and whether it is
 * final.
 */
import { timeFactor } from '../../judge/time-factor.ts';

/** Number of runs, in all workers, after which the fastest is near its best: they share their compiled code. */
const WARM_RUNS = 12;
/** The first run's time divided by the fastest one's: 2 to 4 were seen. */
const COLD_RATIO = 3;
/**
 * Runs of the kernel until fully compiled code is in place: V8 needs some 120 for the interpreter's loop, beside
 * other work.
 */
const COMPILING_RUNS = 250;

export class KernelSpeed {
  readonly #earlier: number | null;
  #best: number | null = null;
  #runs = 0;
  /** When the first of them was over. */
  #firstRun = Number.POSITIVE_INFINITY;

  /** @param earlier milliseconds of the fastest run in an earlier visit; null where none is known */
  constructor(earlier: number | null) {
    this.#earlier = earlier;
  }

  /** @param milliseconds that a run took; 0 where the worker's clock could not tell */
  note(milliseconds: number): void {
    this.#runs += 1;
    if (this.#runs === 1) this.#firstRun = performance.now();
    if (milliseconds > 0) this.#best = Math.min(this.#best ?? milliseconds, milliseconds);
  }

  /**
   * Milliseconds that limits go by. The factor of this visit as soon as there is one: the machine may be slower than
   * it was. Before, a guess by the first run where no earlier visit has left any.
   */
  get measure(): number | null {
    if (this.isWarm) return this.#best;
    return this.#earlier ?? (this.#best === null ? null : this.#best / COLD_RATIO);
  }

  get isWarm(): boolean {
    return this.#runs >= WARM_RUNS;
  }

  /** No frame of WebAssembly moves on to better code: a program that begins before may stay slow to its end. */
  get isCompiled(): boolean {
    return this.isWarm && performance.now() - this.#firstRun >= COMPILING_RUNS * (this.#best ?? 0);
  }

  /** Whether this visit has shown that no longer time is needed: its best run only gets faster. */
  isEnough(factor: number): boolean {
    return this.#best !== null && factor >= timeFactor(this.#best);
  }
}
