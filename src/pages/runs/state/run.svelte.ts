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
import { summaryOf, type RunFigures } from '../../../runs/figures/run-figures.ts';
import { Pipeline, type PipelineEnd } from '../../../runs/pipeline/pipeline.ts';
import { sampleSpan } from '../../../runs/figures/sample-span.ts';
import { cutOffRows } from '../../../runs/figures/redraws.ts';
import { withMoreSamples, withSamples } from '../../../runs/more-samples.ts';
import { RedrawThrottle } from '../../../kit/reactive/redraw-throttle.ts';
import { pipelineParts, type RunParts, missingFor } from './run-work.ts';
import { StoredRun } from './stored-run.svelte.ts';
import { RunCounting, RunPace, type RunningSample } from './run-counting.svelte.ts';

export type RunPhase = 'still' | 'starting' | 'running' | 'pausing';

/**
 * Milliseconds between updates of the view. A run of short programs has a hundred verdicts per second, more than users
 * can read, and each update iterates over all rows.
 */
const DRAW_EVERY_MS = 250;

/** One evaluation run: its samples, its figures, and the work on it. */
export class RunState {
  readonly #dependencies: RunParts;
  readonly #now: () => number;
  readonly #storedRun: StoredRun;
  readonly #pace = new RunPace();
  readonly #counting = new RunCounting();
  readonly #throttle = new RedrawThrottle(() => this.#draw(), DRAW_EVERY_MS);
  #pipeline: Pipeline | null = null;
  /** Whether `stop` was called before the pipeline started. */
  #stopsEarly = false;
  /** The controller of `work`, whose signal is aborted when the run stops. */
  #stillController = new AbortController();
  phase = $state<RunPhase>('still');
  /** Reason why the run has stopped; null while it is running, and before its first start in this visit. */
  end = $state.raw<PipelineEnd | null>(null);
  /** All samples that have an answer or a failure, in order of arrival. */
  rows = $state.raw<readonly RunRow[]>([]);
  running = $state.raw<readonly RunningSample[]>([]);
  /** Seconds until the end of the run; null if they cannot be predicted yet. */
  secondsLeft = $state<number | null>(null);
  readonly busy = $derived(this.phase !== 'still');
  readonly summary = $derived(summaryOf(this.rows));
  /** Number of samples, including those that have not been requested. */
  readonly total = $derived(sampleCount(this.run));
  /** Number of samples without a verdict or a failure. */
  readonly left = $derived(
    this.total - this.summary.judged - this.rows.filter(({ failure }) => failure !== null).length,
  );
  /** Samples whose request failed, or on which the judge failed. */
  readonly lostRows = $derived(this.rows.filter(isLost));
  /** Samples whose answer reached the token limit of its request. */
  readonly cutOff = $derived(cutOffRows(this.run, this.rows));

  constructor(run: Run, rows: readonly RunRow[], dependencies: RunParts) {
    this.#dependencies = dependencies;
    this.#now = dependencies.now ?? Date.now;
    this.#storedRun = new StoredRun(run, rows, dependencies.store, this.#now);
    this.#draw();
  }

  get run(): Run {
    return this.#storedRun.run;
  }

  /** A signal that is aborted when the run stops; null if the run is not active. */
  get work(): AbortSignal | null {
    return this.busy ? this.#stillController.signal : null;
  }

  /** Figures of the last count; null before the first one. */
  get figures(): RunFigures | null {
    return this.#counting.figures;
  }

  /**
   * Returns the figures of all samples if the run is not active. Returns the last figures of an active run, or null if
   * there are none yet.
   */
  async lastFigures(): Promise<RunFigures | null> {
    return this.busy ? this.figures : this.#counting.whenSettled();
  }

  /** Milliseconds of work on the run, summed over all its starts; updated with the view. */
  get spentMs(): number {
    void this.rows;
    return this.#storedRun.spentMs;
  }

  /** Reads the answer of a sample. Resolves with null if there is none. */
  answer(key: RunSampleKey): Promise<Answer | null> {
    return this.#dependencies.store.answer(this.run, key);
  }

  /** Reads the result of each test of a sample. Resolves with an empty list if the sample is not judged. */
  tests(key: RunSampleKey): Promise<readonly RunTest[]> {
    return this.#dependencies.store.tests(this.run, key);
  }

  row(key: RunSampleKey): RunRow | undefined {
    // `rows` changes with the view, so reading it here makes callers reactive to changes.
    void this.rows;
    return this.#storedRun.row(key);
  }

