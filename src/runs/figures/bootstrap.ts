import { Random } from '../../base/random.ts';

/** Between these two, both included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Enough for the quantiles of a 95 % interval to stand still in their third digit. */
const DRAWS = 2_000;
const SHARE = 0.95;
/** Problems below which such an interval is too narrow, which is then to be said. */
export const FEWEST_PROBLEMS = 30;

/**
 * The 95 % percentile intervals of means over the same problems: as many of them drawn with replacement, 2,000 times
 * (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, ch. 13). They say how much would change with other
 * problems of the kind; not how much a model's answers vary where a problem has one sample. Same values, same intervals.
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
 * The same, where others need the thread meanwhile: of 25,000 problems the draws take a second.
 * @param takeTurns resolves when it is this work's turn, as `turns` makes it
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
