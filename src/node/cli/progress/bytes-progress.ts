/** How far the reading of files is, on stderr: a line that is drawn again, or whole lines now and then. */
import { counted, roughDuration } from '../../../base/number-words.ts';
import type { ProgressKind, Screen } from './progress.ts';

const LINE_MILLISECONDS = 500;
const BEAT_MILLISECONDS = 10_000;
/** Before that no forecast is worth its words. */
const FORECAST_AFTER_SECONDS = 2;

export class BytesProgress {
  readonly #screen: Screen;
  readonly #kind: ProgressKind;
  readonly #total: number;
  readonly #rows: () => number;
  readonly #started = performance.now();
  #done = 0;
  #last = performance.now();
  #drawn = false;

  constructor(screen: Screen, kind: ProgressKind, total: number, rows: () => number) {
    this.#screen = screen;
    this.#kind = kind;
    this.#total = total;
    this.#rows = rows;
  }

  passed(bytes: number): void {
    this.#done += bytes;
  }

  /** Speaks when it is time to; called after each row. */
  tick(): void {
    if (this.#kind === 'silent') return;
    const now = performance.now();
    if (now - this.#last < (this.#kind === 'line' ? LINE_MILLISECONDS : BEAT_MILLISECONDS)) return;
    this.#last = now;
    if (this.#kind === 'line') {
      this.#screen.write(`\r\x1b[K${this.#words(now).slice(0, (this.#screen.columns || 80) - 1)}`);
      this.#drawn = true;
    } else this.#screen.write(`allpass: ${this.#words(now)}\n`);
  }

  end(): void {
    if (this.#drawn) this.#screen.write('\r\x1b[K');
    this.#drawn = false;
  }

  #words(now: number): string {
    const share = this.#total > 0 ? Math.min(1, this.#done / this.#total) : 0;
    const seconds = (now - this.#started) / 1000;
    const left =
      share > 0 && seconds > FORECAST_AFTER_SECONDS
        ? `; ${roughDuration((seconds * (1 - share)) / share)} left`
        : '';
    return `${counted(this.#rows(), 'row')} read, ${Math.floor(share * 100)} % of the bytes${left}`;
  }
}
