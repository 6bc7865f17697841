/** The numbers of samples of a run's problems, which may differ. */
import { samplesOf, type RunSize } from '../../domain/run.ts';
import { numberText } from '../../base/number-words.ts';

/** Smallest and largest number of samples of a problem. */
export interface SampleSpan {
  readonly least: number;
  readonly most: number;
}

/** Returns the span. For a run without problems, both ends are the number of samples that each problem would have. */
export function sampleSpan(run: RunSize): SampleSpan {
  const [first = run.samples, ...others] = run.problems.map((problem) => samplesOf(run, problem));
  return others.reduce(
    ({ least, most }, samples) => ({ least: Math.min(least, samples), most: Math.max(most, samples) }),
    { least: first, most: first },
  );
}

/** Returns “4”, or “1 to 10”. */
export function spanWords({ least, most }: { readonly least: number; readonly most: number }): string {
  const [from, to] = [numberText(least), numberText(most)];
  return least === most ? to : `${from} to ${to}`;
}
