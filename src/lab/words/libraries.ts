/** Names of libraries that have GRPO, with the sources of their rules. */

export const LIBRARY_WORDS = {
  deepcoder: {
    title: 'DeepCoder’s fork of verl',
    source: 'agentica-project/rllm, 2025-05-13: mask_truncated_samples, scripts/deepcoder/train',
  },
  verl: {
    title: 'verl',
    source: 'volcengine/verl, 2026-01-29: norm_adv_by_std_in_grpo, core_algos.py; overlong answers are kept',
  },
  trl: {
    title: 'TRL',
    source: 'huggingface/trl, 2026-07-24: scale_rewards, loss_type="dapo", mask_truncated_completions',
  },
  rllm: {
    title: 'rLLM',
    source: 'rllm-org/rllm, 2026-08-15: np.std, compact_filtering, deepcoder cookbook (seq-mean-token-mean)',
  },
} as const;
