/** The base policy: it has read random programs, and some of the right ones, before any reward is given. */
import { Random } from '../../base/random.ts';
import { randomProgram } from '../tasks/corpus.ts';
import type { Task } from '../tasks/tasks.ts';
import { Adam } from './adam.ts';
import type { Policy, Program } from './policy.ts';

const BATCH = 64;
const RATE = 4e-3;

export interface Reading {
  /** Steps of 64 programs each. */
  readonly steps: number;
  /** Share of the programs that are the right one for their prompt, from 0 to 1. */
  readonly skill: number;
}

/** Learns to write what it read, by likelihood. */
export function pretrain(
  policy: Policy,
  tasks: readonly Task[],
  seed: number,
  { steps, skill }: Reading,
): void {
  const random = new Random(seed, 'corpus');
  policy.initialise(new Random(seed, 'weights'));
  const adam = new Adam(policy.weights.length);
  for (let step = 0; step < steps; step++) {
    const programs = Array.from({ length: BATCH }, (): Program => {
      const { words, solution } = random.pick(tasks);
      return { words, tokens: random.next() < skill ? solution : randomProgram(random) };
    });
    const count = programs.reduce((sum, { tokens }) => sum + tokens.length, 0);
    policy.clearGradient();
    policy.addGradient(programs, (_, logs) => ({
      tokens: new Float64Array(logs.length).fill(-1 / count),
      entropy: 0,
    }));
    policy.learn(adam, RATE * Math.min(1, (2 * (steps - step)) / steps));
  }
}
