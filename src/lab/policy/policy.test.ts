import { describe, expect, it } from 'vitest';
import {
  fastestMatrices,
  KERNELS,
  makeMatrices,
  type Matrices,
  type ProductSize,
} from '../kernel/matrices.ts';
import { Random } from '../../base/random.ts';
import { END_TOKEN, TOKENS } from '../tasks/vocabulary.ts';
import { Adam } from './adam.ts';
import { Policy, type PolicyProgram } from './policy.ts';
import { WEIGHT_COUNT } from './weights.ts';

/**
 * Matrices of doubles, because small differences of losses need the precision. They are slow, because each product
 * is computed by its definition.
 */
function exactMatrices(): Matrices {
  const transpose = (a: Float32Array, rows: number, terms: number) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: terms }, (__, term) => a[term * rows + row]!),
    ).flat();
  const add = (
    a: ArrayLike<number>,
    b: Float32Array,
    c: Float32Array,
    { rows, terms, columns }: ProductSize,
  ) => {
    for (let row = 0; row < rows; row++) {
      for (let term = 0; term < terms; term++) {
        const factor = a[row * terms + term]!;
        for (let column = 0; column < columns; column++)
          c[row * columns + column]! += factor * b[term * columns + column]!;
      }
    }
  };
  return {
    floats: (count) => new Float64Array(count) as unknown as Float32Array,
    addProduct: add,
    addTransposedProduct: (a, b, c, size) => add(transpose(a, size.rows, size.terms), b, c, size),
  };
}

function freshPolicy(matrices: Matrices): Policy {
  const policy = new Policy(matrices);
  policy.initialise(new Random(1, 'weights'));
  return policy;
}

const PROMPTS = Array.from({ length: 70 }, (_, at) => [at % 6, 6 + (at % 5)]);
const PROGRAMS: readonly PolicyProgram[] = [
  { words: [0, 7], tokens: [1, 2, 12, 3, END_TOKEN] },
  { words: [3, 6], tokens: [1, 19, 2, 22, 3, 18, END_TOKEN] },
  { words: [0, 7], tokens: [END_TOKEN] },
  { words: [5, 11], tokens: [23, 2, 16, 3, 25, 1, 24] },
];
/** A loss in which every token has a different weight. */
const tokenSlopes = ({ tokens }: PolicyProgram, index: number) =>
  tokens.map((_, token) => Math.sin(1 + 3 * index + token));

function tokenLoss(policy: Policy): number {
  const logs = policy.logs(PROGRAMS);
  return PROGRAMS.reduce((sum, program, index) => {
    const slopes = tokenSlopes(program, index);
    return sum + slopes.reduce((part, slope, token) => part + slope * logs[index]![token]!, 0);
  }, 0);
}

/** Computes the entropy of every step of a program, summed, from the probability of each possible token. */
function entropyOf(policy: Policy, { words, tokens }: PolicyProgram): number {
  return tokens.reduce((sum, _, step) => {
    const next = TOKENS.map((__, token) => ({ words, tokens: [...tokens.slice(0, step), token] }));
    return sum - policy.logs(next).reduce((part, logs) => part + Math.exp(logs[step]!) * logs[step]!, 0);
  }, 0);
}

/** Compares the gradient with central differences at `count` weights, spread over all parts of the network. */
function compare(policy: Policy, loss: () => number, count: number): void {
  const random = new Random(9, 'test');
  const step = 1e-5;
  let changedWeights = 0;
  for (let at = 0; at < count; at++) {
    const place = Math.floor(((at + random.next()) / count) * WEIGHT_COUNT);
    const weight = policy.weights[place]!;
    policy.weights[place] = weight + step;
    const above = loss();
    policy.weights[place] = weight - step;
    const difference = (above - loss()) / (2 * step);
    policy.weights[place] = weight;
    const gradient = policy.gradient[place]!;
    expect(Math.abs(gradient - difference)).toBeLessThan(1e-6 * Math.max(1, Math.abs(difference)));
    if (Math.abs(gradient) > 1e-5) changedWeights += 1;
  }
  // Weights of words and tokens that no program contains do not change.
  expect(changedWeights).toBeGreaterThan(count / 2);
}

