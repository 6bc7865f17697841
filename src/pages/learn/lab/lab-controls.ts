/** The controls of the lab: the main button, the switches in groups with their labels, and the differences between two runs. */
import { BOUNDS, type LabOrder, type NumberSwitch, type Switches, switchText } from '../state/lab-order.ts';
import { RUN_HERE, STOP_LEARNING } from '../state/learn-commands.ts';
import type { LabState } from '../state/lab-state.svelte.ts';

/** Labels of the switches. */
export const SWITCH_LABELS = {
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
  context: 'Max tokens',
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

/** What each switch does, in one sentence. */
export const SWITCH_HINTS: Readonly<Record<keyof Switches, string>> = {
  reward: 'What the judge pays a program.',
  tests: 'More tests leave fewer wrong programs that pass.',
  weak: 'Tests with a > b > 0 only, which many wrong programs pass.',
  filter: 'Sets tasks aside that none of the last samples solved.',
  groupSize: 'Programs that are sampled for one prompt.',
  prompts: 'Groups that are sampled before the policy changes.',
  scale: 'A = (reward − mean of the group) divided by this.',
  clipHigh: 'A token may become at most this share more likely in a step.',
  kl: 'Pull back to the policy before training.',
  entropyBonus: 'Payment for being unsure of the next token.',
  aggregation: 'What counts the same: each token or each program.',
  context: 'Longest program. 6,14@41 allows 6 tokens, and 14 from step 41.',
  overlong: 'Treatment of programs that reach the token limit.',
  steps: 'Updates of the policy in a run.',
  learningRate: 'Size of an update.',
  broken: 'Copies of a task with tests that contradict each other.',
  correction: 'Sample or population standard deviation.',
  epsilon: 'Keeps A finite when all rewards are the same.',
  clipLow: 'A token may become at most this share less likely in a step.',
  dualClip: 'Limits the push down on tokens that became likely.',
  minibatches: 'Parts into which the samples of a step are divided.',
  epochs: 'How often the policy learns from one sample.',
  staleness: 'Steps between sampling and learning.',
};

const YES_OR_NO = [
  ['no', 'no'],
  ['yes', 'yes'],
] as const;
/** Options of the switches that have only a few values, each with its name in the address. */
export const SWITCH_OPTIONS = {
  reward: [
    ['sparse', 'one bit: all tests'],
    ['fractional', 'share of the tests'],
  ],
  weak: YES_OR_NO,
  filter: YES_OR_NO,
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

type Switch = keyof Switches;
type ChoiceSwitch = keyof typeof SWITCH_OPTIONS;

interface ControlGroup {
  readonly title: string;
  readonly switches: readonly Switch[];
}

/** The groups of switches. All but the first are collapsed at first. */
export const CONTROL_GROUPS: readonly ControlGroup[] = [
  { title: 'Reward', switches: ['reward', 'tests', 'weak', 'filter'] },
  { title: 'Group', switches: ['groupSize', 'prompts', 'scale'] },
  { title: 'Loss', switches: ['clipHigh', 'kl', 'entropyBonus', 'aggregation'] },
  { title: 'Length', switches: ['context', 'overlong'] },
  { title: 'Training', switches: ['steps', 'learningRate'] },
  {
    title: 'Advanced',
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
  return key in SWITCH_OPTIONS;
}

/** Lists the differences between two runs: "KL weight, β: 0 → 0.5". */
export function changesBetween(previous: LabOrder, after: LabOrder): readonly string[] {
  const difference = (name: string, of: (order: LabOrder) => string | number): readonly string[] => {
    const [from, to] = [String(of(previous)), String(of(after))];
    return from === to ? [] : [`${name}: ${from} → ${to}`];
  };
  return [
    ...difference('Preset', ({ preset }) => preset.title),
    ...difference('Seed', ({ seed }) => seed),
    ...difference('Number of seeds', ({ seeds }) => seeds),
    ...CONTROL_GROUPS.flatMap((group) =>
      group.switches.flatMap((key) => difference(SWITCH_LABELS[key], (order) => valueText(key, order))),
    ),
  ];
}

function valueText(key: Switch, { switches }: LabOrder): string {
  const text = switchText(switches, key);
  const option = isChoice(key) ? SWITCH_OPTIONS[key].find(([value]) => value === text) : undefined;
  return option?.[1] ?? text;
}

/**
 * Returns the action of the main button: start, pause or resume a run.
 * @param order the order that the button would start
 */
export function nextAction(lab: LabState, order: LabOrder) {
  if (lab.busy) return { name: 'Pause', command: STOP_LEARNING, run: () => lab.pause() };
  const name = lab.canGoOn(order) ? 'Resume' : lab.phase === 'none' ? 'Run' : 'Run again';
  return { name, command: RUN_HERE, run: () => void lab.run(order) };
}
