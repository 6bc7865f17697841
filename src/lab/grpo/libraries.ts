/** The rules of GRPO in four libraries, whose code differs although the name is the same. */
import type { AdvantageRule, Overlong } from './advantages.ts';
import type { Aggregation } from './loss.ts';

export interface TrainingLibrary {
  readonly name: string;
  readonly title: string;
  readonly source: string;
  readonly advantage: AdvantageRule;
  readonly aggregation: Aggregation;
  readonly clipLow: number;
  readonly clipHigh: number;
  /** The treatment of overlong answers if the library filters them. */
  readonly overlong: Overlong;
}

/** The rules of each library as of the day that its source names. */
export const LIBRARIES: readonly TrainingLibrary[] = [
  {
    name: 'deepcoder',
    title: 'DeepCoder’s fork of verl',
    source: 'agentica-project/rllm, 2025-05-13: mask_truncated_samples, scripts/deepcoder/train',
    advantage: { scale: 'group', correction: 1, epsilon: 1e-6 },
    aggregation: 'token-mean',
    clipLow: 0.2,
    clipHigh: 0.28,
    overlong: 'zeroed',
  },
  {
    name: 'verl',
    title: 'verl',
    source: 'volcengine/verl, 2026-01-29: norm_adv_by_std_in_grpo, core_algos.py; overlong answers are kept',
    advantage: { scale: 'group', correction: 1, epsilon: 1e-6 },
    aggregation: 'token-mean',
    clipLow: 0.2,
    clipHigh: 0.2,
    overlong: 'penalised',
  },
  {
    name: 'trl',
    title: 'TRL',
    source: 'huggingface/trl, 2026-07-24: scale_rewards, loss_type="dapo", mask_truncated_completions',
    advantage: { scale: 'group', correction: 1, epsilon: 1e-4 },
    aggregation: 'token-mean',
    clipLow: 0.2,
    clipHigh: 0.2,
    overlong: 'masked',
  },
  {
    name: 'rllm',
    title: 'rLLM',
    source: 'rllm-org/rllm, 2026-08-15: np.std, compact_filtering, deepcoder cookbook (seq-mean-token-mean)',
    advantage: { scale: 'group', correction: 0, epsilon: 1e-6 },
    aggregation: 'sequence-mean',
    clipLow: 0.2,
    clipHigh: 0.28,
    overlong: 'dropped',
  },
];
