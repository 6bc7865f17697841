/** The settings of a lab run in the address: a preset, seeds, and the switches that differ from the preset. */
import { type Preset, PRESETS } from '../../../lab/presets.ts';
import { oneOf, readRows, type AddressRow, rowsOf, writeRows } from '../../../kit/address/address-rows.ts';
import { numberIn, wholeIn } from '../../../base/number-in.ts';
import { OVERLONG, type AdvantageRule } from '../../../lab/grpo/advantages.ts';
import { AGGREGATIONS } from '../../../lab/grpo/loss.ts';
import type { DifficultyFilter, Settings } from '../../../lab/grpo/settings.ts';
import { LONGEST_PROGRAM } from '../../../lab/tasks/vocabulary.ts';

export interface LabOrder {
  readonly preset: Preset;
  /** The first seed. The others follow it. */
  readonly seed: number;
  /** Number of seeds. */
  readonly seeds: number;
  readonly switches: Switches;
}

export const MOST_SEEDS = 5;
const FIRST: Preset = PRESETS[0]!;
const USUAL = { seed: 1, seeds: 3 };
export const LARGEST_SEED = 999_999;

/** Parses an order from the settings in an address. Invalid values are replaced by those of the preset. */
export function readOrder(text: string): LabOrder {
  const parameters = new URLSearchParams(text);
  const preset = PRESETS.find(({ name }) => name === parameters.get('preset')) ?? FIRST;
  return {
    preset,
    seed: wholeIn(parameters.get('seed') ?? '', 1, LARGEST_SEED) ?? USUAL.seed,
    seeds: wholeIn(parameters.get('seeds') ?? '', 1, MOST_SEEDS) ?? USUAL.seeds,
    switches: readRows(SWITCH_ROWS, parameters, switchesOf(preset.settings)),
  };
}

/** A value in the address that the lab cannot use, and the value that the run uses instead. */
export interface Misfit {
  readonly name: string;
  readonly text: string;
  readonly usedText: string;
}

/** Returns the invalid settings in an address, at most one per name. `readOrder` parses the same text. */
export function misfitsIn(text: string): readonly Misfit[] {
  const parameters = new URLSearchParams(text);
  const order = readOrder(text);
  const presetSwitches = switchesOf(order.preset.settings);
  const misfit = (name: string, fits: (setting: string) => boolean, keptText: string): readonly Misfit[] => {
    const valueText = parameters.get(name);
    return valueText === null || valueText === '' || fits(valueText)
      ? []
      : [{ name, text: valueText, usedText: keptText }];
  };
  return [
    ...misfit('preset', (setting) => setting === order.preset.name, order.preset.title),
    ...misfit('seed', (setting) => wholeIn(setting, 1, LARGEST_SEED) !== undefined, String(order.seed)),
    ...misfit('seeds', (setting) => wholeIn(setting, 1, MOST_SEEDS) !== undefined, String(order.seeds)),
    ...SWITCH_ROWS.flatMap((row) =>
      misfit(
        row.name,
        (setting) => row.parse(setting) !== undefined,
        row.format(presetSwitches[row.key]) ?? '',
      ),
    ),
  ];
}

/** Formats the settings that differ from the default run of the first preset. */
export function writeOrder({ preset, seed, seeds, switches }: LabOrder): string {
  const parameters = new URLSearchParams();
  if (preset !== FIRST) parameters.set('preset', preset.name);
  if (seed !== USUAL.seed) parameters.set('seed', String(seed));
  if (seeds !== USUAL.seeds) parameters.set('seeds', String(seeds));
  const changedSwitches = writeRows(SWITCH_ROWS, switches, switchesOf(preset.settings));
  for (const [name, value] of new URLSearchParams(changedSwitches)) parameters.set(name, value);
  return parameters.toString();
}

export function orderedSettings({ preset, switches }: LabOrder): Settings {
  return settingsOf(switches, preset.settings);
}

/** Settings that have no switch, or whose switch has a different type. */
type WithoutSwitch = 'tests' | 'reading' | 'advantage' | 'context' | 'difficulty';

export interface Switches extends Omit<Settings, WithoutSwitch>, AdvantageRule {
  readonly tests: number;
  readonly weak: boolean;
  readonly broken: number;
  readonly filter: boolean;
  /** Maximum number of tokens of a program: `14`, or `6,14@41` for 14 from step 41 on. */
  readonly context: string;
}

/** Range of each number. The fields of the page use the same ranges. */
export const BOUNDS = {
  steps: [1, 200],
  tests: [1, 30],
  broken: [0, 3],
  prompts: [1, 64],
  groupSize: [2, 64],
  epsilon: [0, 1],
  clipLow: [0, 10],
  clipHigh: [0, 10],
  dualClip: [0, 10],
  kl: [0, 10],
  entropyBonus: [0, 1],
  staleness: [0, 8],
  epochs: [1, 8],
  minibatches: [1, 16],
  learningRate: [0, 0.1],
} as const satisfies Partial<Record<keyof Switches, readonly [number, number]>>;

