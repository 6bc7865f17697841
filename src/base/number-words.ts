/** Numbers, sizes and times as people read them: one way to write each, on the page and on the command line. */

/** '1,033'; at most `digits` decimals. */
export function numberText(value: number, digits = 3): string {
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** '1 sample', '1,033 samples'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** '57.5 %'; a dash where there is nothing to take a share of. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${hundredths(share)} %`;
}

/** '21.2 to 25.7 %'. */
export function percentRange({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${hundredths(low)} to ${hundredths(high)} %`;
}

/** A difference of two shares in percentage points: '+9.4', '−3.0', '0.0'. */
export function points(difference: number): string {
  const text = hundredths(Math.abs(difference));
  return text === '0.0' ? text : `${difference < 0 ? '−' : '+'}${text}`;
}

/** '57.5' for 0.575. */
function hundredths(share: number): string {
  return (share * 100).toFixed(1);
}

/** '0.575'; a dash where there is none. */
export function decimal(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

/** A size in decimal units: '4.3 GB', '85 MB', '12 kB', '133 bytes'. */
export function byteText(bytes: number): string {
  if (bytes >= 9.995e8) return `${numberText(bytes / 1e9, 1)} GB`;
  if (bytes >= 9.995e5) return `${numberText(bytes / 1e6, bytes >= 9.95e6 ? 0 : 1)} MB`;
  if (bytes >= 1e4) return `${Math.round(bytes / 1e3)} kB`;
  return counted(bytes, 'byte');
}

/** Formats the time of one test: '0 ms', '212 ms', '1.23 s'. */
export function testTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

/**
 * Formats the time of a step in a fitting unit: '3.1 ms', '480 ms', '4.8 s', '2 min'; a dash if the time is unknown.
 */
export function stepTime(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 100_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return shortDuration(milliseconds / 1000);
}

/** In the largest unit that fits: '40 s', '14 min', '1 h 20 min'. */
export function shortDuration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  return minutes < 60 ? `${minutes} min` : hoursAndMinutes(minutes);
}

/** To the second: '0.4 s', '34 s', '3 min 20 s', '2 h 5 min'. */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return hoursAndMinutes(Math.round(seconds / 60));
}

/** To a tenth of a second below a minute: '34.2 s', '3 min 20 s', '2 h 5 min'. */
export function preciseDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes >= 60) return hoursAndMinutes(minutes);
  if (minutes === 0) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${minutes} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

/** A forecast in steps of five seconds, and never that nothing is left: 'about 5 s', 'about 40 s', 'about 3 min'. */
export function roughDuration(seconds: number): string {
  const fives = Math.max(5, Math.ceil(seconds / 5) * 5);
  if (fives < 60) return `about ${fives} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `about ${Math.max(1, minutes)} min` : `about ${hoursAndMinutes(minutes)}`;
}

/** A forecast to the minute, 'about 40 s', 'about 14 min'. */
export function aboutDuration(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s`;
  return `about ${Math.round(seconds / 60)} min`;
}

/** A forecast in full words: '1 s', '42 s', '10 minutes', '2.0 hours'. */
export function longDuration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} minutes`;
  return `${(seconds / 3600).toFixed(seconds < 36_000 ? 1 : 0)} hours`;
}

/** How long a download or a queue still takes: '42 s left', '10 minutes left'. */
export function timeLeft(seconds: number): string {
  return `${longDuration(seconds)} left`;
}

function hoursAndMinutes(minutes: number): string {
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
