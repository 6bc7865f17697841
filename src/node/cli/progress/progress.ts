/** Progress of a run: the finished work, the retries, and the remaining time. */
import { numberText, timeLeft } from '../../../base/number-words.ts';

/** The part of stderr that the status line uses. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export type ProgressKind = 'line' | 'heartbeat' | 'silent';

const USUAL_COLUMNS = 80;
/** Seconds between two redraws of the line. */
const TICK = 0.5;
/** Minimum number of seconds between two complete lines. The interval grows with the duration of the run. */
const FIRST_BEAT = 10;
/** Maximum number of seconds between two complete lines. */
const SLOWEST_BEAT = 60;

/**
 * Shows the progress of a long command on stderr. On a terminal, one line is redrawn. Other outputs, such as the log of
 * a CI job, get complete lines from time to time, so that silence means that the command has hung.
 */
export class StatusLine {
  readonly #screen: Screen;
  readonly #kind: ProgressKind;
  readonly #progressText: () => string;
  readonly #startedAt = seconds();
  #last = seconds();
  #pause: number;
  #timer: NodeJS.Timeout | undefined;
  #isDrawn = false;

  constructor(screen: Screen, kind: ProgressKind, words: () => string) {
    this.#screen = screen;
    this.#kind = kind;
    this.#progressText = words;
    this.#pause = kind === 'line' ? TICK : FIRST_BEAT;
  }

  /** Shows the progress regularly until `end`. */
  start(): void {
    if (this.#kind !== 'silent') this.#timer = setInterval(() => this.tick(), TICK * 1000).unref();
  }

  /** Shows the progress if it is due. Code that blocks timers calls this method itself. */
  tick(): void {
    const now = seconds();
    if (this.#kind === 'silent' || now - this.#last < this.#pause) return;
    this.#last = now;
    if (this.#kind === 'line') {
      // A wrapped line could not be erased. Some terminals do not report their width.
      const columns = this.#screen.columns || USUAL_COLUMNS;
      this.#screen.write(`\r\x1b[K${this.#progressText().slice(0, columns - 1)}`);
      this.#isDrawn = true;
    } else {
      this.#pause = Math.min(SLOWEST_BEAT, Math.max(FIRST_BEAT, (now - this.#startedAt) / 4));
      this.#screen.write(`allpass: ${this.#progressText()}\n`);
    }
  }

  /** Erases the line until the next redraw. */
  clear(): void {
    if (this.#isDrawn) this.#screen.write('\r\x1b[K');
    this.#isDrawn = false;
  }

  /** Stops, and erases the line, so that the next message begins on an empty line. May be called twice. */
  end(): void {
    clearInterval(this.#timer);
    this.clear();
  }
}

/** Returns how to show the progress. A redrawn line and rows on the same terminal would overwrite each other. */
export function progressKind(isQuiet: boolean, screen: Screen, rowsOnTerminal: boolean): ProgressKind {
  if (isQuiet) return 'silent';
  return screen.isTTY === true && !rowsOnTerminal ? 'line' : 'heartbeat';
}

export function seconds(): number {
  return performance.now() / 1000;
}

/** Predicts the remaining time from the pace so far. All times are in seconds, from one clock. */
export class Forecast {
  total: number;
  readonly #fewest: number;
  #startedAt: number | null = null;
  /** The time of the last completion. */
  #lastFinish = 0;
  doneCount = 0;

  /**
   * @param total number of items
   * @param fewest minimum number of completed items for a prediction
   */
  constructor(total: number, fewest = 0) {
    this.total = total;
    this.#fewest = fewest;
  }

  /** Starts measuring the pace at this time. */
  begin(now: number): void {
    this.#startedAt ??= now;
  }

  finish(now: number, amount = 1): void {
    this.doneCount += amount;
    this.#lastFinish = now;
  }

  /** @returns null before the pace is known, or if the items in progress take longer than the pace predicts */
  secondsLeft(now: number): number | null {
    if (this.#startedAt === null || now - this.#startedAt < SHORTEST) return null;
    if (this.doneCount === 0 || this.doneCount < this.#fewest) return null;
    const secondsPerItem = (this.#lastFinish - this.#startedAt) / this.doneCount;
    const remainingSeconds = (this.total - this.doneCount) * secondsPerItem - (now - this.#lastFinish);
    return remainingSeconds > 0 ? remainingSeconds : null;
  }
}

/** Minimum number of seconds for a prediction. A shorter time does not predict the rest. */
const SHORTEST = 2;

interface ProgressOptions {
  readonly screen: Screen;
  readonly kind: ProgressKind;
  /** Number of programs or steps to do. */
  readonly total: number;
  /** Number of programs or steps that an earlier run completed. */
  readonly kept?: number;
  readonly words: ProgressWords;
}

export interface ProgressWords {
  /** Describes the work to do, as in `3 programs to judge`. */
  readonly toDo: (total: number) => string;
  /** The verb for completed work, as in `judged`. */
  readonly done: string;
  /** Summarizes the results so far; '' if there are none. */
  readonly soFar: () => string;
  /** Describes other work in progress; '' if there is none. */
  readonly beside?: () => string;
}

/**
 * Minimum number of finished programs for a prediction. With fewer, a single program that reaches its time limit
 * distorts the pace.
 */
const FEWEST = 8;

export class Progress {
  readonly #options: ProgressOptions;
  readonly #line: StatusLine;
  readonly #forecast: Forecast;
  readonly #retrying = new Set<number>();
  readonly #retriedIndices = new Set<number>();
  #hasBegun = false;

  constructor(options: ProgressOptions) {
    const { screen, kind, total } = options;
    this.#options = options;
    this.#line = new StatusLine(screen, kind, () => this.#words());
    this.#forecast = new Forecast(total, Math.min(FEWEST, total / 2));
  }

  /** Number of programs finished in this run. */
  get doneCount(): number {
    return this.#forecast.doneCount;
  }

  /** Programs that were retried. */
  get retried(): number {
    return this.#retriedIndices.size;
  }

  /** Shows the progress until `end`. */
  start(): void {
    this.#line.start();
  }

  /**
   * Starts measuring the pace when the page requests its first program, so that it does not include the time to open
   * the page.
   */
  begin(): void {
    this.#hasBegun = true;
    this.#forecast.begin(seconds());
  }

  /**
   * Records a retry. The forecast does not subtract the time of retries, because they run in parallel with other
   * programs.
   */
  retry(index: number): void {
    this.#retrying.add(index);
    this.#retriedIndices.add(index);
  }

  /** Adds items to do. */
  expect(count: number): void {
    this.#forecast.total += count;
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
    const { kept = 0, words } = this.#options;
    const { total } = this.#forecast;
    const beside = words.beside?.() ?? '';
    if (!this.#hasBegun) return `${words.toDo(total)}; ${beside || 'opening the page'}`;
    const { doneCount } = this.#forecast;
    const parts = [`${numberText(kept + doneCount)} of ${numberText(kept + total)} ${words.done}`];
    if (doneCount > 0 && words.soFar() !== '') parts[0] += `, ${words.soFar()}`;
    if (this.#retrying.size > 0) parts.push(`${numberText(this.#retrying.size)} being retried`);
    if (beside !== '') parts.push(beside);
    const remaining = this.#forecast.secondsLeft(seconds());
    const remainingCount = total - doneCount;
    if (remaining !== null) parts.push(timeLeft(remaining));
    else if (remainingCount > 0) parts.push(`${numberText(remainingCount)} still to come`);
    else if (beside === '') parts.push('done');
    return parts.join('; ');
  }
}
