/** Words about published figures. */

/** Problems of each benchmark, half a sentence. */
export const BENCHMARK_PROBLEMS = {
  'livecodebench-v5': 'problems from August 2024 to February 2025',
  'livecodebench-v6': 'problems from February to May 2025',
  'livecodebench-r1': 'problems from August 2024 to January 2025',
  codeforces: '408 problems of 57 contests',
  'humaneval-plus': '164 problems',
  'aime-2024': '30 problems of mathematics',
} as const;

/** How a model was asked, as far as the source says. */
export const SETTING_WORDS = {
  unknown: '',
  recommended: 'temperature 0.6, top-p 0.95',
  eightAttempts: 'temperature 0.6, top-p 0.95, 8 attempts',
  temperature: 'temperature 0.6',
  lightEval: 'asked again with LightEval',
  greedy: 'greedy, one sample',
} as const;

export const trained = (model: string, steps: number): string => `${model}, ${steps} steps of RL`;
