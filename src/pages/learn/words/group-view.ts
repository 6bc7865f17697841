/** The table of a group: rewards, advantages, and the push on each token. */

// GroupView.svelte
export const rulesField = 'Computed as in';
export const noRewards = 'No sample of this group has a reward.';
export const mean = 'mean';
export const deviation = ', σ';
/** The kind of standard deviation, by the number that its divisor is smaller than n. */
export const deviationKind = {
  0: '(population standard deviation, n).',
  1: '(sample standard deviation, n − 1).',
} as const;
export const equalRewards = 'All rewards are the same: every advantage is 0, and this group teaches nothing.';
export const unscaled = 'A = reward − mean.';
export const scaledBefore = (epsilon: number, isBatch: boolean): string =>
  `A = (reward − mean) / (σ + ${epsilon}) with σ ${
    isBatch ? 'from the whole batch, which is this group here' : 'from the group'
  }: a reward of 1 gives`;
export const scaledBetween = ', one of 0';
export const chartTitle = (rules: string): string => `Advantage of each sample, ${rules}`;
export const chartText = 'The table below has the same figures.';
export const pushedUp = 'pushed up';
export const pushedDown = 'pushed down';
export const sampleAxis = 'sample';
export const advantageAxis = 'advantage A';
export const table = (label: string): string => `Rewards and advantages, ${label}`;
export const sampleColumn = 'Sample';
export const rewardColumn = 'Reward';
export const advantageColumn = (rules: string): string => `A, ${rules}`;
export const shareColumn = 'Share of the gradient';
export const tokensColumn = 'Tokens';
/** A reward that is missing. */
export const noReward = 'none';
export const leftOut = 'left out';
export const masked = 'masked';
export const push = (probability: string, push: string): string => `probability ${probability}, push ${push}`;
export const pushAbout =
  'The number under a token is its probability p. The push on a token is |A| × (1 − p): a token that was nearly certain gets almost none.';
export const firstTokens = (shown: string, all: string): string => `The first ${shown} of ${all} tokens.`;
export const noProbabilities = (advantage: string): string =>
  `This sample has no token probabilities (logprobs). Each token has the advantage ${advantage}. The share of each token is unknown.`;
export const program = (sample: string): string => `Program ${sample}`;
export const noProgram = 'This answer has no program.';
/** How rules treat a cut-off sample. */
export const overlong = {
  penalised: 'A cut-off sample counts with its reward.',
  masked: 'A cut-off sample stays in mean and σ. Its tokens are left out of the loss.',
  zeroed:
    'A cut-off sample without a reward stays in mean and σ and gets an advantage of 0. Its tokens still count in the average of the loss.',
  dropped: 'A cut-off sample leaves the group before mean and σ are computed.',
} as const;
/** How rules average the loss. */
export const averaged = {
  'token-mean':
    'Every token counts the same: a long program has a larger share of the gradient than a short one.',
  'sequence-mean': 'Every program counts the same, long or short.',
  constant: 'Tokens are summed and divided by a constant.',
} as const;
export const rulesAbout = (rules: string, overlong: string, averaged: string): string =>
  `${rules}: ${overlong} ${averaged}`;
export const legendMasked = 'masked,';
export const legendLeftOut = (source: string): string => `left out. Source: ${source}.`;

// shown-group.ts: the reason for a reward, in a word or two.
export const cutOff = 'cut off';
export const judgeFailed = 'the judge failed';
export const paidAndWrong = 'paid, and wrong';
export const right = 'right';
