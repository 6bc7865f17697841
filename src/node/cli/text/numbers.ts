/** Numbers as the command line shows them to people. */

export function countText(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 sample`, `1,033 samples`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** `57.5 %`; a dash where there is nothing to take a share of. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`;
}

/** `0.575`; a dash where there is none. */
export function decimal(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}

/** `0.4 s`, `34 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  const minutes = Math.round(seconds / 60);
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A forecast says no more than it knows, and never that nothing is left: `about 5 s`, `about 40 s`, `about 3 min`. */
export function roughDuration(seconds: number): string {
  const fives = Math.max(5, Math.ceil(seconds / 5) * 5);
  if (fives < 60) return `about ${fives} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60
    ? `about ${Math.max(1, minutes)} min`
    : `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
