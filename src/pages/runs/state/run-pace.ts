import { sampleCount, sampleName, type Run, type RunRow, type RunSampleKey } from '../../../domain/run.ts';
import { secondsLeft } from '../../../runs/pipeline/forecast.ts';
import type { PipelineWork } from '../../../runs/pipeline/pipeline.ts';

/** A sample that is asked or judged now. */
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

  /** The run stops: no sample is in flight. */
  stop(): void {
    this.#running.clear();
  }

  /** A sample has been kept: with its answer, or with its verdict. */
  note({ judged, askedAt, answeredAt }: RunRow): void {
    const [times, took] =
      judged === null ? [this.#askTimes, answeredAt - askedAt] : [this.#judgeTimes, judged.to - judged.from];
    times.push(took);
    if (times.length > RECENT) times.shift();
  }

  /**
   * Seconds until the end of the run; null until there are times to forecast from.
   * @param rows its samples so far
   * @param judging programs that run at once
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
