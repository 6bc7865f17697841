/** Forecast of the remaining time of a run. */

export interface RunPace {
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
}: RunPace): number | null {
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
