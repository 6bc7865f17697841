/** Raises the number of samples that a run requests of its problems. */
import { refText } from '../domain/problem.ts';
import { samplesOf, type RunSize, type RunProblem } from '../domain/run.ts';

/**
 * Raises the number of samples of each problem of the run to the number in `available`, if that is larger.
 * @param available problems with their new numbers of samples; problems that are not in the run are ignored
 */
export function withMoreSamples(run: RunSize, available: readonly RunProblem[]): readonly RunProblem[] {
  const samplesByProblem = new Map(available.map((problem) => [refText(problem), samplesOf(run, problem)]));
  return run.problems.map((problem) => {
    const samples = samplesByProblem.get(refText(problem)) ?? 0;
    return samples > samplesOf(run, problem) ? { ...problem, samples } : problem;
  });
}

/**
 * Returns the run with at least this number of samples of each problem. A problem with more samples keeps them.
 * @param samples ≥ 1
 */
export function withSamples(run: RunSize, samples: number): RunSize {
  const newSamples = Math.max(samples, run.samples);
  return {
    samples: newSamples,
    problems: run.problems.map((problem) => {
      const { samples: ownSamples, ...otherFields } = problem;
      if (ownSamples === undefined || ownSamples >= samples) return problem;
      return samples === newSamples ? otherFields : { ...otherFields, samples };
    }),
  };
}
