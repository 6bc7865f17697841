import { errorMessage } from '../../../base/error-message.ts';
import type { Answer } from '../../../domain/answer.ts';
import {
  isLost,
  sampleCount,
  type Run,
  type RunRow,
  type RunSampleKey,
  type RunTest,
  samplesOfRun,
  sampleName,
} from '../../../domain/run.ts';
import { summaryOf, type RunFigures, runFigures } from '../../../runs/figures/run-figures.ts';
import { Pipeline, type PipelineEnd, type PipelineWork } from '../../../runs/pipeline/pipeline.ts';
import { sampleSpan } from '../../../runs/figures/sample-span.ts';
import { cutOffRows, redrawFault, withRedraws } from '../../../runs/figures/redraws.ts';
import { withMoreSamples, withSamples } from '../../../runs/more-samples.ts';
import { RedrawThrottle } from '../../../kit/reactive/redraw-throttle.ts';
import { pipelineParts, type RunParts, missingFor } from './run-work.ts';
import { workLeft } from '../../../runs/pipeline/run-rows.ts';
import { pause, taskYielder } from '../../../base/pause.ts';
import { secondsLeft } from '../../../runs/pipeline/forecast.ts';

export type RunPhase = 'still' | 'starting' | 'running' | 'pausing';

/**
 * Milliseconds between updates of the view. A run of short programs has a hundred verdicts a second, more than users
 * can read, and each update goes through all rows.
 */
const DRAW_EVERY_MS = 250;

