/** Progress of a run: the finished work, the retries, and the remaining time. */
import { numberText, timeLeft } from '../../../base/number-words.ts';
import { Forecast } from './forecast.ts';
import { seconds, StatusLine, type ProgressKind, type Screen } from './status-line.ts';

export interface ProgressOptions {
  readonly screen: Screen;
  readonly kind: ProgressKind;
  /** Number of programs or steps to do. */
  readonly total: number;
  /** Number of programs or steps that an earlier run has done. */
  readonly kept?: number;
  readonly words: ProgressWords;
}

export interface ProgressWords {
  /** Describes the work to do, as in `3 programs to judge`. */
  readonly toDo: (total: number) => string;
  /** The verb for finished work, as in `judged`. */
  readonly done: string;
  /** The results so far in a few words; '' for none. */
  readonly soFar: () => string;
  /** Other work in progress; '' for none. */
  readonly beside?: () => string;
}

/**
 * Minimum number of finished programs for a forecast. With fewer, a single program that reaches its time limit distorts
 * the pace.
 */
const FEWEST = 8;

export class Progress {
  readonly #options: ProgressOptions;
  readonly #line: StatusLine;
  readonly #forecast: Forecast;
  readonly #retrying = new Set<number>();
  readonly #retried = new Set<number>();
  #begun = false;

  constructor(options: ProgressOptions) {
    const { screen, kind, total } = options;
    this.#options = options;
    this.#line = new StatusLine(screen, kind, () => this.#words());
    this.#forecast = new Forecast(total, Math.min(FEWEST, total / 2));
  }

  /** Number of programs finished in this run. */
  get done(): number {
    return this.#forecast.done;
  }

  /** Programs that were retried. */
  get retried(): number {
    return this.#retried.size;
  }

  /** Shows the progress until `end`. */
  start(): void {
    this.#line.start();
  }

  /** Starts the forecast when the page asks for its first program. The time to open the page does not count. */
  begin(): void {
    this.#begun = true;
    this.#forecast.begin(seconds());
  }

  /** Records a retry. Retries run at the same time as other programs, so they are part of the pace. */
  retry(index: number): void {
    this.#retrying.add(index);
    this.#retried.add(index);
  }

  finish(index: number): void {
    this.#retrying.delete(index);
    this.#forecast.finish(seconds());
  }

  clear(): void {
    this.#line.clear();
  }

  end(): void {
    this.#line.end();
  }

  #words(): string {
    const { total, kept = 0, words } = this.#options;
    const beside = words.beside?.() ?? '';
    if (!this.#begun) return `${words.toDo(total)}; ${beside || 'opening the page'}`;
    const { done } = this.#forecast;
    const parts = [`${numberText(kept + done)} of ${numberText(kept + total)} ${words.done}`];
    if (done > 0 && words.soFar() !== '') parts[0] += `, ${words.soFar()}`;
    if (this.#retrying.size > 0) parts.push(`${numberText(this.#retrying.size)} being retried`);
    if (beside !== '') parts.push(beside);
    const left = this.#forecast.secondsLeft(seconds());
    const missing = total - done;
    if (left !== null) parts.push(timeLeft(left));
    else parts.push(missing === 0 ? 'done' : `${numberText(missing)} still to come`);
    return parts.join('; ');
  }
}
