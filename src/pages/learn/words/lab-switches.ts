/** The lab's switches. */
import { counted } from '../../../base/number-words.ts';

export const preset = 'Preset';
export const seed = 'Seed';
export const seeds = 'Number of seeds';

/** Headings of the groups of switches. */
export const group = {
  reward: 'Reward',
  group: 'Group',
  loss: 'Loss',
  length: 'Length',
  training: 'Training',
  advanced: 'Advanced',
} as const;

/** Labels of the switches, by their names in the state. */
export const label = {
  reward: 'Reward',
  tests: 'Tests per task',
  weak: 'Weak tests',
  filter: 'Difficulty filter',
  groupSize: 'Group size G',
  prompts: 'Prompts per step',
  scale: 'Advantage divided by',
  clipHigh: 'Clip high',
  kl: 'KL weight, β',
  entropyBonus: 'Entropy bonus',
  aggregation: 'Averaged over',
  context: 'Max tokens (6,14@41: 14 from step 41)',
  overlong: 'Cut-off programs are',
  steps: 'Steps',
  learningRate: 'Learning rate',
  broken: 'Broken copies of each task',
  correction: 'σ divides by',
  epsilon: 'Constant added to σ',
  clipLow: 'Clip low',
  dualClip: 'Dual clip c (0: off, else above 1)',
  minibatches: 'Updates per step',
  epochs: 'Uses of each sample',
  staleness: 'Off-policy delay (steps)',
} as const;

const yesOrNo = [
  ['no', 'no'],
  ['yes', 'yes'],
] as const;
/** Options of the switches that have a few values, each with its name in addresses. */
export const options = {
  reward: [
    ['sparse', 'one bit: all tests'],
    ['fractional', 'share of the tests'],
  ],
  weak: yesOrNo,
  filter: yesOrNo,
  scale: [
    ['group', 'σ of the group'],
    ['batch', 'σ of the batch'],
    ['none', 'nothing (Dr. GRPO)'],
  ],
  aggregation: [
    ['token-mean', 'tokens (DAPO)'],
    ['sequence-mean', 'programs (GRPO)'],
    ['constant', 'a constant (Dr. GRPO)'],
  ],
  overlong: [
    ['penalised', 'penalised (verl)'],
    ['masked', 'masked (TRL)'],
    ['zeroed', 'zeroed (DeepCoder)'],
    ['dropped', 'dropped (rLLM)'],
  ],
  correction: [
    ['1', 'n − 1 (torch)'],
    ['0', 'n (NumPy)'],
  ],
} as const;

/** A difference between two runs: "KL weight, β: 0 → 0.5". */
export const change = (name: string, from: string, to: string): string => `${name}: ${from} → ${to}`;

// LabSwitches.svelte
export const contextWrong = (used: string): string =>
  `Enter 2 to 20 tokens, such as 14 or 6,14@41. The run uses ${used}.`;
export const settings = 'Settings';
export const moreSettings = 'More settings';
export const groupChanged = (title: string, changes: number): string =>
  changes === 0 ? title : `${title} (${counted(changes, 'change')})`;
export const resetButton = (changes: number): string => `Reset (${counted(changes, 'change')})`;
