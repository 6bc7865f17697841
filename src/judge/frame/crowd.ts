/** For how long there has been more than one job: a sign that one may have held up another. */
export class Crowd {
  /** When the last such time began, unless it is over. */
  #since: number | null = null;
  #before = 0;

  /** In sum, since it was made. */
  get milliseconds(): number {
    return this.#before + (this.#since === null ? 0 : performance.now() - this.#since);
  }

  /** @param jobs how many there are from now on */
  count(jobs: number): void {
    if (jobs > 1 === (this.#since !== null)) return;
    this.#before = this.milliseconds;
    this.#since = jobs > 1 ? performance.now() : null;
  }
}
