/** The timetables' settings, as the address has them. */
import type { PipelineRules, StageSeconds } from '../../../lab/pipeline.ts';
import { workload } from '../words/recipe.ts';

/** Whole numbers by their names in the address, with their range and their default. */
export const PIPELINE_SETTINGS = {
  sampling: { bounds: [100, 3000], usual: 1000 },
  reward: { bounds: [0, 3000], usual: 600 },
  training: { bounds: [0, 3000], usual: 400 },
  minibatches: { bounds: [1, 8], usual: 2 },
  /** Per cent. */
  split: { bounds: [100, 200], usual: 100 },
  spread: { bounds: [0, 50], usual: 10 },
  seed: { bounds: [1, 999_999], usual: 1 },
} as const satisfies Record<string, { bounds: readonly [number, number]; usual: number }>;

export type PipelineSetting = keyof typeof PIPELINE_SETTINGS;

/** Steps that are gone through. */
export const STEPS = 100;

export function pipelineRules(read: (name: PipelineSetting) => number): PipelineRules {
  return {
    stages: { sampling: read('sampling'), reward: read('reward'), training: read('training') },
    minibatches: read('minibatches'),
    split: read('split') / 100,
    spread: read('spread') / 100,
    steps: STEPS,
    seed: read('seed'),
  };
}

/**
 * Durations that add up to the 2,000 s per step of the repository's README. The split into stages was not published.
 */
export const WORKLOADS: readonly {
  readonly name: string;
  readonly stages: StageSeconds;
  /** How many times as fast the release measured one-off pipelining to be. */
  readonly published: number;
}[] = [
  { name: workload.code, stages: { sampling: 1000, reward: 600, training: 400 }, published: 2 },
  { name: workload.mathematics, stages: { sampling: 1430, reward: 10, training: 560 }, published: 1.4 },
];
