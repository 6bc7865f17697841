/** Half sentences about each format of problems, behind its name in a list of all. */

// Formats that are read
export const ABOUT_FORMATS = {
  allpass: 'problems.jsonl, as grade reads it',
  livecodebench: 'LiveCodeBench: code_generation, code_generation_lite',
  taco: 'TACO, TACO-verified',
  apps: 'APPS, as rows or in its original folders',
  primeintellect: 'PrimeIntellect: verifiable-coding-problems, SYNTHETIC-1',
  deepcoder: 'DeepCoder-Preview: primeintellect, taco, lcbv5, codeforces; rLLM’s files of 2025',
  codeforces: 'open-r1/codeforces',
  leetcode: 'LeetCodeDataset',
  mbpp: 'MBPP, whole or sanitized',
  mbppplus: 'MBPP+, with results in its test (the Hub) or without (inputs alone)',
  humaneval: 'HumanEval',
  humanevalplus: 'HumanEval+, with results in its test (OriginFmt, the Hub) or without (inputs alone)',
  'code-contests': 'CodeContests',
  'common-oj': 'SandboxFusion: CommonOJ and LiveCodeBench rows of its own',
  mapped: 'columns that were mapped by hand',
};

// Shapes that problems are written in
export const ABOUT_SHAPES = {
  allpass: 'problems.jsonl, as grade reads it; nothing is lost',
  livecodebench: 'LiveCodeBench; private tests as plain JSON, which its runner reads too; limits are lost',
  taco: 'TACO: inputs and outputs as two lists; ids and which tests are public are lost',
  trl: 'TRL: prompt as messages, verification_info as open-r1’s code reward reads it',
  rllm: 'rLLM’s cookbook: question, and ground_truth as JSON text of LiveCodeBench’s cases',
  verl: 'verl: prompt as messages, reward_model.ground_truth as JSON text of inputs and outputs',
};
