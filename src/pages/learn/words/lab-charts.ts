/** The curves of the lab: for each its title, its vertical axis with the unit, and its definition in one sentence. */

export const stepAxis = 'step';

export const reward = {
  title: 'Reward and true pass rate',
  axis: 'share',
  about:
    'Mean reward of the programs of a step, and the share of programs that pass 30 held-out tests. A reward above the true pass rate means that wrong programs are paid.',
} as const;
export const truePassRate = 'true pass rate';
export const spread = {
  title: 'Spread of rewards',
  axis: 'standard deviation',
  about:
    'reward_std: standard deviation of the rewards in a group, mean over the groups. Without spread, a group teaches nothing.',
} as const;
export const equalRewards = {
  title: 'Groups with equal rewards',
  axis: 'share of groups',
  about: 'frac_reward_zero_std: share of the groups whose rewards are all equal. They teach nothing.',
} as const;
export const entropy = {
  title: 'Entropy',
  axis: 'nats',
  about: 'Uncertainty of the next token. The maximum for 30 tokens is 3.4 nats.',
} as const;
export const clipped = {
  title: 'Clipped tokens',
  axis: 'share of tokens',
  about:
    'clip_ratio: share of the tokens whose gradient was clipped, because their probability had moved too far.',
} as const;
export const length = {
  title: 'Program length',
  axis: 'tokens',
  about: 'completion_length: mean number of tokens per program.',
} as const;
export const tokens = 'tokens';
export const cutOff = {
  title: 'Cut-off programs',
  axis: 'share of programs',
  about: 'clipped_ratio: share of the programs that reached the token limit.',
} as const;
export const kl = {
  title: 'KL divergence',
  axis: 'nats per token',
  about: 'kl: distance from the base policy.',
} as const;
/** A mean with the lowest and the highest value. */
export const range = (mean: string, low: string, high: string): string => `${mean} (${low} to ${high})`;

// CurveChart.svelte, CurveTable.svelte
export const step = (step: number): string => `step ${step}`;
export const table = 'Table';
export const tableOf = (chart: string): string => `${chart}, by step and seed`;
export const stepColumn = 'step';
export const seedColumn = (seed: number): string => `seed ${seed}`;
export const lineColumn = (line: string, seed: number): string => `${line}, seed ${seed}`;
