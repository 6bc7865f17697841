import {
  isLost,
  samplesOfRun,
  sampleName,
  type Run,
  type RunRow,
  type RunSampleKey,
} from '../../../domain/run.ts';
import { summaryOf } from '../../../runs/figures/run-figures.ts';
import { workLeft } from '../../../runs/pipeline/run-rows.ts';
import { redrawFaultText } from '../../../runs/codes/redraw-fault.ts';
import { cutOffRows, redrawFault, withRedraws } from '../../../runs/figures/redraws.ts';
import { refuseJudgedAnswers } from './asked-again.ts';
import type { RunParts } from './run-work.ts';
import * as words from '../words/state.ts';

/** How often, at most, what a run is gets written while it runs. */
const WRITE_EVERY_MS = 5_000;

/** A run and its samples, as this device keeps them. */
export class KeptRun {
  readonly #store: RunParts['store'];
  readonly #now: () => number;
  #rows: Map<string, RunRow>;
  #startedAt = 0;
  #writtenAt = 0;
  #run = $state.raw<Run>() as Run;

  constructor(run: Run, rows: readonly RunRow[], store: RunParts['store'], now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#run = run;
    this.#rows = new Map(rows.map((row) => [sampleName(row), row]));
  }

  get run(): Run {
    return this.#run;
  }

  get rows(): MapIterator<RunRow> {
    return this.#rows.values();
  }

  row(key: RunSampleKey): RunRow | undefined {
    return this.#rows.get(sampleName(key));
  }

  /** Milliseconds in which it has run, all its parts together. */
  get spentMs(): number {
    return this.#run.spentMs + (this.#startedAt === 0 ? 0 : this.#now() - this.#startedAt);
  }

  /** The samples that still need an answer or a verdict. */
  get left(): ReturnType<typeof workLeft> {
    return workLeft(samplesOfRun(this.#run), (key) => this.row(key));
  }

  /** Reads the stored run and its samples, which another tab may have changed. */
  async takeUp(): Promise<void> {
    const [run, rows] = [await this.#store.run(this.#run.id), await this.#store.rows(this.#run.id)];
    if (run === null) throw new Error(words.deletedElsewhere);
    this.#run = run;
    this.#rows = new Map(rows.map((row) => [sampleName(row), row]));
  }

  /** As `takeUp`, without the samples; a run that is not stored stays as it is. */
  async takeUpRun(): Promise<void> {
    this.#run = (await this.#store.run(this.#run.id)) ?? this.#run;
  }

  async change(change: Partial<Run>): Promise<void> {
    this.#run = { ...this.#run, ...change };
    await this.#store.putRun(this.#run);
  }

  /** Forgets the samples to ask for again, and the verdicts of those to judge again, which keep their answers. */
  async forgetLost(): Promise<void> {
    const lost = [...this.#rows.values()].filter(isLost);
    const gone = lost.filter((row) => !isUnjudged(row));
    const changed = lost.filter(isUnjudged).map((row) => ({ ...row, judged: null }));
    await this.#store.forget(this.#run, gone);
    await this.#store.keep(
      this.#run,
      changed.map((row) => ({ row, answer: null, tests: null })),
    );
    for (const row of gone) this.#rows.delete(sampleName(row));
    for (const row of changed) this.#rows.set(sampleName(row), row);
  }

  /** The cut-off answers are asked again with this limit. Rejects with a sentence where they cannot be. */
  async redraw(limit: number): Promise<void> {
    const cut = cutOffRows(this.#run, [...this.#rows.values()]);
    const fault = redrawFault(this.#run, cut, limit);
    if (fault !== null) throw new Error(redrawFaultText(fault));
    await refuseJudgedAnswers(this.#store, this.#run);
    // The fact comes first: a tab that closes in between loses no mark.
    await this.change(withRedraws(this.#run, cut, limit));
    await this.#store.forget(this.#run, cut);
    for (const row of cut) this.#rows.delete(sampleName(row));
  }

  begin(): void {
    this.#startedAt = this.#now();
  }

  take(row: RunRow): void {
    this.#rows.set(sampleName(row), row);
    if (this.#now() - this.#writtenAt < WRITE_EVERY_MS) return;
    this.#writtenAt = this.#now();
    // The run is written again at the end, and a failure of that write is reported.
    void this.#store.putRun({ ...this.#run, ...this.#done() }).catch(() => undefined);
  }

  /** It runs no more, and is written. */
  async end(): Promise<void> {
    const done = this.#done();
    this.#startedAt = 0;
    await this.change(done);
    // Rows that lie loose are read as well.
    await this.#store.pack(this.#run.id).catch(() => undefined);
  }

  #done(): Pick<Run, 'spentMs' | 'summary'> {
    return { spentMs: this.spentMs, summary: summaryOf([...this.#rows.values()]) };
  }
}

/** Whether the judge failed on its answer. */
function isUnjudged({ failure, judged }: RunRow): boolean {
  return failure === null && judged?.verdict === 'judge-error';
}
