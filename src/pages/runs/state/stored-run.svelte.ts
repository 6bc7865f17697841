import {
  isLost,
  type Run,
  type RunRow,
  type RunSampleKey,
  samplesOfRun,
  sampleName,
} from '../../../domain/run.ts';
import { summaryOf } from '../../../runs/figures/run-figures.ts';
import { cutOffRows, redrawFault, withRedraws } from '../../../runs/figures/redraws.ts';
import type { RunParts } from './run-work.ts';
import { workLeft } from '../../../runs/pipeline/run-rows.ts';

/** Minimum time between writes of the run record while the run is active, in milliseconds. */
const WRITE_EVERY_MS = 5_000;

/** A run and its samples, as stored on this device. */
export class StoredRun {
  readonly #store: RunParts['store'];
  readonly #now: () => number;
  #rows: Map<string, RunRow>;
  #startedAt = 0;
  #writtenAt = 0;
  run = $state.raw<Run>() as Run;

  constructor(run: Run, rows: readonly RunRow[], store: RunParts['store'], now: () => number) {
    this.#store = store;
    this.#now = now;
    this.run = run;
    this.#rows = new Map(rows.map((row) => [sampleName(row), row]));
  }

  get rows(): MapIterator<RunRow> {
    return this.#rows.values();
  }

  row(key: RunSampleKey): RunRow | undefined {
    return this.#rows.get(sampleName(key));
  }

  /** Milliseconds of work on the run, summed over all its starts. */
  get spentMs(): number {
    return this.run.spentMs + (this.#startedAt === 0 ? 0 : this.#now() - this.#startedAt);
  }

  /** Samples without an answer or a verdict. */
  get left(): ReturnType<typeof workLeft> {
    return workLeft(samplesOfRun(this.run), (key) => this.row(key));
  }

  /** Reads the stored run and its samples, which another tab may have changed. */
  async reload(): Promise<void> {
    const [run, rows] = [await this.#store.run(this.run.id), await this.#store.rows(this.run.id)];
    if (run === null) throw new Error('This run is no longer stored: another tab has deleted it.');
    this.run = run;
    this.#rows = new Map(rows.map((row) => [sampleName(row), row]));
  }

  /** Reads the stored run without its samples. Keeps the current one if none is stored. */
  async reloadRun(): Promise<void> {
    this.run = (await this.#store.run(this.run.id)) ?? this.run;
  }

  async change(change: Partial<Run>): Promise<void> {
    this.run = { ...this.run, ...change };
    await this.#store.putRun(this.run);
  }

  /**
   * Removes failed samples. Also removes the verdicts of samples on which the judge failed; these keep their answers.
   */
  async removeLost(): Promise<void> {
    const lostRows = [...this.#rows.values()].filter(isLost);
    const failedRows = lostRows.filter((row) => !isUnjudged(row));
    const unjudgedRows = lostRows.filter(isUnjudged).map((row) => ({ ...row, judged: null }));
    await this.#store.forget(this.run, failedRows);
    await this.#store.keep(
      this.run,
      unjudgedRows.map((row) => ({ row, answer: null, tests: null })),
    );
    for (const row of failedRows) this.#rows.delete(sampleName(row));
    for (const row of unjudgedRows) this.#rows.set(sampleName(row), row);
  }

  /** Removes the truncated answers and marks their samples. Rejects with a message if the limit is too small. */
  async redraw(limit: number): Promise<void> {
    const truncatedRows = cutOffRows(this.run, [...this.#rows.values()]);
    const fault = redrawFault(this.run, truncatedRows, limit);
    if (fault !== null) throw new Error(fault);
    // If another run judges these answers, its verdicts would be left without answers.
    const judges = judgesOf(this.run, await this.#store.runs());
    if (judges.length > 0) throw new Error(judgedElsewhere(judges));
    // The marks are stored first, so that they are not lost if the tab is closed before the answers are removed.
    await this.change(withRedraws(this.run, truncatedRows, limit));
    await this.#store.forget(this.run, truncatedRows);
    for (const row of truncatedRows) this.#rows.delete(sampleName(row));
  }

  begin(): void {
    this.#startedAt = this.#now();
  }

  take(row: RunRow): void {
    this.#rows.set(sampleName(row), row);
    if (this.#now() - this.#writtenAt < WRITE_EVERY_MS) return;
    this.#writtenAt = this.#now();
    // The run is written again at the end, and an error of that write is reported.
    void this.#store.putRun({ ...this.run, ...this.#finishedFields() }).catch(() => undefined);
  }

  /** Stores the run after the work on it. */
  async end(): Promise<void> {
    const finishedFields = this.#finishedFields();
    this.#startedAt = 0;
    await this.change(finishedFields);
    // If packing fails, the rows remain readable.
    await this.#store.pack(this.run.id).catch(() => undefined);
  }

  #finishedFields(): Partial<Run> {
    return { spentMs: this.spentMs, summary: summaryOf([...this.#rows.values()]) };
  }
}

/** Whether the judge failed on the answer of a sample. */
function isUnjudged({ failure, judged }: RunRow): boolean {
  return failure === null && judged?.verdict === 'judge-error';
}

/** Returns the runs that judge the answers of this one. */
export function judgesOf({ id }: Run, allRuns: readonly Run[]): readonly Run[] {
  return allRuns.filter(({ source }) => source.type === 'answers' && source.run === id);
}

/**
 * Returns a message that these runs judge the answers of another run, so that the answers cannot be changed, with the
 * remedy.
 */
export function judgedElsewhere(judges: readonly Run[]): string {
  const names = judges.map(({ name }) => `“${name}”`).join(', ');
  return judges.length === 1
    ? `${names} judges the same answers. Delete that run first, and regrade this run afterwards.`
    : `${names} judge the same answers. Delete those runs first, and regrade this run afterwards.`;
}
