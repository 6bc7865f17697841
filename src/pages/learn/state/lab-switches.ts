/** The switches of a run, one row each: how the settings of a preset are read into them and written back. */
import { numberIn, wholeIn } from '../../../base/number-in.ts';
import { OVERLONG, type Overlong } from '../../../lab/grpo/advantages.ts';
import { AGGREGATIONS, type Aggregation } from '../../../lab/grpo/loss.ts';
import type { DifficultyFilter, Settings } from '../../../lab/grpo/settings.ts';
import { LONGEST_PROGRAM } from '../../../lab/tasks/vocabulary.ts';
import { oneOf, rowsOf, type Row } from '../../../kit/address/address-rows.ts';

export interface Switches {
  readonly steps: number;
  readonly reward: Settings['reward'];
  readonly tests: number;
  readonly weak: boolean;
  readonly broken: number;
  readonly prompts: number;
  readonly group: number;
  readonly filter: boolean;
  readonly scale: Settings['advantage']['scale'];
  readonly correction: 0 | 1;
  readonly epsilon: number;
  readonly aggregation: Aggregation;
  readonly clipLow: number;
  readonly clipHigh: number;
  readonly dualClip: number;
  readonly kl: number;
  readonly entropy: number;
  readonly overlong: Overlong;
  /** Tokens that a program may have, and from a step on others: `14`, or `6,14@41`. */
  readonly context: string;
  readonly stale: number;
  readonly epochs: number;
  readonly minibatches: number;
  readonly rate: number;
}

/** Range of each number; the fields of the page use the same ranges. */
export const BOUNDS = {
  steps: [1, 200],
  tests: [1, 30],
  broken: [0, 3],
  prompts: [1, 64],
  group: [2, 64],
  epsilon: [0, 1],
  clipLow: [0, 10],
  clipHigh: [0, 10],
  dualClip: [0, 10],
  kl: [0, 10],
  entropy: [0, 1],
  stale: [0, 8],
  epochs: [1, 8],
  minibatches: [1, 16],
  rate: [0, 0.1],
} as const satisfies Partial<Record<keyof Switches, readonly [number, number]>>;

export type NumberSwitch = keyof typeof BOUNDS;
/** Those that are counted. */
export const WHOLE: ReadonlySet<keyof Switches> = new Set<NumberSwitch>([
  ...(['steps', 'tests', 'broken', 'prompts', 'group', 'stale', 'epochs', 'minibatches'] as const),
]);

const SCALES = ['group', 'batch', 'none'] as const;
/**
 * The difficulty filter of a preset that has none of its own. It sets aside tasks of which none of the last 64 samples
 * was solved.
 */
const USUAL_FILTER: DifficultyFilter = { window: 64, least: 0.01, most: 1 };

/** Undefined for what is no number, or none that this switch may have. */
export function numberFor(key: NumberSwitch, text: string): number | undefined {
  const [least, most] = BOUNDS[key];
  const value = WHOLE.has(key) ? wholeIn(text, least, most) : numberIn(text, least, most);
  // A dual clip at 1 or below would take away what pushes down.
  return key === 'dualClip' && value !== undefined && value > 0 && value <= 1 ? undefined : value;
}

const row = rowsOf<Switches>();
const number = <K extends NumberSwitch>(key: K, name: string): Row<Switches> =>
  row(key, name, (text) => numberFor(key, text) as Switches[K] | undefined);
const yes = (text: string): boolean | undefined => ({ yes: true, no: false })[text];
const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

export const SWITCH_ROWS: readonly Row<Switches>[] = [
  row('reward', 'reward', oneOf('sparse', 'fractional')),
  number('tests', 'tests'),
  row('weak', 'weak', yes, yesOrNo),
  number('broken', 'broken'),
  number('group', 'group'),
  number('prompts', 'prompts'),
  row('filter', 'filter', yes, yesOrNo),
  row('scale', 'scale', oneOf(...SCALES)),
  row('correction', 'correction', (text) => ({ '0': 0 as const, '1': 1 as const })[text]),
  number('epsilon', 'epsilon'),
  row('aggregation', 'aggregation', oneOf(...AGGREGATIONS)),
  number('clipLow', 'clip-low'),
  number('clipHigh', 'clip-high'),
  number('dualClip', 'dual-clip'),
  number('kl', 'kl'),
  number('entropy', 'entropy'),
  row('overlong', 'overlong', oneOf(...OVERLONG)),
  row('context', 'context', (text) => (readContext(text) === null ? undefined : text)),
  number('steps', 'steps'),
  number('stale', 'stale'),
  number('epochs', 'epochs'),
  number('minibatches', 'minibatches'),
  number('rate', 'rate'),
];

export function switchesOf(settings: Settings): Switches {
  return {
    steps: settings.steps,
    reward: settings.reward,
    tests: settings.tests.count,
    weak: settings.tests.weak,
    broken: settings.tests.brokenCopies,
    prompts: settings.prompts,
    group: settings.groupSize,
    filter: settings.difficulty !== null,
    scale: settings.advantage.scale,
    correction: settings.advantage.correction,
    epsilon: settings.advantage.epsilon,
    aggregation: settings.aggregation,
    clipLow: settings.clipLow,
    clipHigh: settings.clipHigh,
    dualClip: settings.dualClip,
    kl: settings.kl,
    entropy: settings.entropyBonus,
    overlong: settings.overlong,
    context: settings.context
      .map(({ from, tokens }) => (from === 1 ? tokens : `${tokens}@${from}`))
      .join(','),
    stale: settings.staleness,
    epochs: settings.epochs,
    minibatches: settings.minibatches,
    rate: settings.learningRate,
  };
}

/** @param of what no switch says */
export function settingsOf(switches: Switches, of: Settings): Settings {
  const { tests, weak, broken, scale, correction, epsilon } = switches;
  return {
    ...of,
    steps: switches.steps,
    reward: switches.reward,
    tests: { count: tests, weak, brokenCopies: broken },
    prompts: switches.prompts,
    groupSize: switches.group,
    difficulty: switches.filter ? (of.difficulty ?? USUAL_FILTER) : null,
    advantage: { scale, correction, epsilon },
    aggregation: switches.aggregation,
    clipLow: switches.clipLow,
    clipHigh: switches.clipHigh,
    dualClip: switches.dualClip,
    kl: switches.kl,
    entropyBonus: switches.entropy,
    overlong: switches.overlong,
    context: readContext(switches.context) ?? of.context,
    staleness: switches.stale,
    epochs: switches.epochs,
    minibatches: switches.minibatches,
    learningRate: switches.rate,
  };
}

/** Null for what names no context for every step, in their order. */
export function readContext(text: string): Settings['context'] | null {
  const stages = text.split(',').map((part) => {
    const [, tokens, from] = /^(\d+)(?:@(\d+))?$/.exec(part) ?? [];
    return { from: Number(from ?? 1), tokens: Number(tokens) };
  });
  const isInOrder = stages.every(({ from }, at) => (at === 0 ? from === 1 : from > stages[at - 1]!.from));
  const fits = stages.every(({ tokens }) => tokens >= 2 && tokens <= LONGEST_PROGRAM);
  return isInOrder && fits ? stages : null;
}
