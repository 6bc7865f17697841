import { sampleName, type Run, type RunRow, type RunSummary } from '../../domain/run.ts';
import type { RunStore } from '../run-store.ts';
import type { BackupSample } from './backup-record.ts';

/** The number of samples that are written at a time. Each answer may be megabytes. */
const PORTION = 50;

/**
 * Merges one run of another browser. A run that is stored here gets the samples that it lacks; its own samples
 * stay.
 */
export class RunMerge {
  readonly #store: RunStore;
  readonly #summaryOf: (rows: readonly RunRow[]) => RunSummary;
  readonly #run: Run;
  /** Null if the run is not stored here. */
  readonly #here: { readonly run: Run; readonly names: ReadonlySet<string> } | null;
  #waiting: BackupSample[] = [];
  #added = 0;

  private constructor(
    store: RunStore,
    run: Run,
    here: { readonly run: Run; readonly names: ReadonlySet<string> } | null,
    summaryOf: (rows: readonly RunRow[]) => RunSummary,
  ) {
    this.#store = store;
    this.#run = run;
    this.#here = here;
    this.#summaryOf = summaryOf;
  }

  static async begin(
    store: RunStore,
    run: Run,
    summaryOf: (rows: readonly RunRow[]) => RunSummary,
  ): Promise<RunMerge> {
    const known = await store.run(run.id);
    if (known === null) return new RunMerge(store, run, null, summaryOf);
    const names = new Set((await store.rows(run.id)).map(sampleName));
    return new RunMerge(store, run, { run: known, names }, summaryOf);
  }

  get isNew(): boolean {
    return this.#here === null;
  }

  async take(sample: BackupSample): Promise<void> {
    if (this.#here?.names.has(sampleName(sample.row)) === true) return;
    this.#waiting.push(sample);
    if (this.#waiting.length >= PORTION) await this.#flush();
  }

  /**
   * Stores the run, after all of its samples.
   * @returns how many samples were added
   */
  async end(): Promise<number> {
    await this.#flush();
    await this.#store.pack(this.#run.id);
    if (this.#here === null) await this.#store.putRun(this.#run);
    else if (this.#added > 0) {
      const { run } = this.#here;
      const summary = this.#summaryOf(await this.#store.rows(run.id));
      await this.#store.putRun({ ...run, samples: Math.max(run.samples, this.#run.samples), summary });
    }
    return this.#added;
  }

  /** Removes an incomplete run. If the run was stored here before, the samples added so far are complete and stay. */
  async abandon(): Promise<void> {
    if (this.#here === null) await this.#store.remove(this.#run);
    else await this.end();
  }

  async #flush(): Promise<void> {
    await this.#store.keep(this.#run, this.#waiting);
    this.#added += this.#waiting.length;
    this.#waiting = [];
  }
}
