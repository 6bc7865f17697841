/**
 * How far a long command is, on stderr. A terminal gets one line that is drawn again; where there is none, as under CI,
 * whole lines come now and then, so that a silent command is a dead one.
 */

/** The part of stderr that the status line uses. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export type ProgressKind = 'line' | 'heartbeat' | 'silent';

const USUAL_COLUMNS = 80;
/** Seconds between two drawings of the line. */
const TICK = 0.5;
/** Seconds between two whole lines: at first, and when it has become a long run. */
const FIRST_BEAT = 10;
const SLOWEST_BEAT = 60;

export class StatusLine {
  readonly #screen: Screen;
  readonly #kind: ProgressKind;
  readonly #words: () => string;
  readonly #started = seconds();
  #last = seconds();
  #pause: number;
  #timer: NodeJS.Timeout | undefined;
  #drawn = false;

  constructor(screen: Screen, kind: ProgressKind, words: () => string) {
    this.#screen = screen;
    this.#kind = kind;
    this.#words = words;
    this.#pause = kind === 'line' ? TICK : FIRST_BEAT;
  }

  /** Speaks from now on by itself, until it is ended. */
  start(): void {
    if (this.#kind !== 'silent') this.#timer = setInterval(() => this.tick(), TICK * 1000).unref();
  }

  /** Speaks when it is time to: for work that leaves timers no time. */
  tick(): void {
    const now = seconds();
    if (this.#kind === 'silent' || now - this.#last < this.#pause) return;
    this.#last = now;
    if (this.#kind === 'line') {
      // A line that wraps could not be taken back. Some terminals do not know how wide they are.
      const columns = this.#screen.columns || USUAL_COLUMNS;
      this.#screen.write(`\r\x1b[K${this.#words().slice(0, columns - 1)}`);
      this.#drawn = true;
    } else {
      this.#pause = Math.min(SLOWEST_BEAT, Math.max(FIRST_BEAT, (now - this.#started) / 4));
      this.#screen.write(`allpass: ${this.#words()}\n`);
    }
  }

  /** Takes its line away until it is drawn again. */
  clear(): void {
    if (this.#drawn) this.#screen.write('\r\x1b[K');
    this.#drawn = false;
  }

  /** Takes its line away: what is said next stands alone. Safe to call twice. */
  end(): void {
    clearInterval(this.#timer);
    this.clear();
  }
}

/** Which kind fits: rows and a line that is drawn again would write over each other. */
export function progressKind(isQuiet: boolean, screen: Screen, rowsOnTerminal: boolean): ProgressKind {
  if (isQuiet) return 'silent';
  return screen.isTTY === true && !rowsOnTerminal ? 'line' : 'heartbeat';
}

export function seconds(): number {
  return performance.now() / 1000;
}
