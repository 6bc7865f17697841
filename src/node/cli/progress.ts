/** One line on stderr that tells how far a long command is; silent where stderr is not a terminal. */
export class Progress {
  readonly #total: number;
  readonly #begun = Date.now();
  #done = 0;

  constructor(total: number) {
    this.#total = total;
  }

  step(note: string): void {
    this.#done += 1;
    if (!process.stderr.isTTY) return;
    const elapsed = (Date.now() - this.#begun) / 1000;
    const left = (elapsed / this.#done) * (this.#total - this.#done);
    process.stderr.write(`\r\x1b[K${this.#done}/${this.#total} ${note}, ${duration(left)} left`);
    if (this.#done === this.#total) process.stderr.write('\n');
  }
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
