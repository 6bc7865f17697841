/**
 * Shows the progress of a long command on stderr. A terminal has one line that is redrawn. Other outputs, such as the
 * log of a CI job, get whole lines from time to time, so that a silent command is known to be dead.
 */

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
/** Seconds between two whole lines: the shortest interval, and the longest one in a long run. */
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

  /** Shows the progress regularly until `end`. */
  start(): void {
    if (this.#kind !== 'silent') this.#timer = setInterval(() => this.tick(), TICK * 1000).unref();
  }

  /** Shows the progress if it is due. Work that blocks timers calls this itself. */
  tick(): void {
    const now = seconds();
    if (this.#kind === 'silent' || now - this.#last < this.#pause) return;
    this.#last = now;
    if (this.#kind === 'line') {
      // A wrapped line could not be erased. Some terminals do not report their width.
      const columns = this.#screen.columns || USUAL_COLUMNS;
      this.#screen.write(`\r\x1b[K${this.#words().slice(0, columns - 1)}`);
      this.#drawn = true;
    } else {
      this.#pause = Math.min(SLOWEST_BEAT, Math.max(FIRST_BEAT, (now - this.#started) / 4));
      this.#screen.write(`allpass: ${this.#words()}\n`);
    }
  }

  /** Erases the line until the next redraw. */
  clear(): void {
    if (this.#drawn) this.#screen.write('\r\x1b[K');
    this.#drawn = false;
  }

  /** Stops, and erases the line, so that the next message has a line of its own. Safe to call twice. */
  end(): void {
    clearInterval(this.#timer);
    this.clear();
  }
}

/** Returns the kind of progress. A redrawn line and rows on the same terminal would overwrite each other. */
export function progressKind(isQuiet: boolean, screen: Screen, rowsOnTerminal: boolean): ProgressKind {
  if (isQuiet) return 'silent';
  return screen.isTTY === true && !rowsOnTerminal ? 'line' : 'heartbeat';
}

export function seconds(): number {
  return performance.now() / 1000;
}
