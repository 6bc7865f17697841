import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditsOfGroups, OVERLONG, type AdvantageRule, type Overlong, type Rewarded } from './advantages.ts';
import { LIBRARIES } from './libraries.ts';

const rule = fc.record<AdvantageRule>({
  scale: fc.constantFrom('group', 'batch', 'none'),
  correction: fc.constantFrom(0, 1),
  epsilon: fc.constantFrom(1e-6, 1e-4),
});
const rewarded = fc.record<Rewarded>({
  reward: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(0, 1) },
    { weight: 3, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(null) },
  ),
  truncated: fc.boolean(),
});
const batch = fc.array(fc.array(rewarded, { minLength: 1, maxLength: 16 }), { minLength: 1, maxLength: 5 });
const overlong = fc.constantFrom<Overlong>(...OVERLONG);
const wrote = (rewards: readonly number[]) => rewards.map((reward) => ({ reward, truncated: false }));

/** Computes advantages by the formulas of the papers and the libraries, sample by sample. */
function advantagesByFormula(
  groups: readonly (readonly Rewarded[])[],
  by: AdvantageRule,
  rule: Overlong,
): number[][] {
  const stays = (sample: Rewarded) =>
    sample.reward !== null && !(rule === 'dropped' && sample.truncated === true);
  const deviation = (samples: readonly Rewarded[]): number => {
    const values = samples.filter(stays).map(({ reward }) => reward!);
    if (values.length < 2) return 0;
    let [sum, squares] = [0, 0];
    for (const value of values) sum += value;
    for (const value of values) squares += (value - sum / values.length) * (value - sum / values.length);
    return Math.sqrt(squares / (by.correction === 1 ? values.length - 1 : values.length));
  };
  return groups.map((group) => {
    const countedSamples = group.filter(stays);
    let sum = 0;
    for (const { reward } of countedSamples) sum += reward!;
    return group.map((sample) => {
      if (!stays(sample) || countedSamples.length < 2) return 0;
      if (rule === 'zeroed' && sample.truncated && sample.reward === 0) return 0;
      const excess = sample.reward! - sum / countedSamples.length;
      if (by.scale === 'none') return excess;
      return excess / (deviation(by.scale === 'group' ? group : groups.flat()) + by.epsilon);
    });
  });
}

describe('advantages', () => {
  it('are those of a slow reference, to 1e-6', () => {
    fc.assert(
      fc.property(batch, rule, overlong, (groups, by, filter) => {
        const expectedAdvantages = advantagesByFormula(groups, by, filter);
        creditsOfGroups(groups, by, filter).forEach(({ credits }, group) => {
          credits.forEach(({ advantage }, at) => {
            expect(Math.abs(advantage - expectedAdvantages[group]![at]!)).toBeLessThanOrEqual(1e-6);
          });
        });
      }),
      { numRuns: 500 },
    );
  });

  it('add up to nothing in each group, unless some are put to 0', () => {
    fc.assert(
      fc.property(batch, rule, overlong, (groups, by, filter) => {
        fc.pre(filter !== 'zeroed');
        for (const { credits } of creditsOfGroups(groups, by, filter)) {
          const sum = credits.reduce((total, { advantage }) => total + advantage, 0);
          expect(Math.abs(sum)).toBeLessThan(1e-9 / by.epsilon);
        }
      }),
    );
  });

  it('are 0 where all rewards are the same, however they round', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 16 }),
        rule,
        (reward, n, by) => {
          const [group] = creditsOfGroups([wrote(Array<number>(n).fill(reward))], by, 'masked');
          expect(group).toMatchObject({ std: 0 });
          for (const { advantage } of group!.credits) expect(Math.abs(advantage)).toBe(0);
        },
      ),
    );
  });

  it.each([
    ['deepcoder', 2.4749, -0.3536],
    ['verl', 2.4749, -0.3536],
    ['trl', 2.4742, -0.3535],
    ['rllm', 2.6457, -0.378],
  ] as const)('of one success among eight, as %s has them', (name, high, low) => {
    const { advantage } = LIBRARIES.find((library) => library.name === name)!;
    const [group] = creditsOfGroups([wrote([1, 0, 0, 0, 0, 0, 0, 0])], advantage, 'penalised');
    const [first, second] = group!.credits;
    expect(first!.advantage).toBeCloseTo(high, 4);
    expect(second!.advantage).toBeCloseTo(low, 4);
  });

  it('of k successes among G are the square roots of the odds, where squares are divided by G', () => {
    for (let k = 1; k < 8; k++) {
      const rewards = Array.from({ length: 8 }, (_, at) => Number(at < k));
      const [group] = creditsOfGroups(
        [wrote(rewards)],
        { scale: 'group', correction: 0, epsilon: 0 },
        'masked',
      );
      expect(group!.credits[0]!.advantage).toBeCloseTo(Math.sqrt((8 - k) / k), 12);
      expect(group!.credits[7]!.advantage).toBeCloseTo(-Math.sqrt(k / (8 - k)), 12);
    }
  });
});

describe('a truncated sample', () => {
  const SCALED: AdvantageRule = { scale: 'none', correction: 1, epsilon: 0 };
  const group: readonly Rewarded[] = [
    { reward: 1, truncated: false },
    { reward: 0, truncated: false },
    { reward: 0, truncated: true },
    { reward: 1, truncated: true },
  ];
  const advantagesUnder = (filter: Overlong) => creditsOfGroups([group], SCALED, filter)[0]!;

  it('counts like any other where it is penalised', () => {
    expect(advantagesUnder('penalised')).toMatchObject({ mean: 0.5 });
    expect(advantagesUnder('penalised').credits.map(({ advantage }) => advantage)).toEqual([
      0.5, -0.5, -0.5, 0.5,
    ]);
    expect(
      advantagesUnder('penalised').credits.every(({ inLoss, inStatistics }) => inLoss && inStatistics),
    ).toBe(true);
  });

  it('stays in the statistics but not in the loss where it is masked', () => {
    expect(advantagesUnder('masked')).toMatchObject({ mean: 0.5 });
    expect(advantagesUnder('masked').credits.map(({ inLoss }) => inLoss)).toEqual([true, true, false, false]);
  });

  it('has no advantage without a reward where it is zeroed, and keeps the one it earned', () => {
    expect(advantagesUnder('zeroed').credits.map(({ advantage }) => advantage)).toEqual([0.5, -0.5, 0, 0.5]);
    expect(advantagesUnder('zeroed').credits.every(({ inLoss }) => inLoss)).toBe(true);
  });

  it('is gone before the statistics where it is dropped', () => {
    const one = creditsOfGroups([[...group, { reward: 0, truncated: false }]], SCALED, 'dropped')[0]!;
    expect(one.mean).toBeCloseTo(1 / 3, 12);
    expect(one.credits.map(({ inStatistics }) => inStatistics)).toEqual([true, true, false, false, true]);
  });
});

it('a sample that the judge failed on is in nothing', () => {
  const [group] = creditsOfGroups(
    [[...wrote([1, 0]), { reward: null, truncated: false }]],
    LIBRARIES[2]!.advantage,
    'masked',
  );
  expect(group).toMatchObject({ mean: 0.5 });
  expect(group!.credits[2]).toEqual({ advantage: 0, inLoss: false, inStatistics: false });
  expect(creditsOfGroups([[{ reward: null, truncated: false }]], LIBRARIES[0]!.advantage, 'masked')).toEqual([
    { mean: null, std: 0, credits: [{ advantage: 0, inLoss: false, inStatistics: false }] },
  ]);
});
