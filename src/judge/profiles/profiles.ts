import type { Profile } from './profile.ts';
import { ALL_TESTS_SCORE } from './scores.ts';
import { ALL_TESTS } from './selection.ts';

/** The project's own rules: its verdicts equal those of native CPython. */
export const STANDARD: Profile = {
  name: 'standard',
  title: 'Standard',
  extract: 'standard',
  select: ALL_TESTS,
  execute: { how: 'standard', timeLimitSeconds: null, python: '3.11' },
  compare: 'lcb',
  score: ALL_TESTS_SCORE,
  grades: true,
  codes: false,
};

/** The known profiles. Each is written as its differences from the standard profile, which comes first. */
export const PROFILES: readonly Profile[] = [
  STANDARD,
  {
    ...STANDARD,
    name: 'deepcoder-paper',
    title: 'DeepCoder paper',
    extract: 'deepcoder-paper',
    select: { kind: 'longest', count: 15 },
    execute: { ...STANDARD.execute, timeLimitSeconds: 6 },
  },
  {
    ...STANDARD,
    name: 'rllm',
    title: 'rLLM',
    extract: 'rllm',
    execute: { ...STANDARD.execute, how: 'rllm', timeLimitSeconds: 6 },
    codes: true,
  },
  {
    ...STANDARD,
    name: 'lcb',
    title: 'LiveCodeBench',
    extract: 'lcb',
    execute: { ...STANDARD.execute, how: 'lcb', timeLimitSeconds: 6 },
    codes: true,
  },
  {
    ...STANDARD,
    name: 'reward-kit',
    title: 'reward-kit',
    extract: 'reward-kit',
    execute: { ...STANDARD.execute, how: 'reward-kit', timeLimitSeconds: 10 },
    compare: 'tokens',
  },
  {
    ...STANDARD,
    name: 'tinker',
    title: 'Tinker cookbook',
    extract: 'tinker',
    execute: { ...STANDARD.execute, how: 'lcb', timeLimitSeconds: 6 },
    score: { kind: 'all', formatPenalty: 0.1 },
  },
  {
    ...STANDARD,
    name: 'open-r1',
    title: 'Open R1',
    extract: 'open-r1',
    execute: { ...STANDARD.execute, how: 'exit-status', timeLimitSeconds: 5 },
    compare: 'prefix',
    score: { kind: 'nearly-all', formatPenalty: 0 },
  },
  {
    ...STANDARD,
    name: 'verl-prime-code',
    title: 'verl prime_code',
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
    extract: 'nemo-gym',
    // NeMo-Gym itself requires Python 3.13.
    execute: { how: 'nemo-gym', timeLimitSeconds: 10, python: 'newest' },
    compare: 'nemo-gym',
  },
  {
    ...STANDARD,
    name: 'open-instruct',
    title: 'open-instruct',
    extract: 'open-instruct',
    execute: { ...STANDARD.execute, how: 'open-instruct', timeLimitSeconds: 1 },
    compare: 'asserted',
    score: { kind: 'share', formatPenalty: 0 },
  },
  {
    ...STANDARD,
    name: 'intellect-3',
    title: 'INTELLECT-3',
    extract: 'intellect-3',
    select: { kind: 'first', count: 15 },
    execute: { ...STANDARD.execute, how: 'intellect-3', timeLimitSeconds: 20 },
    compare: 'intellect-3',
  },
  {
    ...STANDARD,
    name: 'lm-eval',
    title: 'lm-eval',
    extract: 'lm-eval',
    execute: { ...STANDARD.execute, how: 'lm-eval', timeLimitSeconds: 3 },
    compare: 'asserted',
    grades: false,
  },
  {
    ...STANDARD,
    name: 'fractional',
    title: 'Fractional',
    score: { kind: 'share', formatPenalty: 0 },
    grades: false,
  },
];

/** Whether answers are graded by the profile of this name. True for custom profiles. */
export function grades(name: string): boolean {
  return PROFILES.find((profile) => profile.name === name)?.grades ?? true;
}
