/** The recent pace of a run, and the forecast of its remaining time. */
import type { RunRow } from '../../../domain/run.ts';
import { secondsLeft, type RunPace as Pace } from '../../../runs/pipeline/forecast.ts';

/** Number of recent times that the forecast uses. */
const RECENT = 200;

export class RunPace {
  readonly #askTimes: number[] = [];
  readonly #judgeTimes: number[] = [];

  /** A sample has been kept: with its answer, or with its verdict. */
  note({ judged, askedAt, answeredAt }: RunRow): void {
    const [times, took] =
      judged === null ? [this.#askTimes, answeredAt - askedAt] : [this.#judgeTimes, judged.to - judged.from];
    times.push(took);
    if (times.length > RECENT) times.shift();
  }

  /** Seconds until the end; null until there are times to forecast from. */
  secondsLeft(left: Omit<Pace, 'askTimes' | 'judgeTimes'>): number | null {
    return secondsLeft({ ...left, askTimes: this.#askTimes, judgeTimes: this.#judgeTimes });
  }
}
