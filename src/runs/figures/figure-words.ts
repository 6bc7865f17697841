/** Figures as texts. */
import { percent, percentRange, points } from '../../base/number-words.ts';
import type { PassFigure } from './run-report.ts';
import type { Difference } from './bootstrap.ts';

/** How intervals are made. */
export const INTERVAL_NOTE =
  'Intervals: bootstrap over problems; Wilson where all problems have the same value.';

/** '72.5 % (63.8 to 80.6 %)'. */
export function figureText(pass: PassFigure | null): string {
  if (pass === null) return '–';
  return pass.interval === null
    ? percent(pass.value)
    : `${percent(pass.value)} (${percentRange(pass.interval)})`;
}

/** '+9.4 points (0.0 to +19.4)'; a dash for the run that others are compared with. */
export function differenceText(difference: Difference | null): string {
  if (difference === null) return '–';
  const { value, interval } = difference;
  const range = interval === null ? '' : ` (${points(interval.low)} to ${points(interval.high)})`;
  return `${points(value)} points${range}`;
}
