/** The lab's switches in groups, and the differences between two runs. */
import { PRESET_WORDS } from '../../../lab/words/presets.ts';
import type { LabOrder } from '../state/lab-order.ts';
import { BOUNDS, switchText, type NumberSwitch, type Switches } from '../state/lab-switches.ts';
import * as words from '../words/lab-switches.ts';

type Switch = keyof Switches;
type ChoiceSwitch = keyof typeof words.options;

interface ControlGroup {
  readonly title: string;
  readonly switches: readonly Switch[];
  /** Whether the group is folded at first. */
  readonly advanced?: true;
}

export const CONTROL_GROUPS: readonly ControlGroup[] = [
  { title: words.group.reward, switches: ['reward', 'tests', 'weak', 'filter'] },
  { title: words.group.group, switches: ['groupSize', 'prompts', 'scale'] },
  { title: words.group.loss, switches: ['clipHigh', 'kl', 'entropyBonus', 'aggregation'] },
  { title: words.group.length, switches: ['context', 'overlong'] },
  { title: words.group.training, switches: ['steps', 'learningRate'] },
  {
    title: words.group.advanced,
    advanced: true,
    switches: [
      'broken',
      'correction',
      'epsilon',
      'clipLow',
      'dualClip',
      'minibatches',
      'epochs',
      'staleness',
    ],
  },
];

export function isNumber(key: Switch): key is NumberSwitch {
  return key in BOUNDS;
}

export function isChoice(key: Switch): key is ChoiceSwitch {
  return key in words.options;
}

/** Names the differences between two runs: "KL weight, β: 0 → 0.5". */
export function changesBetween(before: LabOrder, after: LabOrder): readonly string[] {
  const changed = (name: string, of: (order: LabOrder) => string | number): readonly string[] => {
    const [from, to] = [String(of(before)), String(of(after))];
    return from === to ? [] : [words.change(name, from, to)];
  };
  return [
    ...changed(words.preset, ({ preset }) => PRESET_WORDS[preset.name].title),
    ...changed(words.seed, ({ seed }) => seed),
    ...changed(words.seeds, ({ seeds }) => seeds),
    ...CONTROL_GROUPS.flatMap((group) =>
      group.switches.flatMap((key) => changed(words.label[key], (order) => valueText(key, order))),
    ),
  ];
}

function valueText(key: Switch, { switches }: LabOrder): string {
  const text = switchText(switches, key);
  const option = isChoice(key) ? words.options[key].find(([value]) => value === text) : undefined;
  return option?.[1] ?? text;
}
