import { describe, expect, it } from 'vitest';
import { isRetryable, readRetryAfter, retryDelay } from './retry.ts';

describe('retrying', () => {
  it('is for what may pass', () => {
    expect([408, 409, 429, 500, 502, 503, 529].every(isRetryable)).toBe(true);
    expect([0, 400, 401, 404, 413, 422, 501].some(isRetryable)).toBe(false);
  });

  it('doubles its wait, and spreads it', () => {
    expect([1, 2, 3].map((n) => retryDelay(n, null, 1000, 0.5))).toEqual([1000, 2000, 4000]);
    expect(retryDelay(1, null, 1000, 0)).toBe(750);
    expect(retryDelay(1, 5000, 1000, 0)).toBe(5000);
    expect(retryDelay(3, 5000, 1000, 0.8)).toBe(6000);
  });

  it.each([
    [{}, null],
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Sat, 21 Nov 2026 00:00:10 GMT' }, 10_000],
    // A client that follows these would retry without a pause.
    [{ 'retry-after': 'Sat, 21 Nov 2020 00:00:10 GMT' }, null],
    [{ 'retry-after': '0' }, null],
    [{ 'retry-after': '-1' }, null],
    [{ 'retry-after-ms': '0', 'retry-after': '2' }, 2000],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    [{ 'x-ratelimit-reset-requests': '6m0s' }, 360_000],
    [{ 'x-ratelimit-reset-tokens': '2m59.5s', 'x-ratelimit-remaining-tokens': '0' }, 179_500],
    [{ 'x-ratelimit-reset-requests': '120ms', 'x-ratelimit-reset-tokens': '3s' }, 3000],
    // A limit that is not used up has no effect.
    [{ 'x-ratelimit-reset-requests': '1h', 'x-ratelimit-remaining-requests': '7' }, null],
    [{ 'ratelimit-reset': '30', 'retry-after': '0' }, 30_000],
    [{ 'x-ratelimit-reset': '1795219205000' }, 5000],
    [{ 'x-ratelimit-reset': '1795219205' }, 5000],
    [{ 'anthropic-ratelimit-tokens-reset': '2026-11-21T00:00:07Z' }, 7000],
  ])('reads %j', (headers, expected) => {
    expect(readRetryAfter(new Headers(headers), Date.parse('2026-11-21T00:00:00Z'))).toBe(expected);
  });
});
