import type { Profile } from './profile.ts';
import { SPARSE } from './scores.ts';
import { ALL_TESTS } from './selectors.ts';

/** The project's own rules: verdicts equal native CPython's. */
export const STANDARD: Profile = {
  name: 'standard',
  title: 'Standard',
  about: 'The rules of a contest: a real script, every hidden test, all or nothing.',
  extract: 'standard',
  select: ALL_TESTS,
  execute: { how: 'standard', timeLimitSeconds: null, python: '3.11' },
  compare: 'lcb',
  score: SPARSE,
  grades: true,
  codes: false,
};

/** Each states where it departs from the standard rules. */
export const PROFILES: readonly Profile[] = [
  STANDARD,
  {
    ...STANDARD,
    name: 'deepcoder-paper',
    title: 'DeepCoder paper',
    about: 'As the paper describes it: no Python block, no reward; the 15 longest inputs; 6 s a test.',
    extract: 'deepcoder-paper',
    select: { kind: 'longest', count: 15 },
    execute: { ...STANDARD.execute, timeLimitSeconds: 6 },
  },
  {
    ...STANDARD,
    name: 'rllm',
    title: 'rLLM',
    about: 'The grader DeepCoder’s code uses today, faults included.',
    extract: 'rllm',
    execute: { ...STANDARD.execute, how: 'rllm', timeLimitSeconds: 6 },
    codes: true,
  },
  {
    ...STANDARD,
    name: 'lcb',
    title: 'LiveCodeBench',
    about: 'LiveCodeBench’s own grader, faults included.',
    extract: 'lcb',
    execute: { ...STANDARD.execute, how: 'lcb', timeLimitSeconds: 6 },
    codes: true,
  },
  {
    ...STANDARD,
    name: 'reward-kit',
    title: 'reward-kit',
    about: 'Fireworks’ DeepCoder reward: first block, words compared, an exit loses the output.',
    extract: 'reward-kit',
    execute: { ...STANDARD.execute, how: 'reward-kit', timeLimitSeconds: 10 },
    compare: 'tokens',
  },
  {
    ...STANDARD,
    name: 'tinker',
    title: 'Tinker cookbook',
    about: 'LiveCodeBench’s tests with a small penalty for an answer without code.',
    extract: 'tinker',
    execute: { ...STANDARD.execute, how: 'lcb', timeLimitSeconds: 6 },
    score: { kind: 'all', formatPenalty: 0.1 },
  },
  {
    ...STANDARD,
    name: 'open-r1',
    title: 'Open R1',
    about: 'Lines compared in pairs, so a correct beginning passes; more than 99 % of the tests are enough.',
    extract: 'open-r1',
    execute: { ...STANDARD.execute, how: 'exit-status', timeLimitSeconds: 5 },
    compare: 'prefix',
    score: { kind: 'nearly-all', formatPenalty: 0 },
  },
  {
    ...STANDARD,
    name: 'verl-prime-code',
    title: 'verl prime_code',
    about:
      'verl’s grader without a sandbox: the share of the first ten tests, 10 s each; calls all or nothing.',
    extract: 'prime-code',
    select: { kind: 'first', count: 10 },
    execute: { ...STANDARD.execute, how: 'prime-code', timeLimitSeconds: 10 },
    compare: 'prime-code',
    score: { kind: 'share', formatPenalty: 0 },
  },
  {
    ...STANDARD,
    name: 'verl-sandbox-fusion',
    title: 'verl sandbox_fusion',
    about:
      'verl with a SandboxFusion service: the share of the first ten tests, by the text that is printed.',
    extract: 'sandbox-fusion',
    select: { kind: 'first', count: 10 },
    execute: { ...STANDARD.execute, how: 'sandbox-fusion', timeLimitSeconds: 10 },
    compare: 'printed',
    score: { kind: 'share', formatPenalty: 0 },
  },
  {
    ...STANDARD,
    name: 'nemo-gym',
    title: 'NeMo-Gym code_gen',
    about: 'LiveCodeBench’s grader as NeMo-Gym has mended it; an answer with a think tag earns nothing.',
    extract: 'nemo-gym',
    // It wants Python 3.13 itself.
    execute: { how: 'nemo-gym', timeLimitSeconds: 10, python: 'newest' },
    compare: 'nemo-gym',
  },
  {
    ...STANDARD,
    name: 'open-instruct',
    title: 'open-instruct',
    about: 'Olmo’s code reward by its defaults: the share of the tests passed, 1 s each.',
    extract: 'open-instruct',
    execute: { ...STANDARD.execute, how: 'open-instruct', timeLimitSeconds: 1 },
    compare: 'asserted',
    score: { kind: 'share', formatPenalty: 0 },
  },
  {
    ...STANDARD,
    name: 'intellect-3',
    title: 'INTELLECT-3',
    about: 'Prime Intellect’s code environment: 15 tests, drawn by it and here the first, 20 s each.',
    extract: 'intellect-3',
    select: { kind: 'first', count: 15 },
    execute: { ...STANDARD.execute, how: 'intellect-3', timeLimitSeconds: 20 },
    compare: 'intellect-3',
  },
  {
    ...STANDARD,
    name: 'lm-eval',
    title: 'lm-eval',
    about: 'lm-eval’s mbpp_instruct: the answer goes on in an open block; a program that reads input fails.',
    extract: 'lm-eval',
    execute: { ...STANDARD.execute, how: 'lm-eval', timeLimitSeconds: 3 },
    compare: 'asserted',
    grades: false,
  },
  {
    ...STANDARD,
    name: 'fractional',
    title: 'Fractional',
    about: 'The share of tests passed. For teaching only: a model learns to pass the easy tests.',
    score: { kind: 'share', formatPenalty: 0 },
    grades: false,
  },
];

/** Whether a published grader uses the rules of this name: true for a user's own. */
export function grades(name: string): boolean {
  return PROFILES.find((profile) => profile.name === name)?.grades ?? true;
}
