/** Maximum number of retries of one request. */
export const MOST_RETRIES = 3;

/** Whether a request with this status may succeed later. 501 never does. */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || (status >= 500 && status !== 501);
}

/**
 * Returns the milliseconds to wait before retry `retryNumber` (1, 2, 3): the server's wait, otherwise `baseMs`, doubled
 * each time. Up to a quarter is added or removed at random, so that many clients do not return at once. The
 * server's wait is never shortened. `random` is in [0, 1).
 */
export function retryDelay(
  retryNumber: number,
  retryAfterMs: number | null,
  baseMs: number,
  random: number,
): number {
  if (retryAfterMs !== null) return retryAfterMs * (1 + random / 4);
  return baseMs * 2 ** (retryNumber - 1) * (0.75 + random / 2);
}

/**
 * Returns the wait that a response requests, in milliseconds; null if it requests none. It is read from
 * `retry-after-ms`, from `Retry-After` in seconds or as a date, otherwise from the reset times of the limits
 * that are used up. A wait of 0 is ignored, because a client that follows it would retry without a pause. For
 * other origins, a browser shows these headers only if the server exposes them, so null is common.
 */
export function readRetryAfter(headers: Headers, nowMs: number = Date.now()): number | null {
  const ms = Number(headers.get('retry-after-ms'));
  if (Number.isFinite(ms) && ms > 0) return ms;
  return waitIn(headers.get('retry-after') ?? '', nowMs) ?? readReset(headers, nowMs);
}

/**
 * Reads `x-ratelimit-reset-requests: 6m0s` (OpenAI, Groq), `x-ratelimit-reset` (OpenRouter) and
 * `anthropic-ratelimit-tokens-reset`.
 */
function readReset(headers: Headers, nowMs: number): number | null {
  let longestWait: number | null = null;
  headers.forEach((value, name) => {
    if (!/rate-?limit.*reset/.test(name)) return;
    const remainingCount = headers.get(name.replace('reset', 'remaining'));
    const waitMs = remainingCount !== null && Number(remainingCount) > 0 ? null : waitIn(value, nowMs);
    if (waitMs !== null) longestWait = Math.max(longestWait ?? 0, waitMs);
  });
  return longestWait;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Smaller numbers are durations in seconds. Others are points in time, in seconds or milliseconds since 1970. */
const LONGEST_SECONDS = 1e9;

/**
 * Returns the milliseconds until a point in time, or those of a duration in seconds or like `2m59.5s`; null
 * if it is not in the future.
 */
function waitIn(text: string, nowMs: number): number | null {
  const value = text.trim();
  const timeSpans = [...value.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g)];
  const isSpan = timeSpans.length > 0 && timeSpans.map(([span]) => span).join('') === value;
  const ms = isSpan
    ? timeSpans.reduce((sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit!]!, 0)
    : momentIn(value, nowMs);
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}

function momentIn(value: string, nowMs: number): number {
  const number = value === '' ? Number.NaN : Number(value);
  if (Number.isNaN(number)) return Date.parse(value) - nowMs;
  if (number < LONGEST_SECONDS) return number * 1000;
  return number * (number < LONGEST_SECONDS * 1000 ? 1000 : 1) - nowMs;
}
