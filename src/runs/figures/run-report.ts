/** The results of a run, in the form of a paper's tables. */
import { countsOf, groupBy } from '../../base/collections.ts';
import type { Redraw } from '../../domain/completion.ts';
import type { Reward, SampleVerdict } from '../../domain/verdict.ts';
import {
  atLeastWilson,
  meanIntervals,
  meanIntervalsYielding,
  samplingHalfWidth,
  type Interval,
  meanPassAtK,
  passAtK,
  type ProblemOutcome,
} from './pass-at-k.ts';

export interface PassFigure {
  readonly k: number;
  /** From 0 to 1. */
  readonly value: number;
  /** Number of problems that the figure counts: those with at least k rewards. */
  readonly problems: number;
  /** 95 % interval over problems; null for a single problem. */
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
  /**
   * pass@k for every k from 1 that all problems have enough samples for. Problems with fewer than k rewards, because
   * samples have none, are not counted.
   */
  readonly passes: readonly PassFigure[];
  /** Half width of the interval of pass@1 that is due to sampling (`samplingHalfWidth`). */
  readonly sampling: number | null;
  /** pass@1 if the samples flagged `near-limit` counted as failures; null if there are none. */
  readonly leastPassAt1: number | null;
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

/** The flag of an accepted sample that would time out at the smallest time factor of its run. */
export const NEAR_LIMIT = 'near-limit';

interface TimedSample {
  readonly flags: readonly string[];
  readonly timeFactor: number | null;
  readonly factorNeeded?: number;
}

/**
 * Flags the samples of a run whose verdict depends on the time factor. The factor of a machine varies with its load.
 */
export function withNearLimit<Sample extends TimedSample>(samples: readonly Sample[]): readonly Sample[] {
  const smallestFactor = samples.reduce(
    (low, { timeFactor }) => Math.min(low, timeFactor ?? Infinity),
    Infinity,
  );
  return samples.map((sample) =>
    (sample.factorNeeded ?? 0) > smallestFactor
      ? { ...sample, flags: [...sample.flags, NEAR_LIMIT] }
      : sample,
  );
}

export function reportOf(samples: readonly ScoredSample[]): RunReport {
  const { passes, ...counts } = figuresOf(samples);
  return { ...counts, passes: withIntervals(passes) };
}

/**
 * Returns pass@k for each k in `ks`, with the same intervals as in a report. Omits a k for which there are too few
 * samples.
 */
export function passesAt(samples: readonly ScoredSample[], ks: readonly number[]): readonly PassFigure[] {
  const shownPasses = figuresOf(samples).passes.filter(({ k }) => ks.includes(k));
  return withIntervals(shownPasses);
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
  const passFigures: PassFigure[] = [];
  for (const group of ofSameProblems(passes)) {
    const intervals = await meanIntervalsYielding(valuesOf(group), takeTurns);
    passFigures.push(...group.map((pass, at) => figureOf(pass, intervals[at]!)));
  }
  return { ...counts, passes: passFigures };
}

/** A pass@k with the values of its problems. */
interface Pass extends Omit<PassFigure, 'interval'> {
  readonly values: readonly number[];
}

/**
 * Groups the pass@k that count the same problems. A larger k counts the same problems or fewer, so an equal number of
 * problems means the same problems.
 */
function ofSameProblems(passes: readonly Pass[]): readonly (readonly Pass[])[] {
  return [...groupBy(passes, ({ problems }) => String(problems)).values()];
}

const valuesOf = (passes: readonly Pass[]) => passes.map(({ values }) => values);

function withIntervals(passes: readonly Pass[]): readonly PassFigure[] {
  return ofSameProblems(passes).flatMap((group) => {
    const intervals = meanIntervals(valuesOf(group));
    return group.map((pass, at) => figureOf(pass, intervals[at]!));
  });
}

function figureOf({ values, ...figure }: Pass, interval: Interval | null): PassFigure {
  return { ...figure, interval: interval && atLeastWilson(interval, figure.value, values.length) };
}

function figuresOf(
  samples: readonly ScoredSample[],
): Omit<RunReport, 'passes'> & { readonly passes: readonly Pass[] } {
  const outcomes = outcomesOf(samples);
  // The bootstrap draws values by position. They are sorted, so that a resumed run, whose rows are in another order,
  // has the same intervals.
  const inOrder = [...outcomes].sort(([one], [other]) => byName(one, other));
  const countedOutcomes = inOrder.map(([, outcome]) => outcome).filter((outcome) => outcome.samples > 0);
  const counts = countsOf(samples.map(({ problemId }) => problemId));
  const fewestSamples = inOrder.reduce(
    (least, [id, outcome]) => (outcome.samples > 0 ? Math.min(least, counts.get(id)!) : least),
    Infinity,
  );
  const isNear = ({ flags }: ScoredSample): boolean => flags.includes(NEAR_LIMIT);
  const strictSamples = samples.map((sample) => (isNear(sample) ? { ...sample, reward: 0 } : sample));
  const rewards = samples.map(({ reward }) => reward).filter((reward) => reward !== null);
  return {
    samples: samples.length,
    problems: outcomes.size,
    problemsLost: outcomes.size - countedOutcomes.length,
    unjudged: samples.length - rewards.length,
    meanReward:
      rewards.length === 0 ? null : rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length,
    passes: passesOf(countedOutcomes, fewestSamples),
    sampling: samplingHalfWidth(countedOutcomes),
    leastPassAt1: samples.some(isNear)
      ? meanPassAtK(
          [...outcomesOf(strictSamples).values()].filter((outcome) => outcome.samples > 0),
          1,
        )
      : null,
    verdicts: countsByValue(samples.map(({ verdict }) => verdict)),
    flags: countsByValue(samples.flatMap(({ flags }) => flags)),
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

/** @param maxSamples largest k that all problems have enough samples for, counting samples without a reward too */
function passesOf(problems: readonly ProblemOutcome[], maxSamples: number): readonly Pass[] {
  const passes: Pass[] = [];
  for (let k = 1; k <= maxSamples; k++) {
    const countedProblems = problems.filter(({ samples }) => samples >= k);
    if (countedProblems.length === 0) break;
    passes.push({
      ...{ k, problems: countedProblems.length, value: meanPassAtK(countedProblems, k)! },
      values: countedProblems.map((problem) => passAtK(problem, k)),
    });
  }
  return passes;
}

/** Counts values: the most frequent first, equally frequent ones by name. */
function countsByValue<T extends string>(values: readonly T[]): ReadonlyMap<T, number> {
  return new Map(
    [...countsOf(values)].sort(([name, one], [otherName, other]) => other - one || byName(name, otherName)),
  );
}

/** Compares names independently of the language of the machine. */
export function byName(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
