import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AGGREGATIONS, sampleLoss, tokenWeights, type LossRule } from './loss.ts';

const log = fc.double({ min: -4, max: -0.01, noNaN: true });
const sample = fc.array(fc.tuple(log, log, log), { minLength: 1, maxLength: 8 }).map((tokens) => ({
  current: tokens.map(([now]) => now),
  sampled: tokens.map(([, old]) => old),
  base: tokens.map(([, , base]) => base),
}));
const rule = fc.record<LossRule>({
  clipLow: fc.constantFrom(0.1, 0.2),
  clipHigh: fc.constantFrom(0.2, 0.28),
  dualClip: fc.constantFrom(0, 1.5, 3),
  kl: fc.constantFrom(0, 0.04),
});
const advantage = fc.double({ min: -3, max: 3, noNaN: true });

/** Computes the loss by the formula of the papers. */
function lossByFormula(
  logs: { current: number[]; sampled: number[]; base: number[] },
  a: number,
  weight: number,
  by: LossRule,
): number {
  return logs.current.reduce((sum, now, token) => {
    const ratio = Math.exp(now - logs.sampled[token]!);
    const clippedRatio = Math.min(Math.max(ratio, 1 - by.clipLow), 1 + by.clipHigh);
    const d = logs.base[token]! - now;
    const clippedLoss = -Math.min(ratio * a, clippedRatio * a);
    const twice = a < 0 && by.dualClip > 0 ? Math.min(clippedLoss, -by.dualClip * a) : clippedLoss;
    return sum + weight * (twice + by.kl * (Math.exp(d) - d - 1));
  }, 0);
}

describe('the loss of a sample', () => {
  it('is that of a slow reference, to 1e-6', () => {
    fc.assert(
      fc.property(sample, advantage, rule, (logs, a, by) => {
        expect(Math.abs(sampleLoss(logs, a, 0.1, by).loss - lossByFormula(logs, a, 0.1, by))).toBeLessThan(
          1e-6,
        );
      }),
    );
  });

  it('has the slopes of central differences', () => {
    const step = 1e-5;
    fc.assert(
      fc.property(sample, advantage, rule, (logs, a, by) => {
        const { slopes } = sampleLoss(logs, a, 0.1, by);
        logs.current.forEach((now, token) => {
          const ratio = now - logs.sampled[token]!;
          // At the edges of the clip range, the loss has no derivative.
          const edges = [1 - by.clipLow, 1 + by.clipHigh, by.dualClip].map(Math.log);
          if (edges.some((edge) => Math.abs(ratio - edge) < 2 * step)) return;
          const at = (value: number) => ({ ...logs, current: logs.current.with(token, value) });
          const difference =
            (lossByFormula(at(now + step), a, 0.1, by) - lossByFormula(at(now - step), a, 0.1, by)) /
            (2 * step);
          expect(Math.abs(slopes[token]! - difference)).toBeLessThan(
            1e-6 * Math.max(1, Math.abs(difference)),
          );
        });
      }),
    );
  });

  it('says which tokens were clipped, and on which side', () => {
    const logs = { current: [-1, -1, -1], sampled: [-2, -1, -0.1], base: null };
    const by = { clipLow: 0.2, clipHigh: 0.28, dualClip: 0, kl: 0 };
    expect(sampleLoss(logs, 1, 1, by)).toMatchObject({ clippedHigh: 1, clippedLow: 0, kl: 0 });
    expect(sampleLoss(logs, -1, 1, by)).toMatchObject({ clippedHigh: 0, clippedLow: 1 });
    expect(sampleLoss(logs, 1, 1, by).slopes[0]).toBe(0);
    // The probability of the first token has grown by the factor e.
    const dual = sampleLoss(logs, -1, 1, { ...by, dualClip: 2 });
    expect(dual).toMatchObject({ clippedHigh: 0, clippedLow: 1, clippedDual: 1 });
    expect([dual.slopes[0], dual.loss]).toEqual([0, expect.closeTo(2 + 1 + 0.8, 9)]);
    expect(sampleLoss(logs, -1, 1, { ...by, dualClip: 3 }).clippedDual).toBe(0);
    expect(sampleLoss(logs, 1, 1, { ...by, dualClip: 2 }).clippedDual).toBe(0);
  });
});

describe('what tokens weigh', () => {
  const lengths = fc.array(fc.record({ length: fc.integer({ min: 1, max: 14 }), inLoss: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  });

  it('is nothing outside the loss, and the same within a sample', () => {
    const samples = [
      { length: 2, inLoss: true },
      { length: 6, inLoss: false },
      { length: 8, inLoss: true },
    ];
    const weights = AGGREGATIONS.map((name) => tokenWeights(samples, name, 14));
    expect(weights).toEqual([
      [1 / 10, 0, 1 / 10],
      [1 / 6, 0, 1 / 24],
      [1 / 42, 0, 1 / 42],
    ]);
  });

  it('adds up to 1 over all tokens, for means', () => {
    fc.assert(
      fc.property(lengths, (samples) => {
        fc.pre(samples.some(({ inLoss }) => inLoss));
        const whole = (weights: readonly number[]) =>
          weights.reduce((sum, weight, at) => sum + weight * samples[at]!.length, 0);
        expect(whole(tokenWeights(samples, 'token-mean', 14))).toBeCloseTo(1, 12);
        const share = samples.filter(({ inLoss }) => inLoss).length / samples.length;
        expect(whole(tokenWeights(samples, 'sequence-mean', 14))).toBeCloseTo(share, 12);
        expect(whole(tokenWeights(samples, 'constant', 14))).toBeLessThanOrEqual(1);
      }),
    );
  });
});
