/** Formats numbers, sizes and durations for people, in the same way on the page and on the command line. */

/** Formats a number as '1,033', with at most `digits` decimals. */
export function numberText(value: number, digits = 3): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** Returns a number with its noun: '1 sample' or '1,033 samples'. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${numberText(count)} ${count === 1 ? singular : plural}`;
}

/** Returns a share in percent, such as '57.5 %'; a dash for null. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${hundredths(share)} %`;
}

/** Returns a range of shares in percent, such as '21.2 to 25.7 %'. */
export function percentRange({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${hundredths(low)} to ${hundredths(high)} %`;
}

/** Returns a difference of two shares in percentage points: '+9.4', '−3.0', '0.0'. */
export function points(difference: number): string {
  const text = hundredths(Math.abs(difference));
  return text === '0.0' ? text : `${difference < 0 ? '−' : '+'}${text}`;
}

/** Returns a share in percent, without the sign: '57.5' for 0.575. */
function hundredths(share: number): string {
  return (share * 100).toFixed(1);
}

/** Returns a number with three decimals, such as '0.575'; a dash for null. */
export function decimal(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

/** Returns a size in decimal units: '4.3 GB', '85 MB', '12 kB', '133 bytes'. */
export function byteText(bytes: number): string {
  if (bytes >= 9.995e8) return `${numberText(bytes / 1e9, 1)} GB`;
  if (bytes >= 9.995e5) return `${numberText(bytes / 1e6, bytes >= 9.95e6 ? 0 : 1)} MB`;
  if (bytes >= 1e4) return `${Math.round(bytes / 1e3)} kB`;
  return counted(bytes, 'byte');
}

/**
 * Returns a duration to three digits or to the second: '3.1 ms', '212 ms', '1.23 s', '34.2 s', '1 min', '3 min 20
 * s', '2 h 5 min'. The unit is chosen after rounding, so the result is never '60 s'. Returns a dash for null.
 */
export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 999.5) return `${numberText(milliseconds, milliseconds < 9.95 ? 1 : 0)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 59.95) return `${numberText(seconds, seconds < 9.995 ? 2 : 1)} s`;
  const wholeSeconds = Math.round(seconds);
  if (wholeSeconds < 3600) return twoUnitText(wholeSeconds, 'min', 's');
  return twoUnitText(Math.round(seconds / 60), 'h', 'min');
}

/** Returns a duration in two units: 200 seconds are '3 min 20 s'. */
function twoUnitText(count: number, largeUnit: string, smallUnit: string): string {
  const remainder = count % 60;
  return `${numberText(Math.floor(count / 60))} ${largeUnit}${remainder === 0 ? '' : ` ${remainder} ${smallUnit}`}`;
}

/**
 * Returns a duration with the precision of a forecast, at least one second: '1 s', '40 s', '14 min', '1 h 20 min'.
 */
export function roughDuration(seconds: number): string {
  if (seconds < 10) return duration(Math.max(1, Math.ceil(seconds)) * 1000);
  if (seconds <= 55) return duration(Math.ceil(seconds / 5) * 5000);
  const step = seconds < 3570 ? 60 : seconds < 35_700 ? 600 : 3600;
  return duration(Math.round(seconds / step) * step * 1000);
}

/** Returns a forecast for a running task: 'about 40 s left'. */
export function timeLeft(seconds: number): string {
  return `about ${roughDuration(seconds)} left`;
}
