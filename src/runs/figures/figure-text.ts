/** Formats figures as texts. */
import { numberText, percent, percentRange, points } from '../../base/number-words.ts';

interface FigureRange {
  readonly low: number;
  readonly high: number;
}

/** A figure with its 95 % interval, which may be null. */
interface TextFigure {
  readonly value: number;
  readonly interval: FigureRange | null;
}

/** Explains how intervals are computed. */
export const INTERVAL_NOTE =
  'Intervals: bootstrap over problems; Wilson where all problems have the same value.';

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
  const whole = (value: number): string => numberText(Math.round(value));
  const range = interval === null ? '' : ` (95 %: ${whole(interval.low)} to ${whole(interval.high)})`;
  const above = percentile === null ? '' : `, above ${(100 * percentile).toFixed(1)} % of the site's users`;
  return `${whole(rating)}${range}${above}, by ${contests.length === 1 ? '1 contest' : `${contests.length} contests`}`;
}

/** Returns the time factors of a run: '× 1.60', or '× 1.60 to × 2.10'. */
export function timeFactorWords(factors: readonly number[]): string {
  if (factors.length === 0) return 'nothing ran';
  const [least, most] = [Math.min, Math.max].map((end) => factors.reduce((one, other) => end(one, other)));
  const text = (factor: number): string => `× ${factor.toFixed(2)}`;
  return text(least!) === text(most!) ? text(least!) : `${text(least!)} to ${text(most!)}`;
}