export type NumberSwitch = keyof typeof BOUNDS;
/** Switches that have integer values. */
export const WHOLE: ReadonlySet<keyof Switches> = new Set<NumberSwitch>([
  'steps',
  'tests',
  'broken',
  'prompts',
  'groupSize',
  'staleness',
  'epochs',
  'minibatches',
]);

/** The difficulty filter for presets without one. It excludes tasks of which none of the last 64 samples was solved. */
const USUAL_FILTER: DifficultyFilter = { window: 64, least: 0.01, most: 1 };

/** Parses the value of a number switch. Returns undefined for an invalid value. */
export function numberFor(key: NumberSwitch, text: string): number | undefined {
  const [min, max] = BOUNDS[key];
  const value = WHOLE.has(key) ? wholeIn(text, min, max) : numberIn(text, min, max);
  // A dual clip of 1 or less would remove negative advantages.
  return key === 'dualClip' && value !== undefined && value > 0 && value <= 1 ? undefined : value;
}

const row = rowsOf<Switches>();
const number = <K extends NumberSwitch>(key: K, name: string): AddressRow<Switches> =>
  row(key, name, (text) => numberFor(key, text) as Switches[K] | undefined);
const parseYesNo = (text: string): boolean | undefined => ({ yes: true, no: false })[text];
const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

export const SWITCH_ROWS: readonly AddressRow<Switches>[] = [
  row('reward', 'reward', oneOf('sparse', 'fractional')),
  number('tests', 'tests'),
  row('weak', 'weak', parseYesNo, yesOrNo),
  number('broken', 'broken'),
  number('groupSize', 'group'),
  number('prompts', 'prompts'),
  row('filter', 'filter', parseYesNo, yesOrNo),
  row('scale', 'scale', oneOf('group', 'batch', 'none')),
  row('correction', 'correction', (text) => ({ '0': 0 as const, '1': 1 as const })[text]),
  number('epsilon', 'epsilon'),
  row('aggregation', 'aggregation', oneOf(...AGGREGATIONS)),
  number('clipLow', 'clip-low'),
  number('clipHigh', 'clip-high'),
  number('dualClip', 'dual-clip'),
  number('kl', 'kl'),
  number('entropyBonus', 'entropy'),
  row('overlong', 'overlong', oneOf(...OVERLONG)),
  row('context', 'context', (text) => (readContext(text) === null ? undefined : text)),
  number('steps', 'steps'),
  number('staleness', 'stale'),
  number('epochs', 'epochs'),
  number('minibatches', 'minibatches'),
  number('learningRate', 'rate'),
];

/** Formats the value of a switch for the address. */
export function switchText(switches: Switches, key: keyof Switches): string {
  return rowOf(key).format(switches[key]) ?? '';
}

/** Returns undefined for an invalid value. */
export function readSwitch(key: keyof Switches, text: string): Switches[keyof Switches] | undefined {
  return rowOf(key).parse(text);
}

function rowOf(key: keyof Switches): AddressRow<Switches> {
  return SWITCH_ROWS.find((each) => each.key === key)!;
}

export function switchesOf({
  tests,
  reading: _,
  advantage,
  context,
  difficulty,
  ...same
}: Settings): Switches {
  return {
    ...same,
    ...advantage,
    tests: tests.count,
    weak: tests.weak,
    broken: tests.brokenCopies,
    filter: difficulty !== null,
    context: context.map(({ from, tokens }) => (from === 1 ? tokens : `${tokens}@${from}`)).join(','),
  };
}

/** @param of the settings that have no switch */
export function settingsOf(switches: Switches, of: Settings): Settings {
  const { tests, weak, broken, filter, context, scale, correction, epsilon, ...same } = switches;
  return {
    ...of,
    ...same,
    tests: { count: tests, weak, brokenCopies: broken },
    advantage: { scale, correction, epsilon },
    context: readContext(context) ?? of.context,
    difficulty: filter ? (of.difficulty ?? USUAL_FILTER) : null,
  };
}

/** Returns null unless the stages start at step 1 and are in order. */
function readContext(text: string): Settings['context'] | null {
  const stages = text.split(',').map((part) => {
    const [, tokens, from] = /^(\d+)(?:@(\d+))?$/.exec(part) ?? [];
    return { from: Number(from ?? 1), tokens: Number(tokens) };
  });
  const isInOrder = stages.every(({ from }, at) => (at === 0 ? from === 1 : from > stages[at - 1]!.from));
  const fits = stages.every(({ tokens }) => tokens >= 2 && tokens <= LONGEST_PROGRAM);
  return isInOrder && fits ? stages : null;
}
