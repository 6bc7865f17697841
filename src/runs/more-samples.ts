/** A run that asks for more samples of its problems. */
import { refText } from '../domain/problem-ref.ts';
import { samplesOf, type Run, type RunProblem } from '../domain/run.ts';

/**
 * The problems of the run, none with fewer samples than it has.
 * @param wanted problems with as many samples as there could be; those that are not of the run are left aside
 */
export function withMoreSamples(
  run: Pick<Run, 'problems' | 'samples'>,
  wanted: readonly RunProblem[],
): readonly RunProblem[] {
  const most = new Map(wanted.map((problem) => [refText(problem), samplesOf(run, problem)]));
  return run.problems.map((problem) => {
    const samples = most.get(refText(problem)) ?? 0;
    return samples > samplesOf(run, problem) ? { ...problem, samples } : problem;
  });
}

/**
 * The run with this many samples of each problem, or more: one that has more keeps them.
 * @param samples ≥ 1
 */
export function withSamples(
  run: Pick<Run, 'problems' | 'samples'>,
  samples: number,
): Pick<Run, 'problems' | 'samples'> {
  const most = Math.max(samples, run.samples);
  return {
    samples: most,
    problems: run.problems.map((problem) => {
      const { samples: own, ...usual } = problem;
      if (own === undefined || own >= samples) return problem;
      return samples === most ? usual : { ...usual, samples };
    }),
  };
}
