import { sampleCount, type Run, type RunRow, type RunSampleKey, sampleName } from '../../../domain/run.ts';
import { type RunFigures, runFigures } from '../../../runs/figures/run-figures.ts';
import type { PipelineWork } from '../../../runs/pipeline/pipeline.ts';
import { pause, taskYielder } from '../../../base/pause.ts';

/** Minimum time between counts while a run is active, in milliseconds. */
const COUNT_EVERY_MS = 2_000;
/**
 * Minimum pause between counts, as a multiple of the duration of the last count. Counting many problems or samples
 * takes a second.
 */
const REST = 9;

/** Computes the figures of a run. A computation regularly yields to other work on the page's thread. */
export class RunCounting {
  readonly #figuresOf: typeof runFigures;
  #pending: { readonly run: Run; readonly rows: readonly RunRow[] } | null = null;
  #isCounting = false;
  #countPromise: Promise<void> = Promise.resolve();
  /** Result of the last count; null before the first one. */
  figures = $state.raw<RunFigures | null>(null);

  constructor(figuresOf = runFigures) {
    this.#figuresOf = figuresOf;
  }

  /**
   * Computes the figures of these rows. Rows that arrive during a count are included in the next one. While the run is
   * active, there are pauses between counts.
   * @param running returns a signal that is aborted when the run stops, or null if it is not running
   */
  count(run: Run, rows: readonly RunRow[], running: () => AbortSignal | null): void {
    this.#pending = { run, rows };
    if (!this.#isCounting) this.#countPromise = this.#countAll(running);
  }

  /**
   * Resolves when no count is in progress or pending. While rows keep arriving, that may not be before the run stops.
   */
  async whenSettled(): Promise<RunFigures | null> {
    await this.#countPromise;
    return this.figures;
  }

  async #countAll(running: () => AbortSignal | null): Promise<void> {
    this.#isCounting = true;
    while (this.#pending !== null) {
      const { run: of, rows: countedRows } = this.#pending;
      this.#pending = null;
      const startTime = performance.now();
      this.figures = await this.#figuresOf(of, countedRows, taskYielder());
      const signal = running();
      const restMs = Math.max(COUNT_EVERY_MS, REST * (performance.now() - startTime));
      if (signal !== null) await pause(restMs, signal);
    }
    this.#isCounting = false;
  }
}

/** A sample whose request or judging is in progress. */
export interface RunningSample {
  readonly work: PipelineWork;
  readonly key: RunSampleKey;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** Number of recent durations that the forecast uses. */
const RECENT = 200;

/** The samples of a run that are in flight, its recent pace, and the forecast of its remaining time. */
export class RunPace {
  readonly #running = new Map<string, RunningSample>();
  readonly #askTimes: number[] = [];
  readonly #judgeTimes: number[] = [];

  get running(): readonly RunningSample[] {
    return [...this.#running.values()];
  }

  /** @param startedAt milliseconds since 1970 */
  begin(work: PipelineWork, key: RunSampleKey, startedAt: number): void {
    this.#running.set(`${work} ${sampleName(key)}`, { work, key, startedAt });
  }

  end(work: PipelineWork, key: RunSampleKey): void {
    this.#running.delete(`${work} ${sampleName(key)}`);
  }

  /** Called when the run stops, so that no sample is in flight. */
  stop(): void {
    this.#running.clear();
  }

  /** Records the duration of a request or of judging. */
  note({ judged, askedAt, answeredAt }: RunRow): void {
    const [times, duration] =
      judged === null ? [this.#askTimes, answeredAt - askedAt] : [this.#judgeTimes, judged.to - judged.from];
    times.push(duration);
    if (times.length > RECENT) times.shift();
  }

  /**
   * Returns the seconds until the end of the run; null if no durations are known yet.
   * @param rows the samples of the run so far
   * @param judging number of programs that run in parallel
   * @param now milliseconds since 1970
   */
  secondsLeft(run: Run, rows: readonly RunRow[], judging: number, now: number): number | null {
    const elapsedTimes = this.running
      .filter(({ work }) => work === 'ask')
      .map(({ startedAt }) => now - startedAt);
    const answeredCount = rows.filter(({ failure }) => failure === null).length;
    const judgedCount = rows.filter((row) => row.judged !== null).length;
    return secondsLeft({
      toAsk: Math.max(0, sampleCount(run) - rows.length - elapsedTimes.length),
      asking: elapsedTimes,
      concurrency: run.concurrency,
      askTimes: this.#askTimes,
      toJudge: answeredCount - judgedCount,
      judgeTimes: this.#judgeTimes,
      judging,
    });
  }
}

interface Pace {
  /** Number of samples without a request. */
  readonly toAsk: number;
  readonly asking: readonly number[];
  readonly concurrency: number;
  /** Durations of the last requests, in milliseconds. */
  readonly askTimes: readonly number[];
  /** Answers that wait for the judge or are being judged. */
  readonly toJudge: number;
  /** Durations of the last judgings, in milliseconds. */
  readonly judgeTimes: readonly number[];
  readonly judging: number;
}

/**
 * Returns seconds; null before the first times are known. Requests and judging run side by side, so the longer of the
 * two counts. The last answers are assumed to take as long as the slowest tenth, because a single slow answer delays
 * the end.
 */
export function secondsLeft({
  toAsk,
  asking,
  concurrency,
  askTimes,
  toJudge,
  judgeTimes,
  judging,
}: Pace): number | null {
  const remainingRequests = toAsk + asking.length;
  if (remainingRequests > 0 && askTimes.length === 0) return null;
  if (toJudge + remainingRequests > 0 && judgeTimes.length === 0) return remainingRequests > 0 ? null : 0;
  const judgeMean = mean(judgeTimes);
  const judgeMs = ((toJudge + remainingRequests) * judgeMean) / judging;
  if (remainingRequests === 0) return judgeMs / 1000;
  const [usualMs, slowMs] = [mean(askTimes), slowTenth(askTimes)];
  const busyMs = asking.reduce((sum, elapsed) => sum + Math.max(0, usualMs - elapsed), 0);
  const stragglerMs = Math.max(0, ...asking.map((elapsed) => slowMs - elapsed));
  const requestsMs = (toAsk * usualMs + busyMs) / concurrency;
  const askMs = toAsk > 0 ? requestsMs + (slowMs - usualMs) : Math.max(requestsMs, stragglerMs);
  return Math.max(askMs + judgeMean, judgeMs) / 1000;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function slowTenth(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.9))] ?? 0;
}
