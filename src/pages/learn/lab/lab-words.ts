/** The lab's switches in words. */
import type { NumberSwitch, Switches } from '../state/lab-switches.ts';

type ChoiceSwitch = {
  readonly [K in keyof Switches]: K extends NumberSwitch | 'context' ? never : K;
}[keyof Switches];

type Control =
  | { readonly kind: 'number'; readonly key: NumberSwitch; readonly label: string; readonly step?: number }
  | { readonly kind: 'text'; readonly key: 'context'; readonly label: string }
  | {
      readonly kind: 'choice';
      readonly key: ChoiceSwitch;
      readonly label: string;
      readonly options: readonly { readonly value: Switches[ChoiceSwitch]; readonly word: string }[];
    };

export interface ControlGroup {
  readonly title: string;
  readonly controls: readonly Control[];
}

type Options = Extract<Control, { kind: 'choice' }>['options'];
const NO_YES: Options = [
  { value: false, word: 'no' },
  { value: true, word: 'yes' },
];

export const CONTROL_GROUPS: readonly ControlGroup[] = [
  {
    title: 'Reward',
    controls: [
      {
        kind: 'choice',
        key: 'reward',
        label: 'Reward',
        options: [
          { value: 'sparse', word: 'one bit: all tests' },
          { value: 'fractional', word: 'share of the tests' },
        ],
      },
      { kind: 'number', key: 'tests', label: 'Tests' },
      { kind: 'choice', key: 'weak', label: 'Weak tests', options: NO_YES },
      { kind: 'number', key: 'broken', label: 'Broken copies of each task' },
      { kind: 'choice', key: 'filter', label: 'Difficulty filter', options: NO_YES },
    ],
  },
  {
    title: 'Group',
    controls: [
      { kind: 'number', key: 'group', label: 'Programs a prompt, G' },
      { kind: 'number', key: 'prompts', label: 'Prompts a step' },
      {
        kind: 'choice',
        key: 'scale',
        label: 'Advantage divided by',
        options: [
          { value: 'group', word: 'σ of the group' },
          { value: 'batch', word: 'σ of the batch' },
          { value: 'none', word: 'nothing (Dr. GRPO)' },
        ],
      },
      {
        kind: 'choice',
        key: 'correction',
        label: 'σ divides by',
        options: [
          { value: 1, word: 'n − 1 (torch)' },
          { value: 0, word: 'n (NumPy)' },
        ],
      },
      { kind: 'number', key: 'epsilon', label: 'Added to σ', step: 1e-6 },
    ],
  },
  {
    title: 'Loss',
    controls: [
      { kind: 'number', key: 'clipLow', label: 'Clip low', step: 0.01 },
      { kind: 'number', key: 'clipHigh', label: 'Clip high', step: 0.01 },
      { kind: 'number', key: 'dualClip', label: 'Dual clip, c (0: none, else above 1)', step: 0.5 },
      { kind: 'number', key: 'kl', label: 'KL weight, β', step: 0.001 },
      { kind: 'number', key: 'entropy', label: 'Entropy bonus', step: 0.001 },
      {
        kind: 'choice',
        key: 'aggregation',
        label: 'Averaged over',
        options: [
          { value: 'token-mean', word: 'tokens (DAPO)' },
          { value: 'sequence-mean', word: 'programs (GRPO)' },
          { value: 'constant', word: 'a constant (Dr. GRPO)' },
        ],
      },
    ],
  },
  {
    title: 'Length',
    controls: [
      { kind: 'text', key: 'context', label: 'Tokens a program (6,14@41: from step 41)' },
      {
        kind: 'choice',
        key: 'overlong',
        label: 'What is cut off is',
        options: [
          { value: 'penalised', word: 'penalised (verl)' },
          { value: 'masked', word: 'masked (TRL)' },
          { value: 'zeroed', word: 'zeroed (DeepCoder)' },
          { value: 'dropped', word: 'dropped (rLLM)' },
        ],
      },
    ],
  },
  {
    title: 'Training',
    controls: [
      { kind: 'number', key: 'steps', label: 'Steps' },
      { kind: 'number', key: 'rate', label: 'Learning rate', step: 0.001 },
      { kind: 'number', key: 'minibatches', label: 'Updates a step' },
      { kind: 'number', key: 'epochs', label: 'Times each sample is used' },
      { kind: 'number', key: 'stale', label: 'Steps that samples are old' },
    ],
  },
];
