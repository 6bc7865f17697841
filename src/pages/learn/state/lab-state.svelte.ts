import { errorMessage } from '../../../base/error-message.ts';
import type { Batch } from '../../../domain/submission.ts';
import type { SubmissionJudge } from '../../../judge/judge.ts';
import { judgeBatch } from '../../../judge/judge-batch.ts';
import type { JudgeBatch } from '../../../lab/grpo/grader.ts';
import type { Settings } from '../../../lab/grpo/settings.ts';
import type { OwnTests } from '../../../lab/tasks/tasks.ts';
import type { StepReport } from '../../../lab/lab-host.ts';
import { orderedSettings, writeOrder, type LabOrder } from './lab-order.ts';

/** A training run whose steps are computed in another thread. */
export interface Training {
  /** Runs one step. The first step creates the base policy, which takes seconds. Rejects if training fails. */
  step(own: OwnTests | null): Promise<StepReport>;
  /** Ends the run at once; the step in progress rejects. */
  close(): void;
}

/** Starts a training run whose rewards come from `judge`. */
export type StartTraining = (settings: Settings, seed: number, judge: JudgeBatch) => Training;

export interface LabParts {
  readonly judge: SubmissionJudge;
  readonly startTraining: StartTraining;
  /** Number of bundles that are judged in parallel, ≥ 1. */
  readonly workers: number;
  readonly now?: () => number;
}

/** The steps of one seed's run so far. */
export interface SeedRun {
  readonly seed: number;
  readonly steps: readonly StepReport[];
}

/**
 * Minimum time between updates of curves and programs during a run, in milliseconds. Drawing takes processor time from
 * the judge and the trainer, and users cannot follow faster updates.
 */
const DRAW_EVERY_MS = 400;

/** The run before the current one. */
export interface PreviousRun {
  readonly order: LabOrder;
  readonly runs: readonly SeedRun[];
}

/** `starting`: the base policy of a seed is being created. `paused` runs can be resumed; `stopped` ones cannot. */
export type LabPhase = 'none' | 'starting' | 'running' | 'paused' | 'stopped' | 'done' | 'broken';

