/** The results of a run, in the form of a paper's tables. */
import { countsOf, groupBy } from '../../base/collections.ts';
import type { Redraw } from '../../domain/answer.ts';
import type { Reward, SampleVerdict } from '../../domain/verdict.ts';
import { meanIntervals, meanIntervalsYielding, wilson, type Interval } from './bootstrap.ts';
import { largestK, meanPassAtK, passAtK, type ProblemOutcome } from './pass-at-k.ts';

export interface PassFigure {
  readonly k: number;
  /** From 0 to 1. */
  readonly value: number;
  /**
   * 95 % interval over problems; null for a single problem. If all problems have the same value, every bootstrap draw
   * has it too, and the interval would claim certainty. Wilson's interval replaces it then.
   */
  readonly interval: Interval | null;
}

export interface RunReport {
  readonly samples: number;
  /** Number of problems that have a sample. */
  readonly problems: number;
  /** Number of problems without a reward for any sample. No figure counts them. */
  readonly problemsLost: number;
  /** Number of samples without a reward. No figure counts them. */
  readonly unjudged: number;
  /** Mean over the samples with a reward; null without such samples. */
  readonly meanReward: number | null;
  /** pass@k for every k from 1 that all problems have enough samples for. */
  readonly passes: readonly PassFigure[];
  readonly verdicts: ReadonlyMap<SampleVerdict, number>;
  /** Number of samples with each flag. */
  readonly flags: ReadonlyMap<string, number>;
}

export interface RewardedSample {
  readonly problemId: string;
  readonly reward: Reward;
}

/** The fields of a sample that a report needs. */
export interface ScoredSample extends RewardedSample {
  readonly verdict: SampleVerdict;
  readonly flags: readonly string[];
  readonly redrawn?: Redraw;
}

export function reportOf(samples: readonly ScoredSample[]): RunReport {
  const { passes, ...counts } = figuresOf(samples);
  return { ...counts, passes: withIntervals(passes, meanIntervals(passes.map(({ values }) => values))) };
}

/** Returns pass@1 alone, with the same interval as in a report; null if no sample has a reward. */
export function passAt1Of(samples: readonly ScoredSample[]): PassFigure | null {
  const [first] = figuresOf(samples).passes;
  return first === undefined ? null : withIntervals([first], meanIntervals([first.values]))[0]!;
}

/**
 * Like `reportOf`, but yields to other work of the thread.
 * @param takeTurns resolves when this work may continue
 */
export async function reportYielding(
  samples: readonly ScoredSample[],
  takeTurns: () => Promise<void>,
): Promise<RunReport> {
  const { passes, ...counts } = figuresOf(samples);
  await takeTurns();
  const intervals = await meanIntervalsYielding(
    passes.map(({ values }) => values),
    takeTurns,
  );
  return { ...counts, passes: withIntervals(passes, intervals) };
}

/** A pass@k with the values of its problems. */
interface Pass extends Pick<PassFigure, 'k' | 'value'> {
  readonly values: readonly number[];
}

function withIntervals(
  passes: readonly Pass[],
  intervals: readonly (Interval | null)[],
): readonly PassFigure[] {
  return passes.map(({ k, value, values }, at) => {
    const interval = intervals[at]!;
    const isDegenerate = interval !== null && interval.low === interval.high;
    return { k, value, interval: isDegenerate ? wilson(value, values.length) : interval };
  });
}

function figuresOf(
  samples: readonly ScoredSample[],
): Omit<RunReport, 'passes'> & { readonly passes: readonly Pass[] } {
  const outcomes = outcomesOf(samples);
  // Draws go by position, so the values are sorted: a resumed run has its rows in another order and the same figures.
  const inOrder = [...outcomes].sort(([one], [other]) => byName(one, other));
  const counted = inOrder.map(([, outcome]) => outcome).filter((outcome) => outcome.samples > 0);
  const rewards = samples.map(({ reward }) => reward).filter((reward) => reward !== null);
  return {
    samples: samples.length,
    problems: outcomes.size,
    problemsLost: outcomes.size - counted.length,
    unjudged: samples.length - rewards.length,
    meanReward:
      rewards.length === 0 ? null : rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length,
    passes: passesOf(counted),
    verdicts: tally(samples.map(({ verdict }) => verdict)),
    flags: tally(samples.flatMap(({ flags }) => flags)),
  };
}

/** Groups items: the largest group first, groups of equal size by name. An item without a group is left out. */
export function grouped<T>(
  items: readonly T[],
  groupOf: (item: T) => string | null,
): ReadonlyMap<string, readonly T[]> {
  return new Map(
    [...groupBy(items, groupOf)].sort(
      ([name, one], [otherName, other]) => other.length - one.length || byName(name, otherName),
    ),
  );
}

/** Returns outcomes by problem, in the order of the samples. Only a reward of 1 solves a problem. */
export function outcomesOf(samples: readonly RewardedSample[]): ReadonlyMap<string, ProblemOutcome> {
  const outcomes = new Map<string, { samples: number; solved: number }>();
  for (const { problemId, reward } of samples) {
    const outcome = outcomes.get(problemId) ?? { samples: 0, solved: 0 };
    outcomes.set(problemId, outcome);
    if (reward === null) continue;
    outcome.samples += 1;
    if (reward === 1) outcome.solved += 1;
  }
  return outcomes;
}

function passesOf(problems: readonly ProblemOutcome[]): readonly Pass[] {
  const ks = Array.from({ length: largestK(problems) }, (_, at) => at + 1);
  return ks.map((k) => ({
    k,
    value: meanPassAtK(problems, k)!,
    values: problems.map((problem) => passAtK(problem, k)),
  }));
}

/** Counts values: the most frequent first, equally frequent ones by name. */
function tally<T extends string>(values: readonly T[]): ReadonlyMap<T, number> {
  return new Map(
    [...countsOf(values)].sort(([name, one], [otherName, other]) => other - one || byName(name, otherName)),
  );
}

/** Compares names independently of the language of the machine. */
export function byName(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
