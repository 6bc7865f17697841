import { pause } from '../../../base/pause.ts';
import { taskYielder } from '../../../base/task-yielder.ts';
import type { Run, RunRow } from '../../../domain/run.ts';
import { runFigures, type RunFigures } from '../../../runs/figures/run-figures.ts';

/** Minimum interval between counts while a run is at work. */
const COUNT_EVERY_MS = 2_000;
/**
 * Minimum rest between counts, as a multiple of the time of the last count. Counting many problems or samples takes a
 * second.
 */
const REST = 9;

/** The figures of a run. Counting yields regularly to other work of the page's thread. */
export class RunCounting {
  readonly #figuresOf: typeof runFigures;
  #wanted: { readonly run: Run; readonly rows: readonly RunRow[] } | null = null;
  #counting = false;
  #done: Promise<void> = Promise.resolve();
  #figures = $state.raw<RunFigures | null>(null);

  constructor(figuresOf = runFigures) {
    this.#figuresOf = figuresOf;
  }

  /** Result of the last count; null before the first. */
  get figures(): RunFigures | null {
    return this.#figures;
  }

  /**
   * Counts the figures of these rows. Rows that arrive during a count are counted next. While the run is at work,
   * counts rest in between.
   * @param running returns a signal that aborts when the run stops; null when it is stopped
   */
  count(run: Run, rows: readonly RunRow[], running: () => AbortSignal | null): void {
    this.#wanted = { run, rows };
    if (!this.#counting) this.#done = this.#countAll(running);
  }

  /** Resolves when all samples so far are counted; for a run at work, when it stops. */
  async settled(): Promise<RunFigures | null> {
    await this.#done;
    return this.#figures;
  }

  async #countAll(running: () => AbortSignal | null): Promise<void> {
    this.#counting = true;
    while (this.#wanted !== null) {
      const { run: of, rows: counted } = this.#wanted;
      this.#wanted = null;
      const begun = performance.now();
      this.#figures = await this.#figuresOf(of, counted, taskYielder());
      const signal = running();
      const rest = Math.max(COUNT_EVERY_MS, REST * (performance.now() - begun));
      if (signal !== null) await pause(rest, signal);
    }
    this.#counting = false;
  }
}
