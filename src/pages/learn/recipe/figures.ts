/** Figures of the recipe: the settings of the timetables, and the published results of DeepCoder-14B-Preview. */
import type { PipelineRules, StageSeconds } from '../../../lab/pipeline.ts';
import { DEEPCODER, DEEPCODER_BASE, publishedFigure } from '../../../runs/figures/published.ts';

/** Integer settings by name in the address, with range and default value. */
export const PIPELINE_SETTINGS = {
  sampling: { bounds: [100, 3000], defaultValue: 1000 },
  reward: { bounds: [0, 3000], defaultValue: 600 },
  training: { bounds: [0, 3000], defaultValue: 400 },
  minibatches: { bounds: [1, 8], defaultValue: 2 },
  /** Percentage. */
  split: { bounds: [100, 200], defaultValue: 100 },
  spread: { bounds: [0, 50], defaultValue: 10 },
  seed: { bounds: [1, 999_999], defaultValue: 1 },
} as const satisfies Record<string, { bounds: readonly [number, number]; defaultValue: number }>;

export type PipelineSetting = keyof typeof PIPELINE_SETTINGS;

/** Number of simulated steps. */
export const STEPS = 100;

export function pipelineRules(readSetting: (name: PipelineSetting) => number): PipelineRules {
  return {
    stages: {
      sampling: readSetting('sampling'),
      reward: readSetting('reward'),
      training: readSetting('training'),
    },
    minibatches: readSetting('minibatches'),
    split: readSetting('split') / 100,
    spread: readSetting('spread') / 100,
    steps: STEPS,
    seed: readSetting('seed'),
  };
}

/**
 * Durations that add up to the 2,000 s per step in the README of the repository. The split into stages was not
 * published.
 */
export const WORKLOADS: readonly {
  readonly name: string;
  readonly stages: StageSeconds;
  /** Speedup by one-off pipelining that the release reports. */
  readonly published: number;
}[] = [
  { name: 'Code', stages: { sampling: 1000, reward: 600, training: 400 }, published: 2 },
  { name: 'Mathematics', stages: { sampling: 1430, reward: 10, training: 560 }, published: 1.4 },
];

/** Maximum number of tokens of an answer during evaluation, in thousands. */
export const WINDOWS = [16, 32, 64] as const;

/** LiveCodeBench, pass@1 in per cent, with each of the limits in `WINDOWS`. */
export const BY_WINDOW = [DEEPCODER, DEEPCODER_BASE].map((model) => ({
  model,
  scores: WINDOWS.map(
    (windowK) => publishedFigure({ model, benchmark: 'livecodebench-v5', windowK, by: 'release' }).value,
  ),
}));

/** Scores in per cent, and the Codeforces rating. */
export const SCORES = [DEEPCODER, DEEPCODER_BASE, 'o3-mini (low)', 'o1 (low)'].map((model) => {
  const { value: rating, percentile } = publishedFigure({ model, benchmark: 'codeforces' });
  return {
    model,
    liveCodeBench: publishedFigure({ model, benchmark: 'livecodebench-v5' }).value,
    codeforces: { rating, percentile },
    humanEvalPlus: publishedFigure({ model, benchmark: 'humaneval-plus' }).value,
    aime: publishedFigure({ model, benchmark: 'aime-2024' }).value,
  };
});

/** Names of the three stages of a step. */
export const STAGE_TITLES = { sampling: 'Sampling', reward: 'Rewards', training: 'Training' } as const;
