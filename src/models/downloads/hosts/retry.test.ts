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
    [{ 'retry-after': 'Sat, 21 Nov 2020 00:00:10 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
  ])('reads %j', (headers, expected) => {
    expect(readRetryAfter(new Headers(headers), Date.parse('2026-11-21T00:00:00Z'))).toBe(expected);
  });
});
