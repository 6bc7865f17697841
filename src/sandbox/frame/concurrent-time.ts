/** Measures the time in which more programs run than the machine has cores, so that they delay each other. */
export class ConcurrentTime {
  readonly #cores: number;
  /** Start of the current period with more programs than cores; null for none. */
  #since: number | null = null;
  #before = 0;

  /** @param cores number of programs that run at once without delaying each other, ≥ 1 */
  constructor(cores: number) {
    this.#cores = cores;
  }

  /** Total milliseconds with more programs than cores. */
  get milliseconds(): number {
    return this.#before + (this.#since === null ? 0 : performance.now() - this.#since);
  }

  /** @param jobs the number of programs from now on */
  count(jobs: number): void {
    const isCrowded = jobs > this.#cores;
    if (isCrowded === (this.#since !== null)) return;
    this.#before = this.milliseconds;
    this.#since = isCrowded ? performance.now() : null;
  }
}
