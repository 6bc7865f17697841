import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reward } from '../../../domain/verdict.ts';
import { Figures } from './figures.ts';

function figures(rewards: Readonly<Record<string, readonly Reward[]>>): Figures {
  const made = new Figures();
  for (const [problem, list] of Object.entries(rewards)) for (const reward of list) made.add(problem, reward);
  return made;
}

describe('the figures of some samples', () => {
  it('are means over those with a reward; pass@1 is one of problems', () => {
    const made = figures({ easy: [1, 1, 1], hard: [0, 1, null], lost: [null] });
    expect(made).toMatchObject({ samples: 7, rewarded: 5, problems: 3, meanReward: 0.8, passAt1: 0.75 });
    expect(made.samplesPerProblem).toEqual({ min: 2, max: 3 });
  });

  it('count no part of a reward, and no penalty, as a pass', () => {
    const made = figures({ p: [0.5, -0.1, 1, 0.999] });
    expect(made.passAt1).toBe(0.25);
    expect(made.meanReward).toBeCloseTo(0.59975);
  });

  it('are none where no sample has a reward', () => {
    expect(figures({ p: [null] })).toMatchObject({ meanReward: null, passAt1: null, samples: 1 });
    expect(new Figures()).toMatchObject({ meanReward: null, passAt1: null, problems: 0 });
  });

  it('have the estimator’s value: the chance that one sample, drawn at random, passes', () => {
    const problem = fc.array(fc.constantFrom(0, 1, null), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(problem, { minLength: 1, maxLength: 6 }), (problems) => {
        const made = figures(Object.fromEntries(problems.entries()));
        const drawn = problems
          .map((rewards) => rewards.filter((reward) => reward !== null))
          .filter((rewards) => rewards.length > 0)
          // 1 − C(n − c, 1) / C(n, 1)
          .map((rewards) => 1 - rewards.filter((reward) => reward === 0).length / rewards.length);
        if (drawn.length === 0) expect(made.passAt1).toBeNull();
        else expect(made.passAt1).toBeCloseTo(drawn.reduce((sum, share) => sum + share, 0) / drawn.length);
      }),
    );
  });
});
