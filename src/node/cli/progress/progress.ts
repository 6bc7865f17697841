/** How far a run is: what is done of all, what is being retried, and how long the rest takes. */
import { numberText, timeLeft } from '../../../base/number-words.ts';
import { Forecast } from './forecast.ts';
import { seconds, StatusLine, type ProgressKind, type Screen } from './status-line.ts';

export interface ProgressOptions {
  readonly screen: Screen;
  readonly kind: ProgressKind;
  /** Programs, or steps, that are to be done. */
  readonly total: number;
  /** As many were done before. */
  readonly kept?: number;
  readonly words: ProgressWords;
}

export interface ProgressWords {
  /** The work to do, as `3 programs to judge`. */
  readonly toDo: (total: number) => string;
  /** The verb for finished work, as `judged`. */
  readonly done: string;
  /** The results so far, in a word or two; '' for none. */
  readonly soFar: () => string;
  /** Other work in progress; '' for none. */
  readonly beside?: () => string;
}

/** Programs that make a pace. Fewer are chance: one that runs into its time limit takes as long as a hundred others. */
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

  /** Since it was made. */
  get done(): number {
    return this.#forecast.done;
  }

  /** Programs that were retried. */
  get retried(): number {
    return this.#retried.size;
  }

  /** Speaks from now on, until it is ended. */
  start(): void {
    this.#line.start();
  }

  /** The page asks for its first program. The time it took to open is no part of the pace. */
  begin(): void {
    this.#begun = true;
    this.#forecast.begin(seconds());
  }

  /** Retries run side by side with the other programs, so they are part of the pace. */
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
