/** A rule of a grader in the reader's words, with the place it was read. */
export interface Rule {
  /** A few words for a list to choose from. */
  readonly title: string;
  /** One sentence: what it does. */
  readonly says: string;
  /** Address of the file or thread it was read in. */
  readonly source: string;
}

/** Files the rules were read in, at the commits they were read at. */
export const SOURCES = {
  rllm: 'https://github.com/rllm-org/rllm/blob/9beb6e0f/rllm/rewards/code_reward.py',
  rllmTests: 'https://github.com/rllm-org/rllm/blob/9beb6e0f/rllm/rewards/code_utils/livecodebench.py',
  deepcoder: 'https://github.com/agentica-project/rllm/blob/874daa4/rllm/rewards/code_reward.py',
  lcbExtraction:
    'https://github.com/LiveCodeBench/LiveCodeBench/blob/28fef95/lcb_runner/utils/extraction_utils.py',
  lcbTesting:
    'https://github.com/LiveCodeBench/LiveCodeBench/blob/28fef95/lcb_runner/evaluation/testing_util.py',
  rewardKit: 'https://github.com/fw-ai-external/reward-kit/blob/9889152/reward_kit/rewards/code_execution.py',
  tinker:
    'https://github.com/thinking-machines-lab/tinker-cookbook/tree/main/tinker_cookbook/recipes/code_rl',
  openR1: 'https://github.com/huggingface/open-r1/blob/1416fa0/src/open_r1/rewards.py',
  codeContests: 'https://github.com/google-deepmind/code_contests/blob/fa7a4f8/execution/tester_sandboxer.cc',
  evalPlus: 'https://github.com/evalplus/evalplus/blob/26d6d00/evalplus/eval/__init__.py',
  allpass: 'https://github.com/rllm-org/rllm/tree/9beb6e0f/cookbooks/deepcoder',
} as const;
