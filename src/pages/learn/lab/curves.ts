/** Rows of several seeds as curves: their mean, and the band between the lowest and the highest. */
import type { SeedRun } from '../state/lab-state.svelte.ts';
import type { StepRow } from '../../../lab/grpo/step-row.ts';

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
  /** Definition and unit, in one sentence. */
  readonly about: string;
  readonly lines: readonly [Line, ...Line[]];
  /** The top of the axis; null where the values decide. It begins at 0. */
  readonly top: number | null;
}

const line = (figure: Figure, name: string = figure): Line => ({ figure, name });

export const CHARTS: readonly ChartSpec[] = [
  {
    title: 'reward, true pass rate',
    about:
      'Mean reward of a step’s programs, and the share of them that does what its prompt asks, by 30 tests that no reward is given for. Where the first is above the second, wrong programs are paid.',
    lines: [line('reward'), line('true_pass_rate', 'true pass rate')],
    top: 1,
  },
  {
    title: 'reward_std',
    about: 'Standard deviation of the rewards of a group, mean over the groups: what there is to compare.',
    lines: [line('reward_std')],
    top: null,
  },
  {
    title: 'frac_reward_zero_std',
    about: 'Share of the groups whose rewards are all the same. They teach nothing.',
    lines: [line('frac_reward_zero_std')],
    top: 1,
  },
  {
    title: 'entropy',
    about: 'Of the next token, in nats: how unsure the policy is. Of 30 tokens it is 3.4 at most.',
    lines: [line('entropy')],
    top: null,
  },
  {
    title: 'clip_ratio',
    about:
      'Share of the tokens learned from whose gradient was cut, because their probability had moved too far.',
    lines: [line('clip_ratio')],
    top: null,
  },
  {
    title: 'completion length',
    about: 'Tokens a program, mean.',
    lines: [line('completion_length', 'tokens')],
    top: null,
  },
  {
    title: 'clipped_ratio',
    about: 'Share of the programs that were cut off at the end of their context.',
    lines: [line('clipped_ratio')],
    top: 1,
  },
];

/** Shown where a run has it. */
export const KL_CHART: ChartSpec = {
  title: 'kl',
  about: 'Distance from the base policy a token, in nats.',
  lines: [line('kl')],
  top: null,
};

export interface Band {
  readonly mean: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

/** At each step, over the seeds that have come so far. */
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
  return low === high ? text : `${text} (${figureText(low)} to ${figureText(high)})`;
}
