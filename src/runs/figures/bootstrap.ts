import { Random } from '../../base/random.ts';

/** Both ends are included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A difference of two means over the same problems. */
export interface Difference {
  readonly value: number;
  /** 95 %; null for fewer than two problems, and where the difference is the same on all of them. */
  readonly interval: Interval | null;
}

/** Number of draws: enough for three stable digits of a 95 % interval. */
const DRAWS = 2_000;
const SHARE = 0.95;
/** 97.5 % quantile of the normal distribution. */
const Z = 1.959964;
/** Below this number of problems a bootstrap interval is too narrow, and a caveat says so. */
export const FEWEST_PROBLEMS = 30;

/**
 * The 95 % percentile intervals of means over the same problems: as many of them drawn with replacement, 2,000 times
 * (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, ch. 13). They cover the choice of problems, and not
 * the variation between answers if a problem has one sample. Equal values have equal intervals.
 * @param rows a row for each mean, a value for each problem in it; all are as long as the first
 * @returns one for each row; null for fewer than two problems
 */
export function meanIntervals(rows: readonly (readonly number[])[]): readonly (Interval | null)[] {
  const drawing = drawn(rows);
  for (;;) {
    const step = drawing.next();
    if (step.done === true) return step.value;
  }
}

/**
 * As `meanIntervals`, yielding to other work of the thread: the draws of 25,000 problems take a second.
 * @param takeTurns resolves when this work may continue (`taskYielder`)
 */
export async function meanIntervalsYielding(
  rows: readonly (readonly number[])[],
  takeTurns: () => Promise<void>,
): Promise<readonly (Interval | null)[]> {
  const drawing = drawn(rows);
  for (;;) {
    const step = drawing.next();
    if (step.done === true) return step.value;
    await takeTurns();
  }
}

/**
 * The mean difference of paired values, with the interval of a paired bootstrap: both values of a problem are drawn
 * together, so what makes a problem hard for both cancels out. Null without problems.
 * @param pairs values of each problem
 */
export function pairedDifference(
  pairs: readonly (readonly [first: number, second: number])[],
): Difference | null {
  if (pairs.length === 0) return null;
  const differences = pairs.map(([first, second]) => first - second);
  const value = differences.reduce((sum, each) => sum + each, 0) / pairs.length;
  const [interval = null] = meanIntervals([differences]);
  return { value, interval: interval !== null && interval.low < interval.high ? interval : null };
}

/**
 * Wilson's score interval of a share (Wilson 1927; Brown, Cai and DasGupta, "Interval Estimation for a Binomial
 * Proportion", 2001), 95 %.
 * @param share from 0 to 1, of `count` problems, ≥ 1
 */
export function wilson(share: number, count: number): Interval {
  const scale = 1 + Z ** 2 / count;
  const middle = share + Z ** 2 / (2 * count);
  const half = Z * Math.sqrt((share * (1 - share)) / count + Z ** 2 / (4 * count ** 2));
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}

/** Stops after every draw. */
function* drawn(rows: readonly (readonly number[])[]): Generator<void, readonly (Interval | null)[]> {
  const count = rows[0]?.length ?? 0;
  if (count < 2) return rows.map(() => null);
  const random = new Random(count, 'bootstrap');
  const places = new Uint32Array(count);
  const means = rows.map(() => new Float64Array(DRAWS));
  for (let draw = 0; draw < DRAWS; draw++) {
    for (let at = 0; at < count; at++) places[at] = random.below(count);
    for (const [row, values] of rows.entries()) {
      let sum = 0;
      // An index takes half the time of an iterator, and this is where the time goes.
      for (let at = 0; at < count; at++) sum += values[places[at]!]!;
      means[row]![draw] = sum / count;
    }
    yield;
  }
  const tail = Math.floor((DRAWS * (1 - SHARE)) / 2);
  return means.map((of) => {
    const sorted = of.sort();
    return { low: sorted[tail]!, high: sorted[DRAWS - 1 - tail]! };
  });
}