describe('the gradient', () => {
  it('of tokens is that of central differences, to 1e-6', () => {
    const policy = freshPolicy(exactMatrices());
    policy.addGradient(PROGRAMS, (index) => ({ tokens: tokenSlopes(PROGRAMS[index]!, index), entropy: 0 }));
    compare(policy, () => tokenLoss(policy), 60);
  });

  it('of entropy is that of central differences, to 1e-6', () => {
    const policy = freshPolicy(exactMatrices());
    const program: PolicyProgram = { words: [2, 9], tokens: [1, 2, END_TOKEN] };
    policy.addGradient([program], () => ({ tokens: [0, 0, 0], entropy: 0.7 }));
    compare(policy, () => 0.7 * entropyOf(policy, program), 20);
  });

  it('in single precision is that in double, to a ten-thousandth of its size', () => {
    const [single, double] = [fastestMatrices(), exactMatrices()].map((matrices) => {
      const policy = freshPolicy(matrices);
      policy.addGradient(PROGRAMS, (index) => ({
        tokens: tokenSlopes(PROGRAMS[index]!, index),
        entropy: 0.3,
      }));
      return policy.gradient;
    });
    const largest = Math.max(...double!.map(Math.abs));
    single!.forEach((slope, at) => expect(Math.abs(slope - double![at]!)).toBeLessThan(1e-4 * largest));
  });
});

describe('a policy', () => {
  it.each(KERNELS)('gives the same probabilities to its own programs (%s)', (kernel) => {
    const policy = freshPolicy(makeMatrices(kernel)!);
    const sampledPrograms = policy.sample(PROMPTS, 14, new Random(2, 'sampling'));
    const readLogs = policy.logs(sampledPrograms);
    expect(sampledPrograms.map(({ words }) => words)).toEqual(PROMPTS);
    sampledPrograms.forEach(({ logs }, at) => expect([...readLogs[at]!]).toEqual(logs));
  });

  it('has about 20,000 weights', () => {
    expect(WEIGHT_COUNT).toBe(22_144);
  });

  it('ends with END, or is marked as truncated', () => {
    const shortPrograms = freshPolicy(fastestMatrices()).sample(PROMPTS, 5, new Random(3, 'sampling'));
    for (const { tokens, truncated } of shortPrograms) {
      expect(tokens.length).toBeLessThanOrEqual(5);
      expect(truncated).toBe(tokens.at(-1) !== END_TOKEN);
      if (truncated) expect(tokens.length).toBe(5);
      expect(tokens.slice(0, -1)).not.toContain(END_TOKEN);
    }
    expect(new Set(shortPrograms.map(({ truncated }) => truncated)).size).toBe(2);
  });

  it('knows the entropy of what might have been', () => {
    const policy = freshPolicy(fastestMatrices());
    const [singleProgram] = policy.sample([[0, 6]], 1, new Random(4, 'sampling'));
    const logs = policy.logs(TOKENS.map((_, token) => ({ words: [0, 6], tokens: [token] })));
    const entropy = logs.reduce((sum, [log]) => sum - Math.exp(log!) * log!, 0);
    expect(singleProgram!.entropy).toBeCloseTo(entropy, 5);
    expect(logs.reduce((sum, [log]) => sum + Math.exp(log!), 0)).toBeCloseTo(1, 5);
  });

  it('learns its training programs', () => {
    const policy = freshPolicy(fastestMatrices());
    const adam = new Adam(WEIGHT_COUNT);
    const probabilitiesBefore = policy
      .logs(PROGRAMS)
      .map((logs) => Math.exp(logs.reduce((sum, log) => sum + log, 0)));
    for (let step = 0; step < 60; step++) {
      policy.clearGradient();
      policy.addGradient(PROGRAMS, (_, logs) => ({
        tokens: new Float64Array(logs.length).fill(-0.05),
        entropy: 0,
      }));
      policy.learn(adam, 1e-2);
    }
    const probabilitiesAfter = policy
      .logs(PROGRAMS)
      .map((logs) => Math.exp(logs.reduce((sum, log) => sum + log, 0)));
    expect(probabilitiesBefore.every((chance) => chance < 0.1)).toBe(true);
    // Two of the programs have the same prompt, so each has a probability of at most one half.
    probabilitiesAfter.forEach((chance) => expect(chance).toBeGreaterThan(0.4));
  });
});
