/** Names of the loaders that lose rows, by the loss. */

export const LOADERS = {
  callAsStdin: 'rLLM prepare_deepcoder_data',
  padded: 'rLLM taco_to_lcb_format',
  firstElement: 'rLLM taco_to_lcb_format',
  emptyLine: 'rLLM and LiveCodeBench',
  manyCalls: 'rLLM as DeepCoder was trained with it (2025-05)',
  hiddenTests: 'rLLM livecodebench (registry)',
} as const;
