/** Combines the steps of several seeds into curves: their mean, and the band between minimum and maximum. */
import type { SeedRun } from '../state/lab-state.svelte.ts';
import type { StepRow } from '../../../lab/grpo/trainer.ts';

/** Figures of a step that can be drawn. */
export type Figure = Exclude<
  keyof StepRow,
  'step' | 'seconds' | 'tasks' | 'programs' | 'programs_run' | 'tests_run' | 'unjudged'
>;

export interface Line {
  readonly figure: Figure;
  /** The name under which trainers log the figure. */
  readonly name: string;
}

export interface ChartSpec {
  readonly title: string;
  /** The quantity of the vertical axis, with its unit. */
  readonly axis: string;
  /** Definition and unit. */
  readonly about: string;
  readonly lines: readonly [Line, ...Line[]];
  /** Maximum of the axis, which begins at 0; if missing, the values determine it. */
  readonly top?: number;
}

const line = (figure: Figure, name: string = figure): Line => ({ figure, name });

export const CHARTS: readonly ChartSpec[] = [
  {
    title: 'Reward and true pass rate',
    axis: 'share',
    about:
      'Mean reward of the programs of a step, and the share of programs that pass 30 held-out tests. A reward above the true pass rate means that wrong programs are paid.',
    lines: [line('reward'), line('true_pass_rate', 'true pass rate')],
    top: 1,
  },
  {
    title: 'Spread of rewards',
    axis: 'standard deviation',
    about:
      'reward_std: standard deviation of the rewards in a group, mean over the groups. Without spread, a group teaches nothing.',
    lines: [line('reward_std')],
  },
  {
    title: 'Groups with equal rewards',
    axis: 'share of groups',
    about: 'frac_reward_zero_std: share of the groups whose rewards are all equal. They teach nothing.',
    lines: [line('frac_reward_zero_std')],
    top: 1,
  },
  {
    title: 'Entropy',
    axis: 'nats',
    about: 'Uncertainty of the next token. The maximum for 30 tokens is 3.4 nats.',
    lines: [line('entropy')],
  },
  {
    title: 'Clipped tokens',
    axis: 'share of tokens',
    about:
      'clip_ratio: share of the tokens whose gradient was clipped, because their probability had moved too far.',
    lines: [line('clip_ratio')],
  },
  {
    title: 'Program length',
    axis: 'tokens',
    about: 'completion_length: mean number of tokens per program.',
    lines: [line('completion_length', 'tokens')],
  },
  {
    title: 'Cut-off programs',
    axis: 'share of programs',
    about: 'clipped_ratio: share of the programs that reached the token limit.',
    lines: [line('clipped_ratio')],
    top: 1,
  },
];

/** Shown for runs with a KL weight. */
export const KL_CHART: ChartSpec = {
  title: 'KL divergence',
  axis: 'nats per token',
  about: 'kl: distance from the base policy.',
  lines: [line('kl')],
};

export interface Band {
  readonly mean: readonly (number | null)[];
  readonly low: readonly (number | null)[];
  readonly high: readonly (number | null)[];
}

/**
 * Computes the mean of each step, and the minimum and maximum over the seeds that have reached it. A seed joins the mean
 * when it is complete: with a part of a seed, the mean would jump at its last step. Without a complete seed, the mean is
 * that of the first seed.
 * @param whole number of steps of a complete seed
 */
export function bandOf(runs: readonly SeedRun[], figure: Figure, steps: number, whole = steps): Band {
  const completeRuns = runs.filter((run) => run.steps.length >= whole);
  const each = (
    of: (numbers: readonly number[]) => number,
    from: readonly SeedRun[] = runs,
  ): readonly (number | null)[] =>
    Array.from({ length: steps }, (_, at) => {
      const numbers = from.flatMap((run) => run.steps[at]?.row[figure] ?? []);
      return numbers.length === 0 ? null : of(numbers);
    });
  return {
    mean: each(
      (numbers) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length,
      completeRuns.length === 0 ? runs.slice(0, 1) : completeRuns,
    ),
    low: each((numbers) => Math.min(...numbers)),
    high: each((numbers) => Math.max(...numbers)),
  };
}

/** Formats a figure with one, two or three decimals, depending on its size. */
export function figureText(value: number): string {
  return value >= 10 ? value.toFixed(1) : value.toFixed(value !== 0 && value < 0.1 ? 3 : 2);
}

/**
 * Formats the mean of one step, followed by the band in brackets if there is one. Returns null if the step has no
 * values.
 */
export function readoutText(band: Band, at: number): string | null {
  const [mean, low, high] = [band.mean[at], band.low[at], band.high[at]];
  if (mean == null || low == null || high == null) return null;
  const text = figureText(mean);
  return low === high ? text : `${text} (${figureText(low)} to ${figureText(high)})`;
}
