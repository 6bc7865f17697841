import { pause } from '../../../base/pause.ts';
import { taskYielder } from '../../../base/task-yielder.ts';
import type { Run, RunRow } from '../../../domain/run.ts';
import { runFigures, type RunFigures } from '../../../runs/figures/run-figures.ts';

/** How long figures stand, at least, while a run runs. */
const COUNT_EVERY_MS = 2_000;
/** How many times as long as counting them took: of many problems or samples that is a second. */
const REST = 9;

/** The figures of a run, counted in turns with whatever else needs the page's thread. */
export class RunCounting {
  readonly #figuresOf: typeof runFigures;
  #wanted: { readonly run: Run; readonly rows: readonly RunRow[] } | null = null;
  #counting = false;
  #done: Promise<void> = Promise.resolve();
  #figures = $state.raw<RunFigures | null>(null);

  constructor(figuresOf = runFigures) {
    this.#figuresOf = figuresOf;
  }

  /** As of the last time that they were counted; null before. */
  get figures(): RunFigures | null {
    return this.#figures;
  }

  /**
   * One after the other: what came meanwhile is counted next, and while the run is at work not all the time.
   * @param running aborts when the run stands still; null where it does
   */
  count(run: Run, rows: readonly RunRow[], running: () => AbortSignal | null): void {
    this.#wanted = { run, rows };
    if (!this.#counting) this.#done = this.#countAll(running);
  }

  /** Ends when all is counted that came so far; of a run at work, when it stands still. */
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
