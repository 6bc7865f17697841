/** A rule of a grader in plain words, with its source. */
export interface Rule {
  /** A few words for a list of rules. */
  readonly title: string;
  /** One sentence that describes the rule. */
  readonly says: string;
  /** Address of the file or thread that states the rule. */
  readonly source: string;
}

/** The files that state the rules, at the commits that were read. */
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
  verlPrime:
    'https://github.com/verl-project/verl/blob/1dda039/verl/utils/reward_score/prime_code/__init__.py',
  verlPrimeTests:
    'https://github.com/verl-project/verl/blob/1dda039/verl/utils/reward_score/prime_code/testing_util.py',
  verlFusion:
    'https://github.com/verl-project/verl/blob/1dda039/verl/utils/reward_score/sandbox_fusion/__init__.py',
  verlFusionTests:
    'https://github.com/verl-project/verl/blob/1dda039/verl/utils/reward_score/sandbox_fusion/utils.py',
  nemoGym: 'https://github.com/NVIDIA-NeMo/Gym/blob/v0.7.0/resources_servers/code_gen/app.py',
  nemoGymTests:
    'https://github.com/NVIDIA-NeMo/Gym/blob/v0.7.0/resources_servers/code_gen/lcb_integration/testing_util.py',
  openInstruct: 'https://github.com/allenai/open-instruct/blob/e6c3044/open_instruct/ground_truth_utils.py',
  openInstructTests:
    'https://github.com/allenai/open-instruct/blob/e6c3044/open_instruct/code_utils/code_utils.py',
  intellect3:
    'https://github.com/stochi0/research-environments/blob/1f95879/environments/code_env/code_env/code_env.py',
  intellect3Tests:
    'https://github.com/stochi0/research-environments/blob/1f95879/environments/code_env/code_env/utils/verification_utils.py',
  intellect3Compares:
    'https://github.com/stochi0/research-environments/blob/1f95879/environments/code_env/code_env/utils/deepcoder_utils.py',
  lmEval: 'https://github.com/EleutherAI/lm-evaluation-harness/blob/4e7e0d4/lm_eval/tasks/mbpp/utils.py',
  codeEval: 'https://github.com/huggingface/evaluate/blob/a7dd338/metrics/code_eval/execute.py',
  codeContests: 'https://github.com/google-deepmind/code_contests/blob/fa7a4f8/execution/tester_sandboxer.cc',
  evalPlus: 'https://github.com/evalplus/evalplus/blob/26d6d00/evalplus/eval/__init__.py',
  allpass: 'https://github.com/rllm-org/rllm/tree/9beb6e0f/cookbooks/deepcoder',
} as const;
