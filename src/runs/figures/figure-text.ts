/** Formats results as strings. */
import { numberText, percent, percentRange, points } from '../../base/number-words.ts';
import type { RunReport } from './run-report.ts';

interface FigureRange {
  readonly low: number;
  readonly high: number;
}

/** A figure with its 95 % interval, which may be null. */
interface TextFigure {
  readonly value: number;
  readonly interval: FigureRange | null;
}

/** How intervals are computed. */
export const INTERVAL_METHOD = 'bootstrap, at least as wide as Wilson’s for problems with equal values';

/** Explains the intervals of a report, and the part of the first one's variance that comes from sampling. */
export function intervalNote({ passes, sampling }: RunReport): string {
  const interval = passes[0]?.interval ?? null;
  const method = `Intervals: 95 % over problems, by ${INTERVAL_METHOD}.`;
  if (sampling === null || interval === null) return method;
  const varianceShare = Math.min(1, ((2 * sampling) / (interval.high - interval.low)) ** 2);
  return `${method} About ${Math.round(100 * varianceShare)} % of the variance behind pass@1’s interval comes from sampling (±${(100 * sampling).toFixed(1)} points with the same problems), the rest from the choice of problems.`;
}

/** The rule by which McNemar's test counts a problem as solved. It is shown wherever the p of the test is. */
export const SOLVED_RULE = 'a run solves a problem if at least half of its samples do';

/** Returns '0.052'; '1.2e-5' below 0.0005. */
export function pText(p: number): string {
  return p < 0.0005 ? p.toExponential(1) : p.toFixed(3);
}

/** Returns '72.5 % (63.8 to 80.6 %)'. */
export function figureText(pass: TextFigure | null): string {
  if (pass === null) return '–';
  return pass.interval === null
    ? percent(pass.value)
    : `${percent(pass.value)} (${percentRange(pass.interval)})`;
}

/** Returns '+9.4 points (0.0 to +19.4)'; a dash for the run that the others are compared with. */
export function differenceText(difference: TextFigure | null): string {
  if (difference === null) return '–';
  const { value, interval } = difference;
  const range = interval === null ? '' : ` (${points(interval.low)} to ${points(interval.high)})`;
  return `${points(value)} points${range}`;
}

/** Returns `1,412 (95 %: 1,203 to 1,600), above 74.1 % of the site's users, by 6 contests`. */
export function ratingWords({
  rating,
  interval,
  percentile,
  contests,
}: {
  readonly rating: number;
  readonly interval: FigureRange | null;
  readonly percentile: number | null;
  readonly contests: readonly unknown[];
}): string {
  const roundedText = (value: number): string => numberText(Math.round(value));
  const range =
    interval === null ? '' : ` (95 %: ${roundedText(interval.low)} to ${roundedText(interval.high)})`;
  const percentileText =
    percentile === null ? '' : `, above ${(100 * percentile).toFixed(1)} % of the site's users`;
  return `${roundedText(rating)}${range}${percentileText}, by ${contests.length === 1 ? '1 contest' : `${contests.length} contests`}`;
}

/** Returns the time factors of a run: '× 1.60', or '× 1.60 to × 2.10'. */
export function timeFactorWords(factors: readonly number[]): string {
  if (factors.length === 0) return 'nothing ran';
  const [smallest, largest] = [Math.min, Math.max].map((end) =>
    factors.reduce((one, other) => end(one, other)),
  );
  const factorText = (factor: number): string => `× ${factor.toFixed(2)}`;
  return factorText(smallest!) === factorText(largest!)
    ? factorText(smallest!)
    : `${factorText(smallest!)} to ${factorText(largest!)}`;
}
