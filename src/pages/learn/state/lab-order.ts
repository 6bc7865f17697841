/** A run as its address has it: a preset, seeds, and the switches that differ from the preset's. */
import { wholeIn } from '../../../base/number-in.ts';
import type { Settings } from '../../../lab/grpo/settings.ts';
import { PRESETS, type Preset } from '../../../lab/presets.ts';
import { PRESET_WORDS } from '../../../lab/words/presets.ts';
import { readRows, writeRows } from '../../../kit/address/address-rows.ts';
import { settingsOf, SWITCH_ROWS, switchesOf, type Switches } from './lab-switches.ts';

export interface LabOrder {
  readonly preset: Preset;
  /** The first; others follow it. */
  readonly seed: number;
  /** How many. */
  readonly seeds: number;
  readonly switches: Switches;
}

export const MOST_SEEDS = 5;
const FIRST: Preset = PRESETS[0]!;
const USUAL = { seed: 1, seeds: 3 };
export const LARGEST_SEED = 999_999;

/** Reads it from the settings of an address; what does not fit is left as the preset has it. */
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
  readonly kept: string;
}

/** Returns the invalid settings of an address, one for each name. `readOrder` reads the same text. */
export function misfitsIn(text: string): readonly Misfit[] {
  const parameters = new URLSearchParams(text);
  const order = readOrder(text);
  const usual = switchesOf(order.preset.settings);
  const misfit = (name: string, fits: (said: string) => boolean, kept: string): readonly Misfit[] => {
    const said = parameters.get(name);
    return said === null || said === '' || fits(said) ? [] : [{ name, text: said, kept }];
  };
  return [
    ...misfit('preset', (said) => said === order.preset.name, PRESET_WORDS[order.preset.name].title),
    ...misfit('seed', (said) => wholeIn(said, 1, LARGEST_SEED) !== undefined, String(order.seed)),
    ...misfit('seeds', (said) => wholeIn(said, 1, MOST_SEEDS) !== undefined, String(order.seeds)),
    ...SWITCH_ROWS.flatMap((row) =>
      misfit(row.name, (said) => row.parse(said) !== undefined, row.format(usual[row.key]) ?? ''),
    ),
  ];
}

/** Writes what differs from the first preset's usual run. */
export function writeOrder({ preset, seed, seeds, switches }: LabOrder): string {
  const written = new URLSearchParams();
  if (preset !== FIRST) written.set('preset', preset.name);
  if (seed !== USUAL.seed) written.set('seed', String(seed));
  if (seeds !== USUAL.seeds) written.set('seeds', String(seeds));
  const rest = writeRows(SWITCH_ROWS, switches, switchesOf(preset.settings));
  for (const [name, value] of new URLSearchParams(rest)) written.set(name, value);
  return written.toString();
}

export function orderedSettings({ preset, switches }: LabOrder): Settings {
  return settingsOf(switches, preset.settings);
}
