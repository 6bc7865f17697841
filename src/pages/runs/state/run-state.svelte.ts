import { errorMessage } from '../../../base/error-message.ts';
import type { Answer } from '../../../domain/answer.ts';
import {
  isLost,
  sampleCount,
  type Run,
  type RunRow,
  type RunSampleKey,
  type RunTest,
} from '../../../domain/run.ts';
import { runNotice } from '../../../runs/codes/run-notice.ts';
import { summaryOf, type RunFigures } from '../../../runs/figures/run-figures.ts';
import { Pipeline, type PipelineEnd } from '../../../runs/pipeline/pipeline.ts';
import { sampleSpan } from '../../../runs/figures/sample-span.ts';
import { cutOffRows } from '../../../runs/figures/redraws.ts';
import { withMoreSamples, withSamples } from '../../../runs/more-samples.ts';
import { RedrawThrottle } from '../../../kit/reactive/redraw-throttle.ts';
import { KeptRun } from './kept-run.svelte.ts';
import { RunCounting } from './run-counting.svelte.ts';
import { RunPace, type RunningSample } from './run-pace.ts';
import { pipelineParts, type RunParts } from './run-work.ts';
import { missingFor } from './run-source.ts';
import * as words from '../words/state.ts';

export type RunPhase = 'still' | 'starting' | 'running' | 'pausing';

/**
 * Interval between updates of the view. A run of short programs has a hundred verdicts a second, more than users can
 * read, and each update goes through all rows.
 */
const DRAW_EVERY_MS = 250;

/** One evaluation run: its samples, its figures, and the work on it. */
export class RunState {
  readonly #parts: RunParts;
  readonly #now: () => number;
  readonly #kept: KeptRun;
  readonly #pace = new RunPace();
  readonly #counting = new RunCounting();
  readonly #throttle = new RedrawThrottle(() => this.#draw(), DRAW_EVERY_MS);
  #pipeline: Pipeline | null = null;
  /** Stopped before there was anything to stop. */
  #stopsEarly = false;
  /** Aborts when the run stops. */
  #still = new AbortController();
  #phase = $state<RunPhase>('still');
  #end = $state.raw<PipelineEnd | null>(null);
  #drawn = $state.raw<readonly RunRow[]>([]);
  #running = $state.raw<readonly RunningSample[]>([]);
  #secondsLeft = $state<number | null>(null);
  readonly busy = $derived(this.#phase !== 'still');
  readonly summary = $derived(summaryOf(this.#drawn));
  /** Every sample that it has or will have. */
  readonly total = $derived(sampleCount(this.run));
  /** Samples that are to be asked or judged yet. */
  readonly left = $derived(
    this.total - this.summary.judged - this.#drawn.filter(({ failure }) => failure !== null).length,
  );
  /** Samples that failed on the way, or that the judge failed on. */
  readonly lost = $derived(this.#drawn.filter(isLost));
  /** Samples whose answer ended at the token limit of its request. */
  readonly cutOff = $derived(cutOffRows(this.run, this.#drawn));

  constructor(run: Run, rows: readonly RunRow[], parts: RunParts) {
    this.#parts = parts;
    this.#now = parts.now ?? Date.now;
    this.#kept = new KeptRun(run, rows, parts.store, this.#now);
    this.#draw();
  }

  get run(): Run {
    return this.#kept.run;
  }

  /** All samples that have an answer or a failure, in the order of their arrival. */
  get rows(): readonly RunRow[] {
    return this.#drawn;
  }

  get phase(): RunPhase {
    return this.#phase;
  }

  /** Aborts when the run stops; null while it is stopped. */
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

  /** As of the last time that they were counted; null before. */
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

  /** Milliseconds in which it has run, all its parts together; as of what is shown. */
  get spentMs(): number {
    void this.#drawn;
    return this.#kept.spentMs;
  }

  /** Null when the sample has no answer. */
  answer(key: RunSampleKey): Promise<Answer | null> {
    return this.#parts.store.answer(this.run, key);
  }

  /** The result of each test of a sample; empty until it is judged. */
  tests(key: RunSampleKey): Promise<readonly RunTest[]> {
    return this.#parts.store.tests(this.run, key);
  }

  row(key: RunSampleKey): RunRow | undefined {
    // `#drawn` changes with the view, so a reader of this row follows it.
    void this.#drawn;
    return this.#kept.row(key);
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
        this.#end = halted(errorMessage(error), words.resumeOrReload);
        return true;
      });
    this.#still.abort();
    if (!alone) this.#end = halted(words.activeElsewhere, words.stopElsewhere);
    this.#phase = 'still';
    this.#draw();
    // The samples in flight were the last ones.
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

  /** Adds samples. @param samples of each problem; a problem that has more keeps them */
  async raise(samples: number): Promise<void> {
    if (this.busy || !Number.isInteger(samples) || samples <= sampleSpan(this.run).least) return;
    await this.start(() => this.#kept.change(withSamples(this.run, samples)));
  }

  /** Goes on with more samples of its problems: see `withMoreSamples`. */
  async extend(wanted: Run['problems']): Promise<void> {
    if (this.busy) return;
    await this.start(() => this.#kept.change({ problems: withMoreSamples(this.run, wanted) }));
  }

  /** Changes settings that leave the existing samples as they are. */
  async change(change: Partial<Pick<Run, 'name' | 'budget' | 'concurrency'>>): Promise<void> {
    // A running run keeps its settings until it stops. Another tab may have changed the stored ones.
    if (this.busy) return;
    await this.#kept.takeUpRun();
    await this.#kept.change(change);
  }

  /** Asks these samples again, and only these; what the judge failed on is judged again, and keeps its answer. */
  async retry(): Promise<void> {
    await this.start(async () => {
      await this.#kept.forgetLost();
      this.#draw();
    });
  }

  /** Asks these samples again with a larger limit on tokens, and marks them. */
  async redraw(limit: number): Promise<void> {
    await this.start(async () => {
      await this.#kept.redraw(limit);
      this.#draw();
    });
  }

  async #work(before: () => Promise<void>): Promise<void> {
    await this.#kept.takeUp();
    if (!this.#stopsEarly) await before();
    const missing = await missingFor(this.run, this.#parts);
    if (this.#stopsEarly || missing !== null) {
      this.#end = this.#stopsEarly ? { type: 'stopped' } : halted(missing!, '');
      return;
    }
    this.#kept.begin();
    const work = { ...this.#kept.left, concurrency: this.run.concurrency, judging: this.#parts.judging };
    const parts = pipelineParts(this.#parts, this.#kept, this.#now);
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
   * Stores the end of the run. A failure here concerns the run alone: its samples are stored, or have halted it
   * already.
   */
  async #putAway(): Promise<void> {
    try {
      await this.#kept.end();
    } catch (error) {
      if (this.#end?.type === 'halted') return;
      this.#end = halted(words.durationNotStored(errorMessage(error)), words.freeSpace);
    }
  }

  #take(row: RunRow): void {
    this.#pace.note(row);
    this.#throttle.request();
    this.#kept.take(row);
  }

  #draw(): void {
    this.#drawn = [...this.#kept.rows];
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
  return { type: 'halted', why: runNotice('failed', message, remedy) };
}
