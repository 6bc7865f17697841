import { describe, expect, it } from 'vitest';
import { LIBRARIES } from './libraries.ts';
import { mixedGroupProbability, weighGroup, type GroupSample } from './weighed-group.ts';

const rules = (name: string) => LIBRARIES.find((library) => library.name === name)!;
const sample = (reward: number | null, length = 10, truncated = false): GroupSample => ({
  reward,
  length,
  truncated,
});

describe('a group of eight with one success', () => {
  const group = [sample(1), ...Array.from({ length: 7 }, () => sample(0))];

  // The expected values of the formula, computed by hand, with n − 1 or n as the divisor of the squares.
  it.each([
    ['deepcoder', 2.4748, -0.3536],
    ['verl', 2.4748, -0.3536],
    ['trl', 2.474, -0.3534],
    ['rllm', 2.6457, -0.378],
  ])('has the advantages of %s', (name, up, down) => {
    const { samples } = weighGroup(group, rules(name));
    expect(samples[0]!.advantage).toBeCloseTo(up, 3);
    for (const { advantage } of samples.slice(1)) expect(advantage).toBeCloseTo(down, 3);
  });

  it('pushes up as much as down', () => {
    const { samples } = weighGroup(group, rules('verl'));
    expect(samples[0]!.share).toBeCloseTo(0.5, 5);
    expect(samples.slice(1).reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(-0.5, 5);
  });
});

describe('an answer that was cut off', () => {
  const group = [sample(1), sample(0), sample(0, 80, true)];

  it('takes most of the downward push by tokens, and as much as another by samples', () => {
    const byTokens = weighGroup(group, rules('verl')).samples;
    expect(byTokens[2]!.share / byTokens[1]!.share).toBeCloseTo(8, 5);
    const bySamples = weighGroup(group, { ...rules('verl'), aggregation: 'sequence-mean' }).samples;
    expect(bySamples[2]!.share).toBeCloseTo(bySamples[1]!.share, 5);
  });

  it('has no share where it is masked, zeroed or dropped, and changes the mean only where it stays', () => {
    for (const name of ['trl', 'deepcoder', 'rllm'])
      expect(weighGroup(group, rules(name)).samples[2]!.share).toBe(0);
    expect(weighGroup(group, rules('trl')).mean).toBeCloseTo(1 / 3);
    expect(weighGroup(group, rules('rllm')).mean).toBe(0.5);
  });
});

it('nothing is pushed where all rewards are the same, or missing', () => {
  for (const group of [
    [sample(0), sample(0)],
    [sample(1), sample(1)],
    [sample(null), sample(1)],
  ])
    expect(weighGroup(group, rules('verl')).samples.map(({ share }) => share)).toEqual([0, 0]);
});

it('a group is informative most often at a half', () => {
  expect(mixedGroupProbability(0.05, 8)).toBeCloseTo(0.3366, 3);
  expect(mixedGroupProbability(0.5, 8)).toBeCloseTo(0.992, 3);
  expect(mixedGroupProbability(0, 16)).toBe(0);
  expect(mixedGroupProbability(1, 16)).toBe(0);
});
