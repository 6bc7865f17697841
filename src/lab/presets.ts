/** Training runs that show something: each one a few switches away from GRPO+. */
import { GRPO_PLUS, type Settings } from './grpo/settings.ts';
import type { PRESET_WORDS } from './words/presets.ts';

type PresetName = keyof typeof PRESET_WORDS;

export interface Preset {
  /** In addresses, files and commands. */
  readonly name: PresetName;
  /** The preset that it is to be compared with; null for the plain one. */
  readonly against: PresetName | null;
  readonly settings: Settings;
}

const SHORT_THEN_LONG = [
  { from: 1, tokens: 6 },
  { from: 41, tokens: 14 },
];

export const PRESETS: readonly Preset[] = [
  preset('grpo-plus', null, {}),
  preset('few-tests', 'grpo-plus', {
    tests: { ...GRPO_PLUS.tests, count: 1 },
  }),
  preset('fractional', 'grpo-plus', {
    reward: 'fractional',
  }),
  preset('broken-tasks', 'grpo-plus', {
    tests: { ...GRPO_PLUS.tests, brokenCopies: 3 },
  }),
  preset('broken-tasks-filtered', 'broken-tasks', {
    tests: { ...GRPO_PLUS.tests, brokenCopies: 3 },
    difficulty: { window: 64, least: 0.01, most: 1 },
  }),
  preset('truncation-masked', null, {
    steps: 80,
    context: SHORT_THEN_LONG,
  }),
  preset('truncation-penalised', 'truncation-masked', {
    steps: 80,
    context: SHORT_THEN_LONG,
    overlong: 'penalised',
  }),
  preset('truncation-dropped', 'truncation-masked', {
    steps: 80,
    context: [
      { from: 1, tokens: 8 },
      { from: 41, tokens: 14 },
    ],
    overlong: 'dropped',
  }),
  preset('entropy-bonus', 'grpo-plus', {
    steps: 60,
    entropyBonus: 0.05,
  }),
  preset('weak-tests', 'grpo-plus', {
    tests: { ...GRPO_PLUS.tests, weak: true },
  }),
  preset('stale', 'grpo-plus', {
    staleness: 1,
  }),
  preset('clip-high', 'grpo-plus', {
    steps: 60,
    epochs: 3,
    learningRate: 3e-3,
  }),
];

function preset(name: PresetName, against: PresetName | null, switches: Partial<Settings>): Preset {
  return { name, against, settings: { ...GRPO_PLUS, ...switches } };
}