/** One evaluation run: its samples, its figures, and the work on it. */
export class RunState {
  readonly #parts: RunParts;
  readonly #now: () => number;
  readonly #stored: StoredRun;
  readonly #pace = new RunPace();
  readonly #counting = new RunCounting();
  readonly #throttle = new RedrawThrottle(() => this.#draw(), DRAW_EVERY_MS);
  #pipeline: Pipeline | null = null;
  /** Whether `stop` was called before the pipeline began. */
  #stopsEarly = false;
  /** The controller of `work`, which aborts it when the run stops. */
  #still = new AbortController();
  #phase = $state<RunPhase>('still');
  #end = $state.raw<PipelineEnd | null>(null);
  #drawn = $state.raw<readonly RunRow[]>([]);
  #running = $state.raw<readonly RunningSample[]>([]);
  #secondsLeft = $state<number | null>(null);
  readonly busy = $derived(this.#phase !== 'still');
  readonly summary = $derived(summaryOf(this.#drawn));
  /** Number of samples, including those that have not been requested. */
  readonly total = $derived(sampleCount(this.run));
  /** Number of samples without a verdict or a failure. */
  readonly left = $derived(
    this.total - this.summary.judged - this.#drawn.filter(({ failure }) => failure !== null).length,
  );
  /** Samples whose request failed, or that the judge failed on. */
  readonly lost = $derived(this.#drawn.filter(isLost));
  /** Samples whose answer ended at the token limit of its request. */
  readonly cutOff = $derived(cutOffRows(this.run, this.#drawn));

  constructor(run: Run, rows: readonly RunRow[], parts: RunParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#stored = new StoredRun(run, rows, parts.store, this.#now);
    this.#draw();
  }

  get run(): Run {
    return this.#stored.run;
  }

  /** All samples that have an answer or a failure, in the order of their arrival. */
  get rows(): readonly RunRow[] {
    return this.#drawn;
  }

  get phase(): RunPhase {
    return this.#phase;
  }

  /** A signal that is aborted when the run stops; null while it is stopped. */
  get work(): AbortSignal | null {
    return this.busy ? this.#still.signal : null;
  }

  /** Reason why the run has stopped; null while it runs, and before its first start in this visit. */
  get end(): PipelineEnd | null {
    return this.#end;
  }

  get running(): readonly RunningSample[] {
    return this.#running;
  }

  /** Seconds until the end; null until there are times to forecast from. */
  get secondsLeft(): number | null {
    return this.#secondsLeft;
  }

  /** Figures of the last count; null before the first. */
  get figures(): RunFigures | null {
    return this.#counting.figures;
  }

  /**
   * Counts the figures of all samples of a stopped run. Returns the last figures of a running one; null when it has
   * none yet.
   */
  async lastFigures(): Promise<RunFigures | null> {
    return this.busy ? this.figures : this.#counting.settled();
  }

  /** Milliseconds of work on the run, over all its starts; updated with the view. */
  get spentMs(): number {
    void this.#drawn;
    return this.#stored.spentMs;
  }

  /** Reads the answer of a sample; null for none. */
  answer(key: RunSampleKey): Promise<Answer | null> {
    return this.#parts.store.answer(this.run, key);
  }

  /** The result of each test of a sample; empty until it is judged. */
  tests(key: RunSampleKey): Promise<readonly RunTest[]> {
    return this.#parts.store.tests(this.run, key);
  }

  row(key: RunSampleKey): RunRow | undefined {
    // `#drawn` changes with the view, so reading it here keeps the caller up to date.
    void this.#drawn;
    return this.#stored.row(key);
  }

  /**
   * Starts or resumes the run. Resolves when it stops.
   * @param before work to do first, while no other tab works on this run
   */
  async start(before: () => Promise<void> = async () => undefined): Promise<void> {
    if (this.busy) return;
    this.#phase = 'starting';
    this.#end = null;
    this.#stopsEarly = false;
    this.#still = new AbortController();
    const alone = await this.#parts
      .alone(runLock(this.run.id), () => this.#work(before))
      .catch((error: unknown) => {
        this.#end = halted(errorMessage(error), 'Resume the run, or reload the page.');
        return true;
      });
    this.#still.abort();
    if (!alone) this.#end = halted('This run is active in another tab.', 'Open it there, or stop it there.');
    this.#phase = 'still';
    this.#draw();
    // The samples in flight at the pause were the last ones.
    if (this.#end?.type === 'paused' && this.left === 0) this.#end = { type: 'done' };
    if (this.#end !== null) this.#parts.onEnd(this.run, this.#end);
  }

  /** Pauses the run. Samples in flight finish, and no others begin. */
  pause(): void {
    if (this.#pipeline === null) return;
    this.#phase = 'pausing';
    this.#pipeline.pause();
  }

  /** Stops at once. Requests in flight are asked again when the run is resumed. */
  stop(): void {
    if (this.#phase === 'starting') this.#stopsEarly = true;
    this.#pipeline?.stop();
  }

  /**
   * Adds samples.
   * @param samples number for each problem; a problem that has more keeps them
   */
  async raise(samples: number): Promise<void> {
    if (this.busy || !Number.isInteger(samples) || samples <= sampleSpan(this.run).least) return;
    await this.start(() => this.#stored.change(withSamples(this.run, samples)));
  }

  /** Adds samples to the run's problems (`withMoreSamples`) and resumes the run. */
  async extend(wanted: Run['problems']): Promise<void> {
    if (this.busy) return;
    await this.start(() => this.#stored.change({ problems: withMoreSamples(this.run, wanted) }));
  }

  /** Changes settings that do not affect the existing samples. */
  async change(change: Partial<Pick<Run, 'name' | 'budget' | 'concurrency'>>): Promise<void> {
    // A running run keeps its settings until it stops. Another tab may have changed the stored ones.
    if (this.busy) return;
    await this.#stored.reloadRun();
    await this.#stored.change(change);
  }

  /**
   * Requests the samples again whose request failed. Samples that the judge failed on are judged again and keep their
   * answers. An answer of the model is requested again only if the token limit truncated it (`redraw`). Sampling other
   * failures again would raise pass@1 without a trace.
   */
  async retry(): Promise<void> {
    await this.start(async () => {
      await this.#stored.removeLost();
      this.#draw();
    });
  }

  /** Requests the truncated answers again with a larger token limit, and marks their samples. */
  async redraw(limit: number): Promise<void> {
    await this.start(async () => {
      await this.#stored.redraw(limit);
      this.#draw();
    });
  }

  async #work(before: () => Promise<void>): Promise<void> {
    await this.#stored.reload();
    if (!this.#stopsEarly) await before();
    const missing = await missingFor(this.run, this.#parts);
    if (this.#stopsEarly || missing !== null) {
      this.#end = this.#stopsEarly ? { type: 'stopped' } : halted(missing!, '');
      return;
    }
    this.#stored.begin();
    const work = { ...this.#stored.left, concurrency: this.run.concurrency, judging: this.#parts.judging };
    const parts = pipelineParts(this.#parts, this.#stored, this.#now);
    this.#pipeline = new Pipeline(work, parts, {
      onRow: (row) => this.#take(row),
      onBegin: (what, key) => {
        this.#pace.begin(what, key, this.#now());
        this.#throttle.request();
      },
      onEnd: (what, key) => this.#pace.end(what, key),
    });
    this.#phase = 'running';
    try {
      this.#end = await this.#pipeline.run();
    } finally {
      this.#pipeline = null;
      this.#pace.stop();
      await this.#putAway();
    }
  }

  /**
   * Stores the end of the run. A failure here affects only the record of the run: its samples are stored, or have
   * already stopped it.
   */
  async #putAway(): Promise<void> {
    try {
      await this.#stored.end();
    } catch (error) {
      if (this.#end?.type === 'halted') return;
      this.#end = halted(
        `All samples are stored, but the duration of the run is not: ${errorMessage(error)}.`,
        'Free some space.',
      );
    }
  }

  #take(row: RunRow): void {
    this.#pace.note(row);
    this.#throttle.request();
    this.#stored.take(row);
  }

  #draw(): void {
    this.#drawn = [...this.#stored.rows];
    this.#running = this.#pace.running;
    this.#secondsLeft = this.busy
      ? this.#pace.secondsLeft(this.run, this.#drawn, this.#parts.workers, this.#now())
      : null;
    this.#counting.count(this.run, this.#drawn, () => this.work);
  }
}

/** Name of the lock that a tab holds while it works on a run or deletes it. */
export function runLock(id: string): string {
  return `allpass-run-${id}`;
}

function halted(message: string, remedy: string): PipelineEnd {
  return { type: 'halted', why: `${message} ${remedy}` };
}

/** Minimum interval between writes of the run itself while it is at work. */
const WRITE_EVERY_MS = 5_000;

/** A run and its samples, as this device stores them. */
class StoredRun {
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

  /** Milliseconds of work on the run, over all its starts. */
  get spentMs(): number {
    return this.#run.spentMs + (this.#startedAt === 0 ? 0 : this.#now() - this.#startedAt);
  }

  /** Samples without an answer or a verdict. */
  get left(): ReturnType<typeof workLeft> {
    return workLeft(samplesOfRun(this.#run), (key) => this.row(key));
  }

  /** Reads the stored run and its samples, which another tab may have changed. */
  async reload(): Promise<void> {
    const [run, rows] = [await this.#store.run(this.#run.id), await this.#store.rows(this.#run.id)];
    if (run === null) throw new Error('This run is no longer stored: another tab has deleted it.');
    this.#run = run;
    this.#rows = new Map(rows.map((row) => [sampleName(row), row]));
  }

  /** Reads the stored run without its samples; keeps the current one if none is stored. */
  async reloadRun(): Promise<void> {
    this.#run = (await this.#store.run(this.#run.id)) ?? this.#run;
  }

  async change(change: Partial<Run>): Promise<void> {
    this.#run = { ...this.#run, ...change };
    await this.#store.putRun(this.#run);
  }

  /** Removes failed samples, and the verdicts of samples that the judge failed on, which keep their answers. */
  async removeLost(): Promise<void> {
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

  /** Removes the truncated answers and marks their samples. Rejects with a sentence for a limit that is too small. */
  async redraw(limit: number): Promise<void> {
    const cut = cutOffRows(this.#run, [...this.#rows.values()]);
    const fault = redrawFault(this.#run, cut, limit);
    if (fault !== null) throw new Error(fault);
    // Another run may judge these answers. Its verdicts would then have no answers.
    const judges = judgesOf(this.#run, await this.#store.runs());
    if (judges.length > 0) throw new Error(judgedElsewhere(judges));
    // The marks are stored first, so that they are not lost if the tab is closed in between.
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

  /** Stores the run after its work. */
  async end(): Promise<void> {
    const done = this.#done();
    this.#startedAt = 0;
    await this.change(done);
    // If packing fails, the rows are still readable.
    await this.#store.pack(this.#run.id).catch(() => undefined);
  }

  #done(): Pick<Run, 'spentMs' | 'summary'> {
    return { spentMs: this.spentMs, summary: summaryOf([...this.#rows.values()]) };
  }
}

/** Whether the judge failed on the sample's answer. */
function isUnjudged({ failure, judged }: RunRow): boolean {
  return failure === null && judged?.verdict === 'judge-error';
}

/** Returns the runs that judge the answers of this one. */
export function judgesOf({ id }: Run, all: readonly Run[]): readonly Run[] {
  return all.filter(({ source }) => source.type === 'answers' && source.run === id);
}

/** States that these runs judge the answers of another run, so that the answers cannot change, and the remedy. */
export function judgedElsewhere(judges: readonly Run[]): string {
  const names = judges.map(({ name }) => `“${name}”`).join(', ');
  return judges.length === 1
    ? `${names} judges the same answers. Delete that run first, and regrade this run afterwards.`
    : `${names} judge the same answers. Delete those runs first, and regrade this run afterwards.`;
}

/** Minimum interval between counts while a run is at work. */
const COUNT_EVERY_MS = 2_000;
/**
 * Minimum pause between counts, as a multiple of the time of the last count. Counting many problems or samples takes a
 * second.
 */
const REST = 9;

/** Counts the figures of a run. A count yields regularly to other work of the page's thread. */
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
   * Counts the figures of these rows. Rows that arrive during a count are counted next. While the run is active, there
   * are pauses between counts.
   * @param running returns a signal that is aborted when the run stops; null when it is stopped
   */
  count(run: Run, rows: readonly RunRow[], running: () => AbortSignal | null): void {
    this.#wanted = { run, rows };
    if (!this.#counting) this.#done = this.#countAll(running);
  }

  /** Resolves when all samples so far are counted; for an active run, when it stops. */
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

/** A sample whose request or judging is in progress. */
export interface RunningSample {
  readonly what: PipelineWork;
  readonly key: RunSampleKey;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Number of recent times that the forecast uses. */
const RECENT = 200;

/** The samples of a run that are in flight, its recent pace, and the forecast of its remaining time. */
export class RunPace {
  readonly #running = new Map<string, RunningSample>();
  readonly #askTimes: number[] = [];
  readonly #judgeTimes: number[] = [];

  get running(): readonly RunningSample[] {
    return [...this.#running.values()];
  }

  /** @param since milliseconds since 1970 */
  begin(what: PipelineWork, key: RunSampleKey, since: number): void {
    this.#running.set(`${what} ${sampleName(key)}`, { what, key, since });
  }

  end(what: PipelineWork, key: RunSampleKey): void {
    this.#running.delete(`${what} ${sampleName(key)}`);
  }

  /** Called when the run stops: no sample is in flight. */
  stop(): void {
    this.#running.clear();
  }

  /** Records the time of a stored answer or verdict. */
  note({ judged, askedAt, answeredAt }: RunRow): void {
    const [times, took] =
      judged === null ? [this.#askTimes, answeredAt - askedAt] : [this.#judgeTimes, judged.to - judged.from];
    times.push(took);
    if (times.length > RECENT) times.shift();
  }

  /**
   * Seconds until the end of the run; null until there are times to forecast from.
   * @param rows its samples so far
   * @param judging number of programs that run in parallel
   * @param now milliseconds since 1970
   */
  secondsLeft(run: Run, rows: readonly RunRow[], judging: number, now: number): number | null {
    const asking = this.running.filter(({ what }) => what === 'ask').map(({ since }) => now - since);
    const answered = rows.filter(({ failure }) => failure === null).length;
    const judged = rows.filter((row) => row.judged !== null).length;
    return secondsLeft({
      toAsk: Math.max(0, sampleCount(run) - rows.length - asking.length),
      asking,
      concurrency: run.concurrency,
      askTimes: this.#askTimes,
      toJudge: answered - judged,
      judgeTimes: this.#judgeTimes,
      judging,
    });
  }
}
