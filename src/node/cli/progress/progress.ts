/**
 * How far a long command is, on stderr. A terminal gets one line that is drawn again; where there is none, as under CI,
 * whole lines come now and then, so that a silent command is a dead one.
 */
import { counted, numberText, roughDuration } from '../../../base/number-words.ts';
import { Forecast } from './forecast.ts';

/** What it needs of stderr. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export type ProgressKind = 'line' | 'heartbeat' | 'silent';

export interface ProgressOptions {
  readonly screen: Screen;
  readonly kind: ProgressKind;
  readonly total: number;
  /** What has come out so far, in a word or two; '' for nothing. */
  readonly soFar: () => string;
  /** What else is going on; '' for nothing. */
  readonly beside?: () => string;
}

const USUAL_COLUMNS = 80;
const TICK_MILLISECONDS = 500;
/** Seconds between two heartbeats: at first, and when it has become a long run. */
const FIRST_BEAT = 10;
const SLOWEST_BEAT = 60;

export class Progress {
  readonly #options: ProgressOptions;
  readonly #forecast: Forecast;
  readonly #started = seconds();
  #lastBeat = 0;
  #beat = FIRST_BEAT;
  #timer: NodeJS.Timeout | undefined;
  #begun = false;
  #drawn = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#forecast = new Forecast(options.total);
  }

  /** Programs that are judged. */
  get done(): number {
    return this.#forecast.done;
  }

  /** Programs that were retried. */
  get retried(): number {
    return this.#forecast.retried;
  }

  /** Speaks from now on, until it is ended. */
  start(): void {
    if (this.#options.kind === 'silent') return;
    this.#timer = setInterval(() => this.#tick(), TICK_MILLISECONDS).unref();
  }

  begin(): void {
    this.#begun = true;
    this.#forecast.begin(seconds());
  }

  retry(index: number): void {
    this.#forecast.retry(index);
  }

  finish(index: number): void {
    this.#forecast.finish(index, seconds());
  }

  /** Takes its line away: what is said next stands alone. Safe to call twice. */
  end(): void {
    clearInterval(this.#timer);
    this.clear();
  }

  /** Takes its line away until it is drawn again. */
  clear(): void {
    if (this.#drawn) this.#options.screen.write('\r\x1b[K');
    this.#drawn = false;
  }

  #tick(): void {
    const { screen, kind } = this.#options;
    const now = seconds();
    if (kind === 'line') {
      // A line that wraps could not be taken back. Some terminals do not know how wide they are.
      const { columns = 0 } = screen;
      screen.write(`\r\x1b[K${this.#words(now).slice(0, (columns > 0 ? columns : USUAL_COLUMNS) - 1)}`);
      this.#drawn = true;
      return;
    }
    const elapsed = now - this.#started;
    if (elapsed - this.#lastBeat < this.#beat) return;
    this.#lastBeat = elapsed;
    this.#beat = Math.min(SLOWEST_BEAT, Math.max(FIRST_BEAT, elapsed / 4));
    screen.write(`allpass: ${this.#words(now)}\n`);
  }

  #words(now: number): string {
    const { soFar, total } = this.#options;
    const beside = this.#options.beside?.() ?? '';
    if (!this.#begun)
      return [`${counted(total, 'program')} to judge`, beside || 'the page is being opened'].join('; ');
    const { done, retrying } = this.#forecast;
    const parts = [`${numberText(done)} of ${numberText(total)} judged`];
    if (done > 0 && soFar() !== '') parts[0] += `, ${soFar()}`;
    if (retrying > 0) parts.push(`${numberText(retrying)} being retried`);
    if (beside !== '') parts.push(beside);
    parts.push(this.#leftWords(now, total - done));
    return parts.join('; ');
  }

  #leftWords(now: number, missing: number): string {
    const left = this.#forecast.secondsLeft(now);
    if (left !== null) return `${roughDuration(left)} left`;
    return missing === 0 ? 'done' : `${numberText(missing)} still to come`;
  }
}

/** Which kind fits: rows and a line that is drawn again would write over each other. */
export function progressKind(isQuiet: boolean, screen: Screen, rowsOnTerminal: boolean): ProgressKind {
  if (isQuiet) return 'silent';
  return screen.isTTY === true && !rowsOnTerminal ? 'line' : 'heartbeat';
}

function seconds(): number {
  return performance.now() / 1000;
}
