import { describe, expect, it } from 'vitest';
import type { SeedRun } from '../state/lab-state.svelte.ts';
import { bandOf, figureText, readoutText } from './curves.ts';

const run = (seed: number, rewards: readonly (number | null)[]): SeedRun => ({
  seed,
  steps: rewards.map((reward, at) => ({ row: { step: at + 1, reward } as never, groups: [] })),
});

describe('a band over seeds', () => {
  const band = bandOf([run(1, [0, 0.5, 1]), run(2, [0.5, 0.5]), run(3, [null])], 'reward', 3);

  it('covers at each step the seeds that have a figure', () => {
    expect(band.low).toEqual([0, 0.5, 1]);
    expect(band.high).toEqual([0.5, 0.5, 1]);
  });

  it('has the mean of the complete seeds, so that it does not jump where a seed ends', () => {
    expect(band.mean).toEqual([0, 0.5, 1]);
    expect(bandOf([run(1, [0, 0.5]), run(2, [1, 0])], 'reward', 2).mean).toEqual([0.5, 0.25]);
    expect(bandOf([run(1, [0, 0.5])], 'reward', 3).mean).toEqual([0, 0.5, null]);
    // An earlier run of fewer steps.
    expect(bandOf([run(1, [0]), run(2, [1])], 'reward', 2, 1).mean).toEqual([0.5, null]);
  });

  it('is read out with its range if seeds differ', () => {
    expect([0, 1, 3].map((at) => readoutText(band, at))).toEqual(['0.00 (0.00 to 0.50)', '0.50', null]);
  });
});

it('figures have one, two or three decimals, by their size', () => {
  expect([0, 0.0123, 0.5, 3.404, 12.34].map(figureText)).toEqual(['0.00', '0.012', '0.50', '3.40', '12.3']);
});
