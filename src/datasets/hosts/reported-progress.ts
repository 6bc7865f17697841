import type { AccountTotals } from '../account.ts';
import type { ImportHooks } from '../set-import.ts';

const PROGRESS_MS = 100;

/** Tells how far a reading is: at most ten times a second, and also while nothing comes. */
export class ReportedProgress {
  readonly #progress: ImportHooks['progress'];
  readonly #account: Pick<AccountTotals, 'read' | 'kept'>;
  readonly #beat = setInterval(() => this.#tell(), PROGRESS_MS);
  #bytes = 0;
  #rows = -1;
  #told = 0;
  #toldBytes = -1;
  /** 0 while it is not known. */
  total = 0;

  constructor(progress: ImportHooks['progress'], account: Pick<AccountTotals, 'read' | 'kept'>) {
    this.#progress = progress;
    this.#account = account;
  }

  passed(length: number): void {
    this.#bytes += length;
    // Between rows that come one right after the other no timer has its turn.
    if (performance.now() - this.#told >= PROGRESS_MS) this.#tell();
  }

  /** The bytes so far were read for detection only. */
  again(): void {
    this.#bytes = 0;
  }

  end(): void {
    this.#tell();
    this.stop();
  }

  stop(): void {
    clearInterval(this.#beat);
  }

  #tell(): void {
    const { read: rows, kept } = this.#account;
    if (rows === this.#rows && this.#bytes === this.#toldBytes) return;
    [this.#told, this.#rows, this.#toldBytes] = [performance.now(), rows, this.#bytes];
    const bytes = this.total > 0 ? Math.min(this.#bytes, this.total) : this.#bytes;
    this.#progress({ bytes, totalBytes: this.total, rows, kept });
  }
}
