/** Attempts after the first. */
export const MOST_RETRIES = 3;

/** Whether a status may go away by itself. 501 never does. */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501);
}

/**
 * Milliseconds to wait before retry `n` (1, 2, 3): what the server asked for, else `baseMs` doubled each
 * time; a quarter is random either way, so that many clients do not come back as one. A server's wish is
 * never shortened. `random` is in [0, 1).
 */
export function retryDelay(n: number, retryAfterMs: number | null, baseMs: number, random: number): number {
  if (retryAfterMs !== null) return retryAfterMs * (1 + random / 4);
  return baseMs * 2 ** (n - 1) * (0.75 + random / 2);
}

/**
 * The wait a response asks for, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a
 * date; null when there is none. Across origins a browser shows these headers only where the server
 * exposes them, so null is usual.
 */
export function readRetryAfter(headers: Headers, nowMs: number = Date.now()): number | null {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = headers.get('retry-after');
  if (value === null || value.trim() === '') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