/** A training run over several seeds in sequence. The page's own judge computes the rewards. */
export class LabState {
  readonly #parts: LabParts;
  readonly #now: () => number;
  #callNumber = 0;
  #training: Training | null = null;
  #controller = new AbortController();
  /** Number of steps until the run pauses. */
  #allowedSteps = $state(Infinity);
  /** The order of the runs; null before the first run. */
  order = $state.raw<LabOrder | null>(null);
  phase = $state<LabPhase>('none');
  /** The runs with all their steps. */
  #allRuns: readonly SeedRun[] = [];
  /**
   * The runs in the order of seeds, without seeds that have not started. Updates are throttled, so the latest steps may
   * be missing.
   */
  runs = $state.raw<readonly SeedRun[]>([]);
  /** The run before this one, for comparison, or null if there is none. */
  previous = $state.raw<PreviousRun | null>(null);
  /** The programs of the first step, while they are judged. The judge may need seconds to start. */
  firstBatch = $state.raw<Batch | null>(null);
  /** Tests that a user wrote, which decide the rewards from the next step on; null for the tasks of the settings. */
  ownTests: OwnTests | null = null;
  #drawnAt = -Infinity;
  /** Message that says why the run failed, or null if it did not. */
  trouble = $state<string | null>(null);
  #measuredPace = NO_PACE;
  /** The pace at the last update of the page. */
  #pace = $state.raw(NO_PACE);
  readonly busy = $derived(this.phase === 'starting' || this.phase === 'running');
  /** Whether the run pauses after the step in progress. */
  readonly isPausing = $derived(this.busy && this.#allowedSteps <= 1);
  readonly totals = $derived(totalsOf(this.runs));
  /** The largest number of steps of any seed. */
  readonly longest = $derived(Math.max(0, ...this.runs.map(({ steps }) => steps.length)));
  readonly latestStep = $derived(this.runs.at(-1)?.steps.at(-1) ?? null);
  readonly stepsMade = $derived(this.runs.reduce((sum, { steps }) => sum + steps.length, 0));
  readonly stepsInAll = $derived((this.order?.seeds ?? 0) * (this.order?.switches.steps ?? 0));

  constructor(parts: LabParts) {
    this.#parts = parts;
    this.#now = parts.now ?? (() => performance.now());
  }

  /**
   * Estimated seconds until the last seed is done; null before the pace is known. The first step of a seed creates its
   * base policy, so it is timed separately.
   */
  get secondsLeft(): number | null {
    const { first, others } = this.#pace;
    if (!this.busy || this.order === null || others.steps === 0) return null;
    const seedsLeft = this.order.seeds - this.runs.length;
    const step = others.milliseconds / others.steps;
    const base = first.milliseconds / Math.max(1, first.steps);
    return (step * (this.stepsInAll - this.stepsMade - seedsLeft) + base * seedsLeft) / 1000;
  }

  /** Whether the shown runs belong to a different order. */
  isStale(order: LabOrder): boolean {
    return this.order !== null && writeOrder(this.order) !== writeOrder(order);
  }

  /**
   * Starts a run.
   * @param steps number of steps after which the run pauses
   */
  async start(order: LabOrder, steps = Infinity): Promise<void> {
    const previousOrder = this.order;
    const earlierRuns = this.#allRuns;
    this.clear();
    if (previousOrder !== null && earlierRuns.some((run) => run.steps.length > 0))
      this.previous = { order: previousOrder, runs: earlierRuns };
    this.order = order;
    this.#allowedSteps = steps;
    await this.#work(order);
  }

  /** Whether a run with this order is paused. */
  canGoOn(order: LabOrder): boolean {
    return this.phase === 'paused' && !this.isStale(order);
  }

  /** Resumes the paused run with this order, takes its pause back, or starts one. */
  run(order: LabOrder): Promise<void> {
    const isUnderWay = this.busy || this.phase === 'paused';
    return isUnderWay && !this.isStale(order) ? this.goOn() : this.start(order);
  }

  /** Resumes a paused run, or takes a pause back. */
  async goOn(steps = Infinity): Promise<void> {
    this.#allowedSteps = steps;
    if (this.phase === 'paused' && this.order !== null) await this.#work(this.order);
  }

  /** Pauses after the step in progress. */
  pause(): void {
    this.#allowedSteps = 0;
  }

  /** Ends the run at once, and keeps its steps. */
  stop(): void {
    this.#callNumber += 1;
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#training?.close();
    this.#training = null;
    if (this.order !== null) this.phase = 'stopped';
    this.#show();
  }

  /** Ends the run at once, and discards its steps. */
  clear(): void {
    this.stop();
    this.order = null;
    this.phase = 'none';
    this.#allRuns = [];
    this.firstBatch = null;
    this.#measuredPace = NO_PACE;
    this.#show();
    this.trouble = null;
  }

  async #work(order: LabOrder): Promise<void> {
    const callNumber = this.#callNumber;
    try {
      for (let index = Math.max(0, this.#allRuns.length - 1); index < order.seeds; index++)
        if (!(await this.#train(order, index, callNumber))) return;
      this.phase = 'done';
    } catch (error) {
      if (callNumber !== this.#callNumber) return;
      this.#training?.close();
      this.#training = null;
      this.#show();
      this.phase = 'broken';
      this.trouble = `The run stopped with an error (${errorMessage(error)}). Start it again. Its steps are kept.`;
    }
  }

  /** @returns whether the seed is complete and the run was not replaced */
  async #train(order: LabOrder, index: number, callNumber: number): Promise<boolean> {
    const seed = order.seed + index;
    const steps = [...(this.#allRuns[index]?.steps ?? [])];
    const { signal } = this.#controller;
    while (steps.length < order.switches.steps) {
      if (this.#allowedSteps <= 0) {
        this.#show();
        this.phase = 'paused';
        return false;
      }
      this.phase = steps.length === 0 ? 'starting' : 'running';
      this.#training ??= this.#parts.startTraining(orderedSettings(order), seed, this.#judgeBy(signal));
      const begunAt = this.#now();
      const step = await this.#training.step(this.ownTests);
      if (callNumber !== this.#callNumber) return false;
      steps.push(step);
      this.#allowedSteps -= 1;
      this.#allRuns = [...this.#allRuns.slice(0, index), { seed, steps: [...steps] }];
      const timeNow = this.#now();
      this.#measuredPace = addedTo(
        this.#measuredPace,
        steps.length === 1 ? 'first' : 'others',
        timeNow - begunAt,
      );
      if (timeNow - this.#drawnAt >= DRAW_EVERY_MS) this.#show();
    }
    this.#training?.close();
    this.#training = null;
    this.#show();
    return true;
  }

  #show(): void {
    this.runs = this.#allRuns;
    this.#pace = this.#measuredPace;
    this.#drawnAt = this.#now();
  }

  #judgeBy(signal: AbortSignal): JudgeBatch {
    const { judge, workers } = this.#parts;
    return (batch) => {
      this.firstBatch ??= this.#allRuns.length === 0 ? batch : null;
      return judgeBatch(judge, batch, workers, signal);
    };
  }
}

/** Durations of steps. The first steps of seeds are separate. */
interface Pace {
  readonly first: { readonly milliseconds: number; readonly steps: number };
  readonly others: { readonly milliseconds: number; readonly steps: number };
}

const NO_PACE: Pace = { first: { milliseconds: 0, steps: 0 }, others: { milliseconds: 0, steps: 0 } };

function addedTo(pace: Pace, kind: keyof Pace, addedMilliseconds: number): Pace {
  const { milliseconds, steps } = pace[kind];
  return { ...pace, [kind]: { milliseconds: milliseconds + addedMilliseconds, steps: steps + 1 } };
}

function totalsOf(runs: readonly SeedRun[]) {
  const rows = runs.flatMap(({ steps }) => steps.map(({ row }) => row));
  const sum = (name: 'programs' | 'programs_run' | 'tests_run' | 'unjudged'): number =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    programs: sum('programs'),
    programsRun: sum('programs_run'),
    testsRun: sum('tests_run'),
    unjudged: sum('unjudged'),
  };
}
