/** How many samples the problems of a run have: not all have as many. */
import { samplesOf, type Run } from '../../domain/run.ts';
import { numberText } from '../../base/number-words.ts';

/** Samples of the problem that has fewest, and of the one that has most. */
export interface SampleSpan {
  readonly least: number;
  readonly most: number;
}

/** In a run without problems, the number that each would have. */
export function sampleSpan(run: Pick<Run, 'samples' | 'problems'>): SampleSpan {
  const [first = run.samples, ...others] = run.problems.map((problem) => samplesOf(run, problem));
  return others.reduce(
    ({ least, most }, samples) => ({ least: Math.min(least, samples), most: Math.max(most, samples) }),
    { least: first, most: first },
  );
}

/** “4”, or “1 to 10”. */
export function spanWords({ least, most }: { readonly least: number; readonly most: number }): string {
  const [from, to] = [numberText(least), numberText(most)];
  return least === most ? to : `${from} to ${to}`;
}
