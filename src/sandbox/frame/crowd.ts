/** For how long more programs ran than the machine has cores: they held each other up. */
export class Crowd {
  readonly #cores: number;
  /** When the last such time began, unless it is over. */
  #since: number | null = null;
  #before = 0;

  /** @param cores how many programs run at once without holding each other up, ≥ 1 */
  constructor(cores: number) {
    this.#cores = cores;
  }

  /** In sum, since it was made. */
  get milliseconds(): number {
    return this.#before + (this.#since === null ? 0 : performance.now() - this.#since);
  }

  /** @param jobs how many there are from now on */
  count(jobs: number): void {
    const isCrowded = jobs > this.#cores;
    if (isCrowded === (this.#since !== null)) return;
    this.#before = this.milliseconds;
    this.#since = isCrowded ? performance.now() : null;
  }
}
