/** Rows of several seeds as curves: their mean, and the band between the lowest and the highest. */
import type { SeedRun } from '../state/lab-state.svelte.ts';
import type { StepRow } from '../../../lab/grpo/step-row.ts';
import * as words from '../words/lab-charts.ts';

/** Figures of a step that are drawn. */
export type Figure = Exclude<
  keyof StepRow,
  'step' | 'seconds' | 'tasks' | 'programs' | 'programs_run' | 'tests_run' | 'unjudged'
>;

export interface Line {
  readonly figure: Figure;
  /** Name that the field uses. */
  readonly name: string;
}

export interface ChartSpec {
  readonly title: string;
  /** The quantity of the vertical axis, with its unit. */
  readonly axis: string;
  /** Definition and unit, in one sentence. */
  readonly about: string;
  readonly lines: readonly [Line, ...Line[]];
  /** The top of the axis; missing where the values decide. It begins at 0. */
  readonly top?: number;
}

const line = (figure: Figure, name: string = figure): Line => ({ figure, name });

export const CHARTS: readonly ChartSpec[] = [
  { ...words.reward, lines: [line('reward'), line('true_pass_rate', words.truePassRate)], top: 1 },
  { ...words.spread, lines: [line('reward_std')] },
  { ...words.equalRewards, lines: [line('frac_reward_zero_std')], top: 1 },
  { ...words.entropy, lines: [line('entropy')] },
  { ...words.clipped, lines: [line('clip_ratio')] },
  { ...words.length, lines: [line('completion_length', words.tokens)] },
  { ...words.cutOff, lines: [line('clipped_ratio')], top: 1 },
];

/** Shown where a run has it. */
export const KL_CHART: ChartSpec = { ...words.kl, lines: [line('kl')] };

export interface Band {
  readonly mean: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

/** At each step, over the seeds that reached it. */
export function bandOf(runs: readonly SeedRun[], figure: Figure, steps: number): Band {
  const values = Array.from({ length: steps }, (_, at) =>
    runs.flatMap(({ steps: made }) => made[at]?.row[figure] ?? []),
  );
  const each = (of: (some: readonly number[]) => number): readonly (number | null)[] =>
    values.map((some) => (some.length === 0 ? null : of(some)));
  return {
    mean: each((some) => some.reduce((sum, value) => sum + value, 0) / some.length),
    low: each((some) => Math.min(...some)),
    high: each((some) => Math.max(...some)),
  };
}

/** One place after a whole number, three after a small one. */
export function figureText(value: number): string {
  return value >= 10 ? value.toFixed(1) : value.toFixed(value !== 0 && value < 0.1 ? 3 : 2);
}

/** Returns the mean of one step, with the band in brackets when there is one; null when the step has no values. */
export function readout(band: Band, at: number): string | null {
  const [mean, low, high] = [band.mean[at], band.low[at], band.high[at]];
  if (mean == null || low == null || high == null) return null;
  const text = figureText(mean);
  return low === high ? text : words.range(text, figureText(low), figureText(high));
}
