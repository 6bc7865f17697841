/** pass@k of problems, and its interval by a bootstrap over problems. */
import { Random } from '../../base/random.ts';

/** The outcome of one problem's samples that have a reward. */
export interface ProblemOutcome {
  /** Number of samples with a reward, ≥ 1. A sample that the judge failed on counts neither for nor against a model. */
  readonly samples: number;
  /** Number of samples that earned the full reward. */
  readonly solved: number;
}

/**
 * Returns the unbiased estimate of the probability that one of k samples solves the problem: 1 − C(n − c, k) / C(n, k),
 * as a product that neither over- nor underflows (Chen et al. 2021, https://arxiv.org/abs/2107.03374; LiveCodeBench's
 * `pass_k_utils.py` and EvalPlus use the same formula).
 * @param k from 1 to `samples`
 * @returns from 0 to 1
 */
export function passAtK({ samples, solved }: ProblemOutcome, k: number): number {
  if (k < 1 || k > samples) throw new RangeError(`pass@${k} of ${samples} samples`);
  const failedCount = samples - solved;
  if (failedCount < k) return 1;
  let allFail = 1;
  for (let at = failedCount + 1; at <= samples; at++) allFail *= 1 - k / at;
  return 1 - allFail;
}

/** Returns the largest k that all problems have enough samples for; 0 without problems. */
export function largestK(problems: readonly ProblemOutcome[]): number {
  return problems.reduce(
    (smallest, { samples }) => Math.min(smallest, samples),
    problems.length === 0 ? 0 : Infinity,
  );
}

/**
 * Returns the mean pass@k over problems; null without problems. Also null if a problem has fewer than k samples, as in
 * published evaluations.
 */
export function meanPassAtK(problems: readonly ProblemOutcome[], k: number): number | null {
  if (k > largestK(problems)) return null;
  return problems.reduce((sum, problem) => sum + passAtK(problem, k), 0) / problems.length;
}

/** Both ends are included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A difference of two means over the same problems. */
export interface PassDifference {
  readonly value: number;
  /** 95 % interval; null for fewer than two problems, and if all problems have the same difference. */
  readonly interval: Interval | null;
}

/** Number of draws: enough for three stable digits of a 95 % interval. */
const DRAWS = 2_000;
const SHARE = 0.95;
/** 97.5 % quantile of the normal distribution. */
const Z = 1.959964;
/** Below this number of problems a bootstrap interval is too narrow, and the report has a caveat. */
export const FEWEST_PROBLEMS = 30;

/**
 * Returns the 95 % percentile intervals of means over the same problems. Each of 2,000 draws takes as many problems as
 * there are, with replacement (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, ch. 13). The intervals
 * cover the choice of problems, but not the variation between answers if each problem has one sample. Equal values have
 * equal intervals.
 * @param rows a row for each mean, with a value for each problem; all rows have the same length
 * @returns one interval for each row; null for fewer than two problems
 */
export function meanIntervals(rows: readonly (readonly number[])[]): readonly (Interval | null)[] {
  const draws = drawIntervals(rows);
  for (;;) {
    const step = draws.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Like `meanIntervals`, but yields to other work of the thread: the draws of 25,000 problems take a second.
 * @param takeTurns resolves when this work may continue (`taskYielder`)
 */
export async function meanIntervalsYielding(
  rows: readonly (readonly number[])[],
  takeTurns: () => Promise<void>,
): Promise<readonly (Interval | null)[]> {
  const draws = drawIntervals(rows);
  for (;;) {
    const step = draws.next();
    if (step.done === true) return step.value;
    await takeTurns();
  }
}

/**
 * Returns the mean difference of paired values, with the interval of a paired bootstrap. Both values of a problem are
 * drawn together, so the difficulty of a problem cancels out. Returns null without problems.
 * @param pairs values of each problem
 */
export function pairedDifference(
  pairs: readonly (readonly [first: number, second: number])[],
): PassDifference | null {
  if (pairs.length === 0) return null;
  const differences = pairs.map(([first, second]) => first - second);
  const value = differences.reduce((sum, each) => sum + each, 0) / pairs.length;
  const [interval = null] = meanIntervals([differences]);
  return { value, interval: interval !== null && interval.low < interval.high ? interval : null };
}

/**
 * Widens an interval to at least Wilson's for equal values: if all of `count` problems have the value 1, Wilson's lower
 * end is count / (count + z²), and problems of the missing share may have any value (Wilson 1927; Brown, Cai and
 * DasGupta, "Interval Estimation for a Binomial Proportion", 2001). Draws of nearly equal values are too narrow in the
 * same way, so the ends move continuously with the values.
 * @param value mean of the problems, from 0 to 1
 */
export function atLeastWilson({ low, high }: Interval, value: number, count: number): Interval {
  const missingShare = Z ** 2 / (count + Z ** 2);
  return {
    low: Math.min(low, value * (1 - missingShare)),
    high: Math.max(high, value + (1 - value) * missingShare),
  };
}

/**
 * Returns the half width of the 95 % interval of pass@1 that new samples of the same problems would give; null if there
 * are no problems, or if a problem has only one sample.
 */
export function samplingHalfWidth(problems: readonly ProblemOutcome[]): number | null {
  if (problems.length === 0 || problems.some(({ samples }) => samples < 2)) return null;
  const variances = problems.map(
    ({ samples, solved }) => ((solved / samples) * (1 - solved / samples)) / (samples - 1),
  );
  return (Z * Math.sqrt(variances.reduce((sum, each) => sum + each, 0))) / problems.length;
}

/** Computes the intervals of `meanIntervals`, and yields after every draw. */
function* drawIntervals(rows: readonly (readonly number[])[]): Generator<void, readonly (Interval | null)[]> {
  const count = rows[0]?.length ?? 0;
  if (count < 2) return rows.map(() => null);
  const random = new Random(count, 'bootstrap');
  const places = new Uint32Array(count);
  const means = rows.map(() => new Float64Array(DRAWS));
  for (let drawIndex = 0; drawIndex < DRAWS; drawIndex++) {
    for (let at = 0; at < count; at++) places[at] = random.below(count);
    for (const [row, values] of rows.entries()) {
      let sum = 0;
      // An index takes half the time of an iterator. Most of the time is spent in this loop.
      for (let at = 0; at < count; at++) sum += values[places[at]!]!;
      means[row]![drawIndex] = sum / count;
    }
    yield;
  }
  const tail = Math.floor((DRAWS * (1 - SHARE)) / 2);
  return means.map((of) => {
    const sorted = of.sort();
    return { low: sorted[tail]!, high: sorted[DRAWS - 1 - tail]! };
  });
}
