/** The numbers of samples of a run's problems, which may differ. */
import { samplesOf, type RunSize } from '../../domain/run.ts';
import { numberText } from '../../base/number-words.ts';

/** Smallest and largest number of samples of a problem. */
export interface SampleSpan {
  readonly min: number;
  readonly max: number;
}

/** Returns the span. For a run without problems, both ends are the number of samples that each problem would have. */
export function sampleSpan(run: RunSize): SampleSpan {
  const [first = run.samples, ...otherCounts] = run.problems.map((problem) => samplesOf(run, problem));
  return otherCounts.reduce(
    ({ min, max }, samples) => ({ min: Math.min(min, samples), max: Math.max(max, samples) }),
    { min: first, max: first },
  );
}

/** Returns “4”, or “1 to 10”. */
export function spanWords({ min, max }: SampleSpan): string {
  const [from, to] = [numberText(min), numberText(max)];
  return min === max ? to : `${from} to ${to}`;
}
