import { expect, it } from 'vitest';
import { timeFactor } from './time-factor.ts';

it.for([
  [null, 5],
  [1, 1.6],
  [8, 1.6],
  [16, 3.2],
  [1000, 5],
] as const)('a kernel of %s ms stretches limits %s times', ([milliseconds, factor]) => {
  expect(timeFactor(milliseconds)).toBe(factor);
});

it('what native Python does in 4 s is in time at a limit of 6 s, and what it needs 10 s for is not', () => {
  // The factors by which the browser is slower than native Python on one machine, from
  // tests/bench/kernels.py.
  for (const kernel of [3, 8, 20, 26]) {
    const limit = 6 * timeFactor(kernel);
    const native = Math.max(1, kernel / 8);
    expect(4 * native * 2.2).toBeLessThanOrEqual(limit);
    expect(10 * native).toBeGreaterThan(limit);
  }
});
