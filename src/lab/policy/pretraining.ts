/** Pretrains the base policy on random programs and some right ones, before it receives any reward. */
import { Random } from '../../base/random.ts';
import type { Task } from '../tasks/tasks.ts';
import { Adam } from './adam.ts';
import type { Policy, PolicyProgram } from './policy.ts';
import { END_TOKEN, LONGEST_PROGRAM, tokensOf } from '../tasks/vocabulary.ts';

const BATCH_SIZE = 64;
const LEARNING_RATE = 4e-3;

export interface PretrainingProgress {
  /** Number of steps, of 64 programs each. */
  readonly steps: number;
  /** Share of the programs that are the right one for their prompt, from 0 to 1. */
  readonly skill: number;
}

/** Trains the policy by maximum likelihood. */
export function pretrain(
  policy: Policy,
  tasks: readonly Task[],
  seed: number,
  { steps, skill }: PretrainingProgress,
): void {
  const random = new Random(seed, 'corpus');
  policy.initialise(new Random(seed, 'weights'));
  const adam = new Adam(policy.weights.length);
  for (let step = 0; step < steps; step++) {
    const programs = Array.from({ length: BATCH_SIZE }, (): PolicyProgram => {
      const { words, solution } = random.pick(tasks);
      return { words, tokens: random.next() < skill ? solution : randomProgram(random) };
    });
    const count = programs.reduce((sum, { tokens }) => sum + tokens.length, 0);
    policy.clearGradient();
    policy.addGradient(programs, (_, logs) => ({
      tokens: new Float64Array(logs.length).fill(-1 / count),
      entropy: 0,
    }));
    policy.learn(adam, LEARNING_RATE * Math.min(1, (2 * (steps - step)) / steps));
  }
}

const DIGITS = ['0', '1', '2', '3', '4', '5', '7', '9'];
/** Operators of random programs. A repeated entry is chosen more often. */
const OPERATORS = ['+', '-', '*', '+', '-', '*', '%', '//'];
const MAX_DEPTH = 2;

/** Returns a valid program as tokens, `END_TOKEN` included. */
export function randomProgram(random: Random): readonly number[] {
  for (;;) {
    const hasAssignment = random.next() < 0.18;
    const start = hasAssignment ? `c = ${expressionText(random, 1, false)} \n ` : '';
    const tokens = [
      ...tokensOf(`${start}return ${expressionText(random, MAX_DEPTH, hasAssignment)}`),
      END_TOKEN,
    ];
    if (tokens.length <= LONGEST_PROGRAM) return tokens;
  }
}

/** @param hasC whether the variable c has a value */
function expressionText(random: Random, depth: number, hasC: boolean): string {
  const choice = random.next();
  const innerText = (): string => expressionText(random, depth - 1, hasC);
  const operandText = (): string => atomText(random, hasC);
  if (depth <= 0 || choice < 0.28) return operandText();
  if (choice < 0.68) return `${innerText()} ${random.pick(OPERATORS)} ${innerText()}`;
  if (choice < 0.78) return `( ${innerText()} )`;
  if (choice < 0.84) return `max( ${operandText()} , ${operandText()} )`;
  if (choice < 0.9) return `min( ${operandText()} , ${operandText()} )`;
  if (choice < 0.95) return `abs( ${innerText()} )`;
  if (choice < 0.975) return `- ${operandText()}`;
  return `${operandText()} if ${operandText()} ${random.pick(['==', '<'])} ${operandText()} else ${operandText()}`;
}

function atomText(random: Random, hasC: boolean): string {
  const choice = random.next();
  if (choice < 0.36) return 'a';
  if (choice < 0.72) return 'b';
  return hasC && choice < 0.86 ? 'c' : random.pick(DIGITS);
}
