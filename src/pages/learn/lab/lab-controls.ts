/** The lab's switches as controls, and the differences between two runs. */
import { PRESET_WORDS } from '../../../lab/words/presets.ts';
import type { LabOrder } from '../state/lab-order.ts';
import type { NumberSwitch, Switches } from '../state/lab-switches.ts';
import * as words from '../words/lab-switches.ts';

type ChoiceSwitch = {
  readonly [K in keyof Switches]: K extends NumberSwitch | 'context' ? never : K;
}[keyof Switches];

type Control =
  | { readonly kind: 'number'; readonly key: NumberSwitch; readonly label: string }
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
  { value: false, word: words.no },
  { value: true, word: words.yes },
];

export const CONTROL_GROUPS: readonly ControlGroup[] = [
  {
    title: words.group.reward,
    controls: [
      {
        kind: 'choice',
        key: 'reward',
        label: words.label.reward,
        options: [
          { value: 'sparse', word: words.reward.sparse },
          { value: 'fractional', word: words.reward.fractional },
        ],
      },
      { kind: 'number', key: 'tests', label: words.label.tests },
      { kind: 'choice', key: 'weak', label: words.label.weak, options: NO_YES },
      { kind: 'choice', key: 'filter', label: words.label.filter, options: NO_YES },
    ],
  },
  {
    title: words.group.group,
    controls: [
      { kind: 'number', key: 'group', label: words.label.group },
      { kind: 'number', key: 'prompts', label: words.label.prompts },
      {
        kind: 'choice',
        key: 'scale',
        label: words.label.scale,
        options: [
          { value: 'group', word: words.scale.group },
          { value: 'batch', word: words.scale.batch },
          { value: 'none', word: words.scale.none },
        ],
      },
    ],
  },
  {
    title: words.group.loss,
    controls: [
      { kind: 'number', key: 'clipHigh', label: words.label.clipHigh },
      { kind: 'number', key: 'kl', label: words.label.kl },
      { kind: 'number', key: 'entropy', label: words.label.entropy },
      {
        kind: 'choice',
        key: 'aggregation',
        label: words.label.aggregation,
        options: [
          { value: 'token-mean', word: words.aggregation['token-mean'] },
          { value: 'sequence-mean', word: words.aggregation['sequence-mean'] },
          { value: 'constant', word: words.aggregation.constant },
        ],
      },
    ],
  },
  {
    title: words.group.length,
    controls: [
      { kind: 'text', key: 'context', label: words.label.context },
      {
        kind: 'choice',
        key: 'overlong',
        label: words.label.overlong,
        options: [
          { value: 'penalised', word: words.overlong.penalised },
          { value: 'masked', word: words.overlong.masked },
          { value: 'zeroed', word: words.overlong.zeroed },
          { value: 'dropped', word: words.overlong.dropped },
        ],
      },
    ],
  },
  {
    title: words.group.training,
    controls: [
      { kind: 'number', key: 'steps', label: words.label.steps },
      { kind: 'number', key: 'rate', label: words.label.rate },
    ],
  },
  {
    title: words.group.advanced,
    advanced: true,
    controls: [
      { kind: 'number', key: 'broken', label: words.label.broken },
      {
        kind: 'choice',
        key: 'correction',
        label: words.label.correction,
        options: [
          { value: 1, word: words.correction[1] },
          { value: 0, word: words.correction[0] },
        ],
      },
      { kind: 'number', key: 'epsilon', label: words.label.epsilon },
      { kind: 'number', key: 'clipLow', label: words.label.clipLow },
      { kind: 'number', key: 'dualClip', label: words.label.dualClip },
      { kind: 'number', key: 'minibatches', label: words.label.minibatches },
      { kind: 'number', key: 'epochs', label: words.label.epochs },
      { kind: 'number', key: 'stale', label: words.label.stale },
    ],
  },
];

const titleOf = ({ preset }: LabOrder): string => PRESET_WORDS[preset.name].title;

/** Names the differences between two runs: "KL weight, β: 0 → 0.5". */
export function changesBetween(before: LabOrder, after: LabOrder): readonly string[] {
  const text = (control: Control, { switches }: LabOrder): string => {
    const value = switches[control.key];
    if (control.kind !== 'choice') return String(value);
    return control.options.find((option) => option.value === value)?.word ?? String(value);
  };
  const changed = (name: string, from: string, to: string): readonly string[] =>
    from === to ? [] : [words.change(name, from, to)];
  return [
    ...changed(words.preset, titleOf(before), titleOf(after)),
    ...changed(words.seed, String(before.seed), String(after.seed)),
    ...changed(words.seeds, String(before.seeds), String(after.seeds)),
    ...CONTROL_GROUPS.flatMap(({ controls }) =>
      controls.flatMap((control) => changed(control.label, text(control, before), text(control, after))),
    ),
  ];
}
