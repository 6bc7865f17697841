/** The lab's switches in words. */
import type { LabOrder } from '../state/lab-order.ts';
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
  /** Whether the group is folded at first. */
  readonly advanced?: true;
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
      { kind: 'number', key: 'tests', label: 'Tests per task' },
      { kind: 'choice', key: 'weak', label: 'Weak tests', options: NO_YES },
      { kind: 'choice', key: 'filter', label: 'Difficulty filter', options: NO_YES },
    ],
  },
  {
    title: 'Group',
    controls: [
      { kind: 'number', key: 'group', label: 'Group size G' },
      { kind: 'number', key: 'prompts', label: 'Prompts per step' },
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
    ],
  },
  {
    title: 'Loss',
    controls: [
      { kind: 'number', key: 'clipHigh', label: 'Clip high', step: 0.01 },
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
      { kind: 'text', key: 'context', label: 'Max tokens (6,14@41: 14 from step 41)' },
      {
        kind: 'choice',
        key: 'overlong',
        label: 'Cut-off programs are',
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
    ],
  },
  {
    title: 'Advanced',
    advanced: true,
    controls: [
      { kind: 'number', key: 'broken', label: 'Broken copies of each task' },
      {
        kind: 'choice',
        key: 'correction',
        label: 'σ divides by',
        options: [
          { value: 1, word: 'n − 1 (torch)' },
          { value: 0, word: 'n (NumPy)' },
        ],
      },
      { kind: 'number', key: 'epsilon', label: 'Constant added to σ', step: 1e-6 },
      { kind: 'number', key: 'clipLow', label: 'Clip low', step: 0.01 },
      { kind: 'number', key: 'dualClip', label: 'Dual clip c (0: off, else above 1)', step: 0.5 },
      { kind: 'number', key: 'minibatches', label: 'Updates per step' },
      { kind: 'number', key: 'epochs', label: 'Uses of each sample' },
      { kind: 'number', key: 'stale', label: 'Off-policy delay (steps)' },
    ],
  },
];

/** Names the differences between two runs: "KL weight, β: 0 → 0.5". */
export function changesBetween(before: LabOrder, after: LabOrder): readonly string[] {
  const text = (control: Control, { switches }: LabOrder): string => {
    const value = switches[control.key];
    if (control.kind !== 'choice') return String(value);
    return control.options.find((option) => option.value === value)?.word ?? String(value);
  };
  const changed = (name: string, from: string, to: string): readonly string[] =>
    from === to ? [] : [`${name}: ${from} → ${to}`];
  return [
    ...changed('Preset', before.preset.title, after.preset.title),
    ...changed('Seed', String(before.seed), String(after.seed)),
    ...changed('Number of seeds', String(before.seeds), String(after.seeds)),
    ...CONTROL_GROUPS.flatMap(({ controls }) =>
      controls.flatMap((control) => changed(control.label, text(control, before), text(control, after))),
    ),
  ];
}