  /**
   * Starts or resumes the run. Resolves when it stops.
   * @param preparation work to do first, while no other tab works on this run
   */
  async start(preparation: () => Promise<void> = async () => undefined): Promise<void> {
    if (this.busy) return;
    this.phase = 'starting';
    this.end = null;
    this.#stopsEarly = false;
    this.#stillController = new AbortController();
    const hasRun = await this.#dependencies
      .runAlone(runLock(this.run.id), () => this.#work(preparation))
      .catch((error: unknown) => {
        this.end = haltedEnd(errorMessage(error), 'Resume the run, or reload the page.');
        return true;
      });
    this.#stillController.abort();
    if (!hasRun)
      this.end = haltedEnd('This run is active in another tab.', 'Open it there, or stop it there.');
    this.phase = 'still';
    this.#draw();
    // The samples that were in flight at the pause were the last ones.
    if (this.end?.type === 'paused' && this.left === 0) this.end = { type: 'done' };
    if (this.end !== null) this.#dependencies.onEnd(this.run, this.end);
  }

  /** Pauses the run. Samples in flight finish, but no others begin. */
  pause(): void {
    if (this.#pipeline === null) return;
    this.phase = 'pausing';
    this.#pipeline.pause();
  }

  /** Stops at once. Requests in flight are repeated when the run is resumed. */
  stop(): void {
    if (this.phase === 'starting') this.#stopsEarly = true;
    this.#pipeline?.stop();
  }

  /**
   * Adds samples.
   * @param samples number of samples per problem; problems that have more keep them
   */
  async raise(samples: number): Promise<void> {
    if (this.busy || !Number.isInteger(samples) || samples <= sampleSpan(this.run).min) return;
    await this.start(() => this.#storedRun.change(withSamples(this.run, samples)));
  }

  /** Adds samples to the run's problems (`withMoreSamples`) and resumes the run. */
  async extend(raisedProblems: Run['problems']): Promise<void> {
    if (this.busy) return;
    await this.start(() => this.#storedRun.change({ problems: withMoreSamples(this.run, raisedProblems) }));
  }

  /** Changes settings that do not affect the existing samples. */
  async change(change: Partial<Pick<Run, 'name' | 'budget' | 'concurrency'>>): Promise<void> {
    // An active run keeps its settings until it stops. Another tab may have changed the stored ones.
    if (this.busy) return;
    await this.#storedRun.reloadRun();
    await this.#storedRun.change(change);
  }

  /**
   * Repeats the requests that failed. Samples on which the judge failed are judged again and keep their answers. An
   * answer of the model is requested again only if the token limit truncated it (`redraw`), because replacing other
   * failures would raise pass@1 without a trace.
   */
  async retry(): Promise<void> {
    await this.start(async () => {
      await this.#storedRun.removeLost();
      this.#draw();
    });
  }

  /** Requests truncated answers again with a larger token limit, and marks their samples. */
  async redraw(limit: number): Promise<void> {
    await this.start(async () => {
      await this.#storedRun.redraw(limit);
      this.#draw();
    });
  }

  async #work(preparation: () => Promise<void>): Promise<void> {
    await this.#storedRun.reload();
    if (!this.#stopsEarly) await preparation();
    const missingPart = await missingFor(this.run, this.#dependencies);
    if (this.#stopsEarly || missingPart !== null) {
      this.end = this.#stopsEarly ? { type: 'stopped' } : haltedEnd(missingPart!, '');
      return;
    }
    this.#storedRun.begin();
    const work = {
      ...this.#storedRun.left,
      concurrency: this.run.concurrency,
      judging: this.#dependencies.judging,
    };
    const workParts = pipelineParts(this.#dependencies, this.#storedRun, this.#now);
    this.#pipeline = new Pipeline(work, workParts, {
      onRow: (row) => this.#take(row),
      onBegin: (what, key) => {
        this.#pace.begin(what, key, this.#now());
        this.#throttle.request();
      },
      onEnd: (what, key) => this.#pace.end(what, key),
    });
    this.phase = 'running';
    try {
      this.end = await this.#pipeline.run();
    } finally {
      this.#pipeline = null;
      this.#pace.stop();
      await this.#putAway();
    }
  }

  /**
   * Stores the end of the run. A failure here affects only the record of the run: its samples are already stored, or
   * have already stopped it.
   */
  async #putAway(): Promise<void> {
    try {
      await this.#storedRun.end();
    } catch (error) {
      if (this.end?.type === 'halted') return;
      this.end = haltedEnd(
        `All samples are stored, but the duration of the run is not: ${errorMessage(error)}.`,
        'Free some space.',
      );
    }
  }

  #take(row: RunRow): void {
    this.#pace.note(row);
    this.#throttle.request();
    this.#storedRun.take(row);
  }

  #draw(): void {
    this.rows = [...this.#storedRun.rows];
    this.running = this.#pace.running;
    this.secondsLeft = this.busy
      ? this.#pace.secondsLeft(this.run, this.rows, this.#dependencies.workers, this.#now())
      : null;
    this.#counting.count(this.run, this.rows, () => this.work);
  }
}

/** Returns the name of the lock that a tab holds while it works on a run or deletes it. */
export function runLock(id: string): string {
  return `allpass-run-${id}`;
}

function haltedEnd(message: string, remedy: string): PipelineEnd {
  return { type: 'halted', why: `${message} ${remedy}` };
}
